import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { listNews } from '../../contract/notifications/news.ts';
import { getPreferences, putPreferences } from '../../contract/notifications/preferences.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { FakePreferences } from '../testing/fake-preferences.ts';
import { FakeReader } from '../testing/fake-reader.ts';
import { expectFocus, press, tabTo, use } from '../testing/keyboard.ts';
import { openApp, reloadApp, server } from '../testing/open-app.tsx';
import { expectGone, expectLive, expectShown, toast } from '../testing/page.ts';

/** SPEC §2 and §4: choosing a market, what is new in each, and the settings of the bell. */
let ideas: FakeIdeas;
let preferences: FakePreferences;
beforeEach(() => {
  ideas = new FakeIdeas(server(), [
    { pair: 'EUR/USD' },
    { pair: 'GBP/USD', status: 'invalid' },
    { pair: 'BTC/USDT', market_type: 'Crypto' },
  ]);
  new FakeReader(server(), ideas);
  preferences = new FakePreferences(server());
  server().on(listNews, () => []);
});

const card = (market: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: market }) });
const bell = () => page.getByRole('button', { name: /^Notifications/ });
const open = async () => {
  await openApp('/customer/dashboard');
  await expectLive();
  for (const market of ['Forex', 'Crypto']) await expectShown(card(market).getByText(/active/));
};
/** Unseen counts as read by screen readers: Forex, Crypto, the bell. */
const counts = () => {
  const badge = (market: string) =>
    Number.parseInt(
      card(market)
        .getByText(/^\d+ new ideas?$/)
        .query()?.textContent ?? '0',
      10,
    );
  const total = /(\d+) new/.exec(bell().element().getAttribute('aria-label') ?? '')?.[1];
  return [badge('Forex'), badge('Crypto'), Number(total ?? 0)];
};
const expectCounts = (...expected: [forex: number, crypto: number, total: number]) =>
  expect.poll(counts).toEqual(expected);
const marketSwitch = (name: string) => page.getByRole('switch', { name, exact: true });
const openSettings = async () => {
  await bell().click();
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expectShown(marketSwitch('Forex'));
};
const notificationsOff = (market: string) => card(market).getByText('Notifications Off');

describe('the market selection', () => {
  it("shows SPEC's texts, one Logout, and links that open in a new tab (§1.4, §2.23, §2.33, §2.35)", async () => {
    await open();
    await expectShown(page.getByRole('heading', { level: 1, name: 'Choose Your Market' }));
    await expectShown(card('Forex').getByText('Currency Pairs'));
    await expectShown(card('Crypto').getByText('Digital Assets'));
    await expectShown(page.getByText('Important Disclaimer'));
    await expectShown(page.getByRole('button', { name: 'Logout' }));
    await expect.poll(() => page.getByRole('button', { name: /log ?out/i }).elements().length).toBe(1);
    for (const name of ['Terms of Service', 'Privacy Policy', /group/]) {
      const link = page.getByRole('main').getByRole('link', { name });
      await expect.element(link).toHaveAttribute('target', '_blank');
      await expect.element(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
    }
  });

  it('lists the newest ideas of each market, or says that there are none', async () => {
    ideas.publish({ pair: 'EUR/CHF' });
    await open();
    const pairs = (market: string) =>
      card(market)
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => /[A-Z]{3}\/[A-Z]{3,4}/.exec(textContent ?? '')?.[0]);
    await expect.poll(() => pairs('Forex')).toEqual(['EUR/CHF', 'EUR/USD', 'GBP/USD']);
    await expect.poll(() => pairs('Crypto')).toEqual(['BTC/USDT']);
    ideas.remove([...ideas.rows.values()].find(({ pair }) => pair === 'BTC/USDT')!.id);
    await expectShown(card('Crypto').getByText('No Crypto trade ideas available'));
  });

  it('counts an invalid idea apart from the active ones, on the card and in the header of the market', async () => {
    ideas.publish({ pair: 'EUR/CHF' });
    await open();
    await expectShown(card('Forex').getByText('2 active · 1 invalid', { exact: true }));
    await card('Forex').getByRole('link', { name: 'Forex' }).click();
    await expectShown(page.getByText(/^2\sactive · 1\sinvalid · latest /));
    await expectShown(page.getByText('1 of 3', { exact: true }));
  });

  it('counts nothing on the first load, then new ideas per market and in total until their market is opened (§2.34, §2.36, §4.14, §4.15)', async () => {
    await open();
    await expectCounts(0, 0, 0);
    ideas.publish({ pair: 'AUD/NZD' });
    ideas.publish({ pair: 'NZD/CAD' });
    for (const pair of ['BTC/EUR', 'ETH/EUR', 'SOL/EUR']) ideas.publish({ pair, market_type: 'Crypto' });
    await expectCounts(2, 3, 5);
    reloadApp();
    await expectShown(card('Forex').getByText(/active/));
    await expectCounts(2, 3, 5);
    await page.getByRole('link', { name: 'Forex' }).first().click();
    await expect.poll(() => location.pathname).toBe('/customer/forex');
    history.back();
    await expectShown(card('Forex'));
    await expectCounts(0, 3, 3);
    // By its address, without a press on its card.
    await openApp('/customer/crypto');
    await expectShown(page.getByRole('group', { name: '1 of 4' }));
    await openApp('/customer/dashboard');
    await expectShown(card('Forex'));
    await expectCounts(0, 0, 0);
  });

  it('counts an idea that arrives while its market is open until its card is shown (§2.38, §4.13)', async () => {
    await open();
    await card('Crypto').getByRole('link', { name: 'Crypto' }).click();
    await expectShown(page.getByRole('group', { name: /^1 of/ }));
    const viewed: string[] = [];
    const note = (event: Event) => viewed.push((event as CustomEvent).detail.ideaId);
    addEventListener('tradeIdeaViewed', note);
    onTestFinished(() => removeEventListener('tradeIdeaViewed', note));
    const { id } = ideas.publish({ pair: 'DOT/EUR', market_type: 'Crypto' });
    await expectShown(page.getByRole('button', { name: 'Notifications, 1 new' }));
    await expectShown(page.getByRole('main').getByText('1 new idea', { exact: true }));
    await page.getByRole('button', { name: 'New idea: DOT/EUR' }).click();
    await expectShown(page.getByRole('button', { name: 'Notifications', exact: true }));
    await expect.poll(() => viewed).toEqual([id]);
    const stored = Object.entries(localStorage).filter(([name]) => name.startsWith('viewedTradeIdeas:'));
    expect(stored).toHaveLength(1);
    expect(stored[0]?.[1]).toContain(id);
  });
});

