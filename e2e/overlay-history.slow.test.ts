import { sql } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { signInCalls } from './educator-calls.ts';
import { createKeyboard } from './keyboard.ts';
import { holdTimers } from './page-clock.ts';
import { openNotificationSettings, openPage, setUpPeople, signInCustomer, signInEducator } from './people.ts';

/** DESIGN §15: an open dialog, sheet or menu has a history entry, so that Back closes it. */
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
  it('closes the detail of an idea, then leaves the page', async () => {
    const page = await customerAt('/customer/forex');
    const detail = await openDetail(page);
    await page.goBack();
    await isClosed(detail);
    expect(new URL(page.url()).pathname).toBe('/customer/forex');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Details');
    await backLeaves(page);
  });

  it('closes a photo first, then the detail below it', async () => {
    const page = await customerAt('/customer/forex');
    const detail = await openDetail(page);
    await detail.getByRole('button', { name: 'View photo 1 of 2 full size' }).click();
    const photo = page.getByRole('dialog', { name: /photo 1 of 2/ });
    await isOpen(photo);
    await page.goBack();
    await isClosed(photo);
    await isOpen(detail);
    await page.goBack();
    await isClosed(detail);
    await backLeaves(page);
  });

  it('closes the notification settings and the dialog that a menu opens', async () => {
    const page = await customerAt('/customer/dashboard');
    await page.getByRole('button', { name: /^Notifications/ }).click();
    const settings = page.getByRole('dialog', { name: 'Notifications' });
    await isOpen(settings);
    await page.goBack();
    await isClosed(settings);
    const account = page.getByRole('button', { name: 'Your account' });
    for (const _time of ['loads its code', 'again']) {
      await account.click();
      await page.getByRole('menuitem', { name: 'Security' }).click();
      const security = page.getByRole('dialog', { name: 'Security' });
      await isOpen(security);
      await page.goBack();
      await isClosed(security);
    }
    await account.click();
    const menu = page.getByRole('menu');
    await isOpen(menu);
    await page.goBack();
    await isClosed(menu);
    await backLeaves(page);
  });

  it("closes the profile dialog in the educator's header", async () => {
    const page = await watched(signInEducator(app.url, '3'));
    await page.goto('/educator/ideas');
    const { use, press, expectFocus } = createKeyboard(page);
    const account = page.getByRole('button', { name: 'Your account' });
    await use(account);
    await expectFocus(page.getByRole('menuitem', { name: 'Name and bio' }));
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
    await page.getByRole('menuitem', { name: 'Name and bio' }).click();
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

  it('closes the menu of a phone and a legal text', async () => {
    const page = await customerAt('/customer/forex');
    await page.setViewportSize({ width: 360, height: 800 });
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await isOpen(menu);
    await page.goBack();
    await isClosed(menu);
    await backLeaves(page);

    const visitor = await watched(openPage(app.url, '/verify'));
    await visitor.goto('/login');
    await visitor.getByRole('button', { name: 'Terms of Use' }).click();
    const terms = visitor.getByRole('dialog');
    await isOpen(terms);
    await visitor.goBack();
    await isClosed(terms);
    expect(new URL(visitor.url()).pathname).toBe('/login');
    await visitor.goBack();
    await visitor.waitForURL('**/verify');
  });
});

describe('no entry stays behind', () => {
  it('keeps no history entry after Escape, Close and a press outside', async () => {
    const page = await customerAt('/customer/forex');
    for (const close of [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Close', exact: true }).click(),
      () => page.mouse.click(5, 5),
    ]) {
      const detail = await openDetail(page);
      await close();
      await isClosed(detail);
    }
    await onPageEntry(page);
    await backLeaves(page);
  });

  it('keeps no history entry after a link in a menu, in a sheet and in a dialog', async () => {
    const page = await customerAt('/customer/dashboard');
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await page.waitForURL('**/customer/profile');
    await isClosed(page.getByRole('menu'));
    await page.goBack();
    await page.waitForURL('**/customer/dashboard');

    await openNotificationSettings(page);
    await page.getByRole('link', { name: 'Test your notifications' }).click();
    await page.waitForURL('**/test-notifications');
    await isClosed(page.getByRole('dialog'));
    await page.goBack();
    await page.waitForURL('**/customer/dashboard');

    await page.setViewportSize({ width: 360, height: 800 });
    const follow = async (name: string) => {
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name }).click();
      await isClosed(page.getByRole('dialog'));
    };
    // Leads to where the reader is already.
    await follow('Markets');
    await onPageEntry(page);
    await follow('Educator Updates');
    await page.waitForURL('**/customer/chat');
    await page.goBack();
    await page.waitForURL('**/customer/dashboard');
    await backLeaves(page);
  });

  it('keeps no history entry after a reload with an open dialog', async () => {
    const page = await customerAt('/customer/forex');
    await openDetail(page);
    await page.reload();
    await page.getByRole('button', { name: 'Details' }).first().waitFor();
    await onPageEntry(page);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await backLeaves(page);
  });

  it('keeps no history entry after Forward to a dialog that Back has closed', async () => {
    const page = await customerAt('/customer/forex');
    const detail = await openDetail(page);
    await page.goBack();
    await isClosed(detail);
    await page.goForward();
    await onPageEntry(page);
    await backLeaves(page);
  });
});

it('waits with a search for pairs until the search of the app is closed', async () => {
  const page = await customerAt('/customer/forex/leverage');
  const pairs = page.getByRole('searchbox', { name: 'Search pairs' });
  await pairs.waitFor();
  // The search for pairs begins 250 ms after the last key, which the test decides.
  const releaseSearch = await holdTimers(page, 250);
  await pairs.fill('EUR');
  await page.keyboard.press('ControlOrMeta+k');
  const search = page.getByRole('dialog', { name: 'Search' }).getByRole('combobox');
  await search.waitFor();
  await releaseSearch();
  await search.pressSequentially('GBP');
  await expect.poll(() => search.inputValue()).toBe('GBP');
  expect(new URL(page.url()).search).toBe('');
  await page.keyboard.press('Escape');
  await page.waitForURL(/[?]pair=EUR/);
  await onPageEntry(page);
  await expect.poll(() => pairs.inputValue()).toBe('EUR');
});

it('shows the card that was read after Back to the market, also with a link to another idea', async () => {
  const page = await customerAt('/customer/forex');
  const selected = () => page.locator('[role=group]:not([aria-hidden])').getAttribute('aria-label');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.poll(selected).toMatch(/^3 of/);
  const third = await selected();
  const followAndReturn = async () => {
    await page.getByRole('link', { name: 'Leverage', exact: true }).click();
    await page.waitForURL('**/customer/forex/leverage');
    await page.goBack();
    await expect.poll(selected).toBe(third);
  };
  await followAndReturn();
  await openDetail(page);
  await page.getByRole('link', { name: 'Open page' }).click();
  await page.waitForURL('**/ideas/*');
  const id = new URL(page.url()).pathname.split('/').at(-1);
  await page.goBack();
  await expect.poll(selected).toBe(third);

  await page.goto(`/customer/forex?idea=${id}`);
  await expect.poll(selected).toBe(third);
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect.poll(selected).toMatch(/^2 of/);
  await page.getByRole('link', { name: 'Leverage', exact: true }).click();
  await page.waitForURL('**/customer/forex/leverage');
  await page.goBack();
  await expect.poll(selected).toMatch(/^2 of/);
});
