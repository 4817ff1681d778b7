import tailwindcss from '@tailwindcss/vite';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import type { UserWorkspaceConfig } from 'vitest/config';
import type { BrowserCommand } from 'vitest/node';
import type { MouseStep } from '../web/testing/mouse.ts';
import { chromiumArgs } from './chromium-args.ts';
import { findChromium } from './find-chromium.ts';

/** Development React costs a quarter more. It shows its warnings with `UI_REACT=development`. */
const mode = process.env.UI_REACT ?? 'production';
const define = { 'process.env.NODE_ENV': JSON.stringify(mode) };

const executablePath = findChromium();
const viewport = { width: 1440, height: 900 };

const wheel: BrowserCommand<[number, number]> = async ({ page, iframe }, deltaX, deltaY) => {
  // Elsewhere Vitest's own page would scroll: the frame may be narrower than its window.
  const box = await iframe.locator('html').boundingBox();
  await page.mouse.move(Math.max(box?.x ?? 0, 0) + 10, 300);
  await page.mouse.wheel(deltaX, deltaY);
};

const mouse: BrowserCommand<[MouseStep[]]> = async ({ page }, steps) => {
  const frame = await page.locator('iframe[data-vitest]').boundingBox();
  for (const [kind, x = 0, y = 0] of steps) {
    if (kind === 'move') await page.mouse.move((frame?.x ?? 0) + x, (frame?.y ?? 0) + y);
    else await page.mouse[kind]();
  }
};

/** The media files below /media, by their ending: the browser loads them past the fake server. */
const mediaFiles: Record<string, { type: string; read: () => Promise<Buffer> | Buffer }> = {
  // 640 to 400 pixels.
  jpg: { type: 'image/jpeg', read: async () => (await readMedia()).jpeg(640, 400) },
  // Two seconds of silence.
  wav: { type: 'audio/wav', read: async () => (await readMedia()).wav(16_000) },
  webm: { type: 'video/webm', read: async () => (await readMedia()).webm() },
};
const readMedia = () => import('../server/testing/media-files.ts');

const serveMedia: Plugin = {
  name: 'chartlark-test-media',
  configureServer: ({ middlewares }) => {
    middlewares.use('/media', (request, response, next) => {
      const file = mediaFiles[request.url?.split('.').at(-1) ?? ''];
      if (!file) return next();
      response.setHeader('content-type', file.type);
      Promise.resolve(file.read()).then((content) => response.end(content), next);
    });
  },
};

/**
 * The Vitest project of the tests of screens: routes and components in Chromium, against a fake server made of the contract.
 */
export const uiProject = (level: object): UserWorkspaceConfig => ({
  plugins: [tailwindcss(), serveMedia],
  oxc: { jsx: { runtime: 'automatic', development: mode === 'development' } },
  mode,
  define,
  publicDir: 'web/public',
  // All packages at once: one that is found later would be bundled with a second React.
  optimizeDeps: {
    entries: ['web/main.tsx', 'web/**/*.ui.test.tsx', 'web/testing/setup.ts'],
    // The compiler adds it, so no file imports it.
    include: ['react/jsx-runtime'],
    rolldownOptions: { transform: { define } },
  },
  cacheDir: `node_modules/.vite-ui-${mode}`,
  test: {
    ...level,
    setupFiles: 'web/testing/setup.ts',
    // A frame per file guards the state of modules, for one second of CPU time a file.
    isolate: true,
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      screenshotFailures: false,
      // As in the end-to-end tests.
      locators: { exact: false },
      commands: { wheel, mouse },
      viewport,
      instances: [{ browser: 'chromium' }],
      provider: playwright({
        actionTimeout: 10_000,
        launchOptions: { ...(executablePath && { executablePath }), args: chromiumArgs },
        contextOptions: {
          locale: 'en-GB',
          reducedMotion: 'reduce',
          viewport,
          permissions: ['clipboard-read', 'clipboard-write', 'microphone'],
        },
      }),
    },
  },
});
