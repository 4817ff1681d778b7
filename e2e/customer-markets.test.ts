import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notificationPreferences } from '../server/database/schema.ts';
import { startApp, type TestApp } from './app.ts';
import { type EducatorCalls, signInCalls } from './educator-calls.ts';
import { createKeyboard } from './keyboard.ts';
import {
  fillLogin,
  openNotificationSettings,
  type SignInOptions,
  setUpPeople,
  signInCustomer,
} from './people.ts';

/** SPEC §2 and §4: choosing a market, and what is new in each. */
let app: TestApp;
let educator: EducatorCalls;

beforeAll(async () => {
  app = await startApp();
  educator = await signInCalls(app);
});
afterAll(() => app.close());

const watched = setUpPeople();
const customer = async (options: SignInOptions = {}): Promise<Page> => {
  const page = await watched(signInCustomer(app.url, options));
  await page.getByText('Live', { exact: true }).waitFor();
  for (const market of ['Forex', 'Crypto'])
    await card(page, market)
      .getByText(/active/)
      .waitFor();
  return page;
};
const anotherTab = async (page: Page): Promise<Page> => {
  const tab = await page.context().newPage();
  await tab.goto(`${app.url}/customer/dashboard`);
  await tab.getByText('Live', { exact: true }).waitFor();
  return tab;
};
const card = (page: Page, market: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: market }) });
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });

/** Unseen counts as read by screen readers: Forex, Crypto, the bell. */
const counts = async (page: Page): Promise<number[]> => {
  const badge = async (market: string) =>
    Number(/(\d+) new ideas?/.exec(await card(page, market).innerText())?.[1] ?? 0);
  const total = Number(/(\d+) new/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[1] ?? 0);
  return [await badge('Forex'), await badge('Crypto'), total];
};
const expectCounts = (page: Page, expected: [forex: number, crypto: number, total: number]) =>
  expect.poll(() => counts(page)).toEqual(expected);
const publish = (market_type: 'Forex' | 'Crypto', pair: string) => educator.publish({ market_type, pair });
const setNotified = async (page: Page, market: string, on: boolean) => {
  await openNotificationSettings(page);
  await page.getByRole('switch', { name: market, exact: true }).setChecked(on);
};
const chosen = async () => {
  const [row] = await app.database.db.select().from(notificationPreferences);
  return row && { Forex: row.forex, Crypto: row.crypto };
};

