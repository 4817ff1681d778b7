import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { buildWebApp } from '../scripts/build-web.ts';
import { chromiumArgs } from '../scripts/chromium-args.ts';
import { findOrInstallChromium } from '../scripts/find-chromium.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** WebSocket endpoint of the Chromium that all test files share. */
    browserEndpoint: string;
  }
}

/** Vitest's global set-up of the end-to-end tests: builds the web app and starts one Chromium for all files. */
export default async function setup(project: TestProject) {
  await buildWebApp();
  const server = await chromium.launchServer({
    executablePath: findOrInstallChromium(),
    headless: true,
    args: chromiumArgs,
  });
  project.provide('browserEndpoint', server.wsEndpoint());
  return () => server.close();
}