describe('the notification settings', () => {
  it('turn a market off on this device and on the server, and return the focus to the bell (§2.34, §2.38, §2.48)', async () => {
    await open();
    ideas.publish({ pair: 'LINK/EUR', market_type: 'Crypto' });
    await expectCounts(0, 1, 1);
    await openSettings();
    await marketSwitch('Crypto').click();
    await expect.poll(() => preferences.markets).toEqual({ Forex: true, Crypto: false });
    await press('Escape');
    await expectShown(notificationsOff('Crypto'));
    await expectGone(notificationsOff('Forex'));
    await expectCounts(0, 0, 0);
    await expectFocus(bell());
  });

  it('can be changed before the server has told them', async () => {
    await openApp('/customer/dashboard');
    const loading = server().hold(getPreferences);
    reloadApp();
    await loading.asked;
    await openSettings();
    await marketSwitch('Crypto').click();
    await expect.poll(() => preferences.markets).toEqual({ Forex: true, Crypto: false });
    loading.release();
    await expect.element(marketSwitch('Crypto')).not.toBeChecked();
    await expect.element(marketSwitch('Forex')).toBeChecked();
  });

  it('follow what another device has chosen', async () => {
    await open();
    ideas.publish({ pair: 'LINK/EUR', market_type: 'Crypto' });
    await expectCounts(0, 1, 1);
    preferences.markets = { Forex: true, Crypto: false };
    reloadApp();
    await expectShown(notificationsOff('Crypto'));
    await expectCounts(0, 0, 0);
    preferences.markets = { Forex: true, Crypto: true };
    reloadApp();
    await expectShown(card('Crypto').getByText(/active/));
    await expectGone(notificationsOff('Crypto'));
    await expectCounts(0, 1, 1);
  });

  it('are reverted with a message while the server is unreachable', async () => {
    await open();
    const failure = server().fail(putPreferences);
    await openSettings();
    await marketSwitch('Forex').click();
    await expectShown(toast('Failed to save notification settings', 'Network error. Please try again.'));
    await expect.element(marketSwitch('Forex')).toBeChecked();
    failure.repair();
    await marketSwitch('Forex').click();
    await expect.poll(() => preferences.markets).toEqual({ Forex: false, Crypto: true });
    await expect.element(marketSwitch('Forex')).not.toBeChecked();
  });

  it('send only the market that was switched, and show what another device has chosen meanwhile', async () => {
    await open();
    await openSettings();
    await expect.element(marketSwitch('Crypto')).toBeChecked();
    preferences.markets = { Forex: true, Crypto: false };
    await marketSwitch('Forex').click();
    await expect.poll(() => preferences.markets).toEqual({ Forex: false, Crypto: false });
    expect(
      server()
        .callsOf(putPreferences)
        .map(({ body }) => body),
    ).toEqual([{ Forex: false }]);
    await expect.element(marketSwitch('Crypto')).not.toBeChecked();
    await press('Escape');
    await expectGone(page.getByRole('dialog'));
    preferences.markets = { Forex: false, Crypto: true };
    await openSettings();
    await expect.element(marketSwitch('Crypto')).toBeChecked();
    await marketSwitch('Forex').click();
    await expect.poll(() => preferences.markets).toEqual({ Forex: true, Crypto: true });
  });

  it('can be changed with the keyboard alone', async () => {
    await open();
    await use(bell());
    const dialog = page.getByRole('dialog', { name: 'Notifications' });
    await expectFocus(dialog.getByRole('button', { name: 'Close' }));
    await tabTo(dialog.getByRole('tab', { name: "What's new" }));
    await press('ArrowRight');
    await use(marketSwitch('Forex'), 'Space');
    await expect.element(marketSwitch('Forex')).not.toBeChecked();
    await press('Space');
    await expect.element(marketSwitch('Forex')).toBeChecked();
    await use(dialog.getByRole('switch', { name: 'Quiet hours' }), 'Space');
    await tabTo(dialog.getByLabelText('From'));
    await press('ArrowUp');
    await expect.element(dialog.getByLabelText('From')).toHaveValue('23:00');
    await tabTo(dialog.getByLabelText('Time zone'));
    await expect.poll(() => preferences.push.quietHours?.from).toBe('23:00');
    await press('Escape');
    await expectGone(dialog);
    await expectFocus(bell());
  });
});