describe('the market selection', () => {
  it("shows SPEC's texts, Logout, and links that open in a new tab", async () => {
    const page = await customer();
    await page.getByRole('heading', { level: 1, name: 'Choose Your Market' }).waitFor();
    await expect.poll(() => card(page, 'Forex').innerText()).toContain('Currency Pairs');
    await expect.poll(() => card(page, 'Crypto').innerText()).toContain('Digital Assets');
    await page.getByText('Important Disclaimer').waitFor();
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    await expect
      .poll(() => page.getByRole('button', { name: /log ?out/i }).count(), { message: 'one way to log out' })
      .toBe(1);
    for (const name of ['Terms of Service', 'Privacy Policy', /group/]) {
      const link = page.getByRole('main').getByRole('link', { name });
      await expect.poll(() => link.getAttribute('target')).toBe('_blank');
      await expect.poll(() => link.getAttribute('rel')).toContain('noopener');
    }
  });

  it('counts an invalidated idea apart from the active ones, on the card and in the header of the market', async () => {
    const { rows } = await app.database.pool.query(
      "select status from trade_ideas where market_type = 'Forex' and status in ('active', 'pending', 'invalid')",
    );
    expect([rows.length, rows.filter(({ status }) => status === 'invalid').length]).toEqual([9, 1]);
    const page = await customer();
    await card(page, 'Forex').getByText('8 active · 1 invalidated', { exact: true }).waitFor();
    await card(page, 'Forex').getByRole('link', { name: 'Forex' }).click();
    await page.getByText(/^8\sactive · 1\sinvalidated · latest /).waitFor();
    await page.getByText('1 of 9', { exact: true }).waitFor();
  });

  it('counts nothing on the first load, then new ideas per market and in total, in every tab', async () => {
    const page = await customer();
    await expectCounts(page, [0, 0, 0]);
    const tab = await anotherTab(page);
    await publish('Forex', 'AUD/NZD');
    await publish('Forex', 'NZD/CAD');
    await publish('Crypto', 'BTC/EUR');
    await Promise.all([expectCounts(page, [2, 1, 3]), expectCounts(tab, [2, 1, 3])]);
    await page.reload();
    await expectCounts(page, [2, 1, 3]);

    await page.getByRole('link', { name: 'Forex' }).click();
    await page.waitForURL('**/customer/forex');
    await expectCounts(tab, [0, 1, 1]);
    await page.goBack();
    await expectCounts(page, [0, 1, 1]);
  });

  it('counts an idea that arrives while its market is open until its card is shown', async () => {
    const page = await customer();
    const tab = await anotherTab(page);
    await page.getByRole('link', { name: 'Crypto' }).click();
    await page.waitForURL('**/customer/crypto');
    await page.getByRole('article').first().waitFor();
    await page.evaluate(() => {
      const viewed: string[] = [];
      Object.assign(window, { viewed });
      window.addEventListener('tradeIdeaViewed', (event) =>
        viewed.push((event as CustomEvent).detail.ideaId),
      );
    });
    const { id } = await publish('Crypto', 'DOT/EUR');
    await expectCounts(tab, [0, 1, 1]);
    await page.getByRole('main').getByText('1 new idea', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'New idea: DOT/EUR' }).click();
    await expectCounts(tab, [0, 0, 0]);
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { viewed: string[] }).viewed))
      .toEqual([id]);
    const keys = await page.evaluate(() =>
      Object.entries(localStorage).filter(([name]) => name.startsWith('viewedTradeIdeas:')),
    );
    expect(keys).toHaveLength(1);
    expect(keys[0]?.[1]).toContain(id);
  });

  it('counts separately for another person on the same browser', async () => {
    const page = await customer();
    await publish('Forex', 'EUR/SEK');
    await expectCounts(page, [1, 0, 1]);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');

    await page.goto('/chartlark-staff');
    await fillLogin(page, 'educator1@demo.test', 'teach-to-trade');
    await page.getByRole('button', { name: 'Access Educator Portal' }).click();
    await page.waitForURL('**/educator/dashboard');
    await page.goto('/customer/dashboard');
    await card(page, 'Forex')
      .getByText(/active/)
      .waitFor();
    await expectCounts(page, [0, 0, 0]);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');

    await fillLogin(page, 'customer@demo.test', 'learn-to-trade');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL('**/customer/dashboard');
    await expectCounts(page, [1, 0, 1]);
  });
});

