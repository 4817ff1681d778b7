import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The API that `vite` alone (without the app around it) talks to while developing. */
const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: new URL('./web', import.meta.url).pathname,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: ['chrome115', 'firefox120', 'safari17'],
    // Every browser of the targets knows modulepreload.
    modulePreload: { polyfill: false },
    // An inlined font or image would be a data: URL, which the CSP does not allow.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 300,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every screen needs and no release of ours changes: one file that stays in the browser's cache.
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|zod)\/|preload-helper/,
            },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: [import.meta.dirname] },
    proxy: { '/api': api, '/media': api, '/profile-images': api },
  },
});
