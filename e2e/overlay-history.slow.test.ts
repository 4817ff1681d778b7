import { sql } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { signInCalls } from './educator-calls.ts';
import { createKeyboard } from './keyboard.ts';
import { setUpPeople, signInCustomer, signInEducator } from './people.ts';

/** SPEC §10: an open dialog, sheet or menu has a history entry, so that Back closes it. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
  const educator = await signInCalls(app);
  const { id } = await educator.publish({ pair: 'EUR/USD', market_type: 'Forex' });
  await app.database.db.execute(
    sql`update trade_ideas set image_urls = '{/media/one.png,/media/two.png}' where id = ${id}`,
  );
  await educator.change(id, { notes: 'With photos' });
});
afterAll(() => app.close());

const watched = setUpPeople();

const customerAt = async (path: string): Promise<Page> => {
  const page = await watched(signInCustomer(app.url));
  await page.route('**/media/**', (route) => route.fulfill({ status: 404 }));
  await page.goto('/customer/videos');
  await page.goto(path);
  return page;
};

const isOpen = (overlay: Locator) => overlay.waitFor();
const isClosed = (overlay: Locator) => overlay.waitFor({ state: 'detached' });

/** Waits until the entry stands for the page itself: closing an overlay goes back to it. */
const onPageEntry = (page: Page) =>
  expect.poll(() => page.evaluate(() => history.state?.overlays ?? 0)).toBe(0);

/** The page before, which the next Back must reach at once. */
const backLeaves = async (page: Page) => {
  await page.goBack();
  await page.waitForURL('**/customer/videos');
};

/** In the browser: the page's own traversals wait for the event "traverse". */
const holdTraversals = () => {
  const { go } = History.prototype;
  History.prototype.go = function (steps) {
    addEventListener('traverse', () => go.call(this, steps), { once: true });
  };
  addEventListener('popstate', () => document.body.setAttribute('data-traversed', ''));
};

const openDetail = async (page: Page) => {
  await page.getByRole('button', { name: 'Details' }).first().click();
  const detail = page.getByRole('dialog').first();
  await detail.getByText('Position size', { exact: true }).waitFor();
  return detail;
};

describe('Back', () => {
  it("closes the profile dialog in the educator's header", async () => {
    const page = await watched(signInEducator(app.url, '3'));
    await page.goto('/educator/ideas');
    const { use, press, expectFocus } = createKeyboard(page);
    const account = page.getByRole('button', { name: 'Your account' });
    await use(account);
    await expectFocus(page.getByRole('menuitem', { name: 'Profile' }));
    await press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Profile', exact: true });
    await dialog.getByLabel('Name').waitFor();
    await page.goBack();
    await isClosed(dialog);
    await expectFocus(account);
    await page.goBack();
    await page.waitForURL('**/educator/dashboard');
  });

  it('closes a dialog opened after a reload, and not before, when the old entry is left late', async () => {
    const page = await customerAt('/customer/forex');
    await openDetail(page);
    const entries = () => page.evaluate(() => history.length);
    const before = await entries();
    await page.addInitScript(holdTraversals);
    // The traversal is not given up, however long the dialog takes to open.
    await page.addInitScript(() => {
      const { setTimeout: start } = window;
      Object.assign(window, { setTimeout: (run: () => void, ms?: number) => ms === 5_000 || start(run, ms) });
    });
    await page.reload();
    const detail = await openDetail(page);
    await page.evaluate(() => dispatchEvent(new Event('traverse')));
    await page.locator('[data-traversed]').waitFor();
    await expect.poll(() => page.evaluate(() => history.state?.overlays)).toBe(1);
    await isOpen(detail);
    expect(await entries()).toBe(before);
    await page.goBack();
    await isClosed(detail);
    await backLeaves(page);
  });

  it('closes the dialog that a menu opens, and not before, when a busy browser leaves the menu late', async () => {
    const page = await watched(signInEducator(app.url, '4'));
    const entries = () => page.evaluate(() => history.length);
    const before = await entries();
    await page.evaluate(holdTraversals);
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'Profile', exact: true });
    await isOpen(dialog);
    // The menu's entry was given up, and the dialog has one of its own.
    await expect.poll(entries).toBe(before + 2);
    await page.evaluate(() => dispatchEvent(new Event('traverse')));
    await page.locator('[data-traversed]').waitFor();
    await expect.poll(() => page.evaluate(() => history.state?.overlays)).toBe(1);
    await isOpen(dialog);
    await page.goBack();
    await isClosed(dialog);
  });
});

describe('no entry stays behind', () => {
  it('keeps no history entry after a reload with an open dialog', async () => {
    const page = await customerAt('/customer/forex');
    await openDetail(page);
    await page.reload();
    await page.getByRole('button', { name: 'Details' }).first().waitFor();
    await onPageEntry(page);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await backLeaves(page);
  });
});

describe('the place of a page', () => {
  it('is kept through a reload, and through Back after another reload', async () => {
    const page = await customerAt('/learn/glossary');
    const place = () => page.evaluate(() => scrollY);
    await page.getByRole('heading', { name: 'Glossary', level: 1 }).waitFor();
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          addEventListener('scroll', resolve, { once: true });
          scrollTo(0, 900);
        }),
    );
    await page.reload();
    await expect.poll(place).toBe(900);
    await page.getByRole('link', { name: 'Markets', exact: true }).first().dispatchEvent('click');
    await page.waitForURL('**/customer/dashboard');
    await expect.poll(place).toBe(0);
    await page.reload();
    await page.goBack();
    await expect.poll(place).toBe(900);
  });
});
