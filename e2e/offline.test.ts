import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { openPage, signInCustomer } from './people.ts';
import { activeWorker } from './service-worker.ts';

/** The service worker: what works without a network, and how a new version begins (docs/decisions/0061). */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('without a network', () => {
  it('the app opens from what the first visit kept, and its other screens too', async () => {
    const { page, close } = await signInCustomer(app.url);
    await activeWorker(page);
    await page.context().setOffline(true);
    await page.goto('/customer/forex');
    await page.getByRole('heading', { level: 1, name: 'Forex' }).waitFor();
    await page.goto('/customer/chat');
    await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor();
    await close();
  });

  it('the API is never answered from what was kept', async () => {
    const { page, close } = await openPage(app.url, '/login');
    await activeWorker(page);
    expect(await page.evaluate(async () => (await fetch('/api/config')).ok)).toBe(true);
    await page.context().setOffline(true);
    expect(
      await page.evaluate(() =>
        fetch('/api/config').then(
          () => 'answered',
          () => 'refused',
        ),
      ),
    ).toBe('refused');
    await close();
  });
});

describe('a new version', () => {
  const built = fileURLToPath(new URL('../dist/web', import.meta.url));
  let folder: string;
  let versioned: TestApp;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chartlark-release-'));
    await cp(built, folder, { recursive: true });
    versioned = await startApp({ webFolder: folder });
  });
  afterAll(async () => {
    await versioned.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** The same app with its first script under another name, as a release that changed it would have. */
  const release = async (number: number) => {
    const page = await readFile(join(folder, 'index.html'), 'utf8');
    const script = /assets\/(index-[^"]+[.]js)/.exec(page)?.[1] ?? '';
    const next = `index-release${number}.js`;
    await cp(join(folder, 'assets', script), join(folder, 'assets', next));
    for (const name of ['index.html', 'sw.js']) {
      const text = await readFile(join(folder, name), 'utf8');
      await writeFile(join(folder, name), text.replaceAll(script, next));
    }
    // The server prefers a compressed file where there is one.
    for (const name of await readdir(folder)) if (/^sw[.]js[.]/.test(name)) await rm(join(folder, name));
    // A server knows the release it was started with.
    const port = Number(new URL(versioned.url).port);
    await versioned.close();
    versioned = await startApp({ demo: false, webFolder: folder, port });
  };
  const askForUpdate = async () => {
    await (await navigator.serviceWorker.ready).update();
  };
  const ownScript = () => document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';

  it('is offered, not forced: it begins with Reload, and nothing typed before is touched', async () => {
    const { page, faults, close } = await openPage(versioned.url, '/login');
    await activeWorker(page);
    await page.getByLabel('Email').fill('somebody@example.org');
    await release(1);
    await page.evaluate(askForUpdate);
    await page.getByText('A new version is ready.').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('somebody@example.org');
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting?.state)).toBe(
      'installed',
    );
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('button', { name: 'Reload', exact: true }).click(),
    ]);
    expect(await page.evaluate(ownScript)).toContain('release1');
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull();
    expect(faults).toEqual([]);
    await close();
  });

  it('is not offered to a page that came from it, though its worker still waits', async () => {
    const { page, close } = await openPage(versioned.url, '/login');
    await activeWorker(page);
    const other = await page.context().newPage();
    await other.goto(`${versioned.url}/login`);
    await release(2);
    await other.reload();
    expect(await other.evaluate(ownScript)).toContain('release2');
    await page.evaluate(askForUpdate);
    await page.getByText('A new version is ready.').waitFor();
    await other.waitForTimeout(3_000);
    expect(await other.getByText('A new version is ready.').count()).toBe(0);
    await close();
  });
});