describe('the notification settings', () => {
  it('turns a market off on this device, on the server and on another device', async () => {
    const page = await customer();
    await publish('Crypto', 'LINK/EUR');
    await expectCounts(page, [0, 1, 1]);
    await setNotified(page, 'Crypto', false);
    await expect.poll(chosen).toEqual({ Forex: true, Crypto: false });
    await page.keyboard.press('Escape');
    await card(page, 'Crypto').getByText('Notifications Off').waitFor();
    await expect.poll(() => card(page, 'Forex').getByText('Notifications Off').count()).toBe(0);
    await expectCounts(page, [0, 0, 0]);
    await expect.poll(() => bell(page).evaluate((button) => document.activeElement === button)).toBe(true);

    // The other device would take ideas of a market without a first load as seen.
    const readMarkets = 'select from reading_states where cardinality(markets) = 2';
    await expect.poll(async () => (await app.database.pool.query(readMarkets)).rowCount).toBe(1);
    const elsewhere = await customer({ keepsReading: true });
    await card(elsewhere, 'Crypto').getByText('Notifications Off').waitFor();
    await setNotified(elsewhere, 'Crypto', true);
    await expect.poll(chosen).toEqual({ Forex: true, Crypto: true });
    await page.reload();
    await card(page, 'Crypto').getByText('Notifications Off').waitFor({ state: 'detached' });
    await expectCounts(page, [0, 1, 1]);
  });

  it('keeps settings while the server is unreachable, with a note, and sends them automatically later', async () => {
    const page = await customer();
    await page.route('**/api/notifications/preferences', (route) => route.abort());
    await setNotified(page, 'Forex', false);
    await page.getByRole('alert').getByText('Saved on this device').waitFor();
    await expect.poll(() => page.getByRole('switch', { name: 'Forex', exact: true }).isChecked()).toBe(false);
    await expect.poll(() => chosen()).toEqual({ Forex: true, Crypto: true });
    await page.reload();
    await card(page, 'Forex').getByText('Notifications Off').waitFor();
    await page.unroute('**/api/notifications/preferences');
    await expect.poll(chosen).toEqual({ Forex: false, Crypto: true });
    await setNotified(page, 'Forex', true);
    await expect.poll(chosen).toEqual({ Forex: true, Crypto: true });
  });

  it('sends only the market that was switched, and shows what another device has chosen', async () => {
    const desktop = await customer();
    await openNotificationSettings(desktop);
    const [forex, crypto] = ['Forex', 'Crypto'].map((name) =>
      desktop.getByRole('switch', { name, exact: true }),
    ) as [Locator, Locator];
    await expect.poll(() => crypto.isChecked()).toBe(true);
    const phone = await customer({ keepsReading: true });
    await setNotified(phone, 'Crypto', false);
    await expect.poll(chosen).toEqual({ Forex: true, Crypto: false });
    await forex.uncheck();
    await expect.poll(chosen).toEqual({ Forex: false, Crypto: false });
    await expect.poll(() => crypto.isChecked()).toBe(false);
    await desktop.keyboard.press('Escape');
    await phone.getByRole('switch', { name: 'Crypto', exact: true }).check();
    await expect.poll(chosen).toEqual({ Forex: false, Crypto: true });
    await openNotificationSettings(desktop);
    await expect.poll(() => crypto.isChecked()).toBe(true);
    await forex.check();
    await expect.poll(chosen).toEqual({ Forex: true, Crypto: true });
  });
});

it('lets a reader change the notification settings with the keyboard, also while the server is unreachable', async () => {
  const page = await customer();
  const { press, expectFocus, tabTo, use } = createKeyboard(page);
  await use(bell(page));
  const dialog = page.getByRole('dialog', { name: 'Notifications' });
  await expectFocus(dialog.getByRole('button', { name: 'Close' }));
  await tabTo(dialog.getByRole('tab', { name: "What's new" }));
  await press('ArrowRight');
  const forex = dialog.getByRole('switch', { name: 'Forex', exact: true });
  await use(forex, 'Space');
  await dialog.getByRole('switch', { name: 'Forex', exact: true, checked: false }).waitFor();
  await press('Space');
  await dialog.getByRole('switch', { name: 'Forex', exact: true, checked: true }).waitFor();
  await use(dialog.getByRole('switch', { name: 'Quiet hours' }), 'Space');
  await tabTo(dialog.getByLabel('From'));
  await press('ArrowUp');
  await expect.poll(() => dialog.getByLabel('From').inputValue()).toBe('23:00');
  await tabTo(dialog.getByLabel('Time zone'));

  await page.route('**/api/notifications/preferences', (route) => route.abort());
  await tabTo(dialog.getByRole('switch', { name: 'Crypto', exact: true }), 'back');
  await press('Space');
  const retry = dialog.getByRole('button', { name: 'Retry' });
  await tabTo(retry);
  // Sent by itself: the button disappears while it has the focus.
  await page.unroute('**/api/notifications/preferences');
  await retry.waitFor({ state: 'detached' });
  await expect
    .poll(() =>
      dialog.evaluate((box) => box !== document.activeElement && box.contains(document.activeElement)),
    )
    .toBe(true);
  await press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expectFocus(bell(page));
});
