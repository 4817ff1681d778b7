import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { buildWebApp } from '../scripts/build-web.ts';
import { findOrInstallChromium } from '../scripts/find-chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the test files reach the run's one Chromium. */
    browserEndpoint: string;
  }
}

const QUIET = ['gpu', 'quic', 'background-networking', 'component-update', 'sync', 'dev-shm-usage'];
/**
 * What Chromium prepares for a person at its window: the address bar's pop-ups as pages of their own, and a process for
 * the next site. Nobody sees them here, and they took two fifths of the journeys' processor time.
 */
const UNSEEN = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
  'SpareRendererForSitePerProcess',
];
/** The list above takes the place of Playwright's own; of that one, what asks the network or changes a page is kept. */
const UNASKED = [
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

/** Vitest's global set-up of the journeys: the built web app, and one Chromium for all files. */
export default async function setup(project: TestProject) {
  await buildWebApp();
  const server = await chromium.launchServer({
    executablePath: findOrInstallChromium(),
    headless: true,
    // Its sandbox refuses root, and needs what many containers do not grant.
    // A microphone that beeps; whether a page may use it stays a question of its context's permissions.
    args: [
      '--no-sandbox',
      '--no-first-run',
      '--use-fake-device-for-media-stream',
      ...QUIET.map((what) => `--disable-${what}`),
      `--disable-features=${[...UNSEEN, ...UNASKED].join()}`,
    ],
  });
  project.provide('browserEndpoint', server.wsEndpoint());
  return () => server.close();
}
