import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { buildWebApp } from '../scripts/build-web.ts';
import { findOrInstallChromium } from '../scripts/find-chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** WebSocket endpoint of the Chromium that all test files share. */
    browserEndpoint: string;
  }
}

const DISABLED_SWITCHES = [
  'gpu',
  'quic',
  'background-networking',
  'component-update',
  'sync',
  'dev-shm-usage',
];
/**
 * Address bar pop-ups, which are pages of their own, and a spare renderer process. Headless tests need neither, and they
 * took two fifths of the tests' CPU time.
 */
const UNNEEDED_FEATURES = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
];
/** Our `--disable-features` replaces Playwright's, so these of Playwright's are repeated: network requests and page changes. */
const PLAYWRIGHT_DEFAULTS = [
  'AimEnabled',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
];

/** Vitest's global set-up of the end-to-end tests: builds the web app and starts one Chromium for all files. */
export default async function setup(project: TestProject) {
  await buildWebApp();
  const server = await chromium.launchServer({
    executablePath: findOrInstallChromium(),
    headless: true,
    // The sandbox fails as root and in many containers. The fake microphone beeps; contexts still need the permission.
    args: [
      '--no-sandbox',
      '--no-first-run',
      '--use-fake-device-for-media-stream',
      ...DISABLED_SWITCHES.map((what) => `--disable-${what}`),
      `--disable-features=${[...UNNEEDED_FEATURES, ...PLAYWRIGHT_DEFAULTS].join()}`,
    ],
  });
  project.provide('browserEndpoint', server.wsEndpoint());
  return () => server.close();
}
