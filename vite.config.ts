import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The API that `vite` alone (without the app around it) talks to while developing. */
const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';

/** TARGETS W1 and W2, gzip: what a visitor loads before the login works, all of the market view, and all CSS. */
const BUDGET = { login: 100_000, market: 150_000, css: 15_000 };
/** The lazy parts a market view is made of, beside the entry. What a press opens is loaded by the press. */
const MARKET_PARTS = /\/(signed-in-shell|customer-market-screen)[.]tsx$/;

/** Prints them after a build, and fails it where one is over: a budget nobody counts is none. */
const budgets = (): Plugin => ({
  name: 'budgets',
  apply: 'build',
  generateBundle(_, bundle) {
    const size = (content: string | Uint8Array) => gzipSync(content).length;
    const chunks = Object.values(bundle).filter((part) => part.type === 'chunk');
    const neededBy = (roots: typeof chunks) => {
      const names = new Set(roots.map(({ fileName }) => fileName));
      for (const name of names) {
        const part = bundle[name];
        if (part?.type === 'chunk') for (const other of part.imports) names.add(other);
      }
      return names;
    };
    const entry = chunks.filter(({ isEntry }) => isEntry);
    const lazy = chunks.filter(({ facadeModuleId }) => MARKET_PARTS.test(facadeModuleId ?? ''));
    const login = neededBy(entry);
    const market = neededBy([...entry, ...lazy]);
    const used = { login: 0, market: 0, css: 0 };
    for (const part of Object.values(bundle)) {
      if (part.type === 'chunk' && login.has(part.fileName)) used.login += size(part.code);
      if (part.type === 'chunk' && market.has(part.fileName)) used.market += size(part.code);
      if (part.type === 'asset' && part.fileName.endsWith('.css')) used.css += size(part.source);
    }
    for (const [what, bytes] of Object.entries(used) as [keyof typeof BUDGET, number][]) {
      const line = `${what}: ${(bytes / 1000).toFixed(1)} kB of ${BUDGET[what] / 1000} kB gzip`;
      if (bytes > BUDGET[what]) this.error(`Over budget, ${line}`);
      this.info(line);
    }
  },
});

/** Writes a .br and a .gz beside every text: the server hands them out as they are and never compresses anew. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  writeBundle({ dir = '' }) {
    for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/[.](js|css|svg|json|webmanifest)$/.test(entry.name)) continue;
      const path = join(entry.parentPath, entry.name);
      const content = readFileSync(path);
      writeFileSync(`${path}.br`, brotliCompressSync(content));
      writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
    }
  },
});

export default defineConfig({
  root: new URL('./web', import.meta.url).pathname,
  plugins: [react(), tailwindcss(), budgets(), precompress()],
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
