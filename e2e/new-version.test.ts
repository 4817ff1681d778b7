import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { findViolations } from './axe.ts';
import { createKeyboard } from './keyboard.ts';
import { holdOwnTimers } from './page-clock.ts';
import { openPage, withoutDelays } from './people.ts';
import { waitForActiveWorker, waitForDeferredParts } from './service-worker.ts';

/** The service worker: how a new version is activated (docs/decisions/0061). */
let app: TestApp;
/** The build of this run, as the first of several releases. */
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chartlark-release-'));
  await cp(fileURLToPath(new URL('../dist/web', import.meta.url)), folder, { recursive: true });
  app = await startApp({ webFolder: folder });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** The same app with its first script renamed, like a release that changed it. */
const release = async (number: number) => {
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const script = /assets\/(index-[^"]+[.]js)/.exec(page)?.[1] ?? '';
  const next = `index-release${number}.js`;
  await cp(join(folder, 'assets', script), join(folder, 'assets', next));
  for (const name of ['index.html', 'sw.js']) {
    const text = await readFile(join(folder, name), 'utf8');
    await writeFile(join(folder, name), text.replaceAll(script, next));
  }
  // The server prefers compressed files.
  for (const name of await readdir(folder)) if (/^sw[.]js[.]/.test(name)) await rm(join(folder, name));
  // A server knows the release it was started with.
  const port = Number(new URL(app.url).port);
  await app.close();
  app = await startApp({ demo: false, webFolder: folder, port });
};
const askForUpdate = async () => {
  await (await navigator.serviceWorker.ready).update();
};
const ownScript = () => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';

describe('a new version', () => {
  it('offers a new version: Reload activates it, and typed text is kept until then', async () => {
    const { page, errors, close } = await openPage(app.url, '/login', withoutDelays);
    await waitForActiveWorker(page);
    const other = await page.context().newPage();
    await other.goto(`${app.url}/login`);
    await waitForActiveWorker(other);
    await page.bringToFront();
    await page.getByLabel('Email').fill('somebody@example.org');
    await release(1);
    await page.evaluate(askForUpdate);
    await page.getByText('A new version is ready.').waitFor();
    await other.getByText('A new version is ready.').waitFor();
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('somebody@example.org');
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state))
      .toBe('installed');
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => {
        document.documentElement.dataset.theme = name;
      }, theme);
      expect(await findViolations(page), theme).toEqual([]);
    }
    // By keyboard alone.
    await createKeyboard(page).tabTo(page.getByRole('button', { name: 'Reload', exact: true }));
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
    await expect.poll(() => page.evaluate(ownScript)).toContain('release1');
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting))
      .toBeNull();
    // A tab that stayed open is not reloaded by itself, and updates the same way.
    await other.bringToFront();
    await expect.poll(() => other.evaluate(ownScript)).not.toContain('release1');
    await Promise.all([
      other.waitForEvent('load'),
      other.getByRole('button', { name: 'Reload', exact: true }).click(),
    ]);
    await expect.poll(() => other.evaluate(ownScript)).toContain('release1');
    expect(errors).toEqual([]);
    await close();
  });

  it('does not offer a new version to a page of that version while its worker is waiting', async () => {
    const { page, close } = await openPage(app.url, '/login', withoutDelays);
    await waitForActiveWorker(page);
    const other = await page.context().newPage();
    await other.goto(`${app.url}/login`);
    await release(2);
    // However long the waiting worker takes to say whether the page is of its version.
    await other.addInitScript(holdOwnTimers, 2_000);
    // The old worker shows the cached page when the server takes seconds to answer.
    await expect
      .poll(async () => {
        await other.reload();
        return other.evaluate(ownScript);
      })
      .toContain('release2');
    await page.evaluate(askForUpdate);
    await page.getByText('A new version is ready.').waitFor();
    await waitForDeferredParts(other);
    // The page asked the waiting worker for its version before this request, and responses arrive in order.
    const isOwn = await other.evaluate(
      () =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = ({ data }) => resolve(data);
          const script = document.querySelector<HTMLScriptElement>('script[type=module]')?.src;
          navigator.serviceWorker.ready.then(({ waiting }) =>
            waiting?.postMessage({ type: 'is-yours', script }, [port2]),
          );
        }),
    );
    expect(isOwn).toBe(true);
    await other.waitForTimeout(300);
    await expect.poll(() => other.getByText('A new version is ready.').count()).toBe(0);
    await close();
  });
});
