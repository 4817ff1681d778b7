import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { MarketSwitches } from '../../contract/ideas/markets.ts';
import { putPreferences } from '../../contract/notifications/preferences.ts';
import { defaultPushSettings, getPushSettings } from '../../contract/notifications/push.ts';
import { writeStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';
import { TOAST_MS } from '../shared/ui/toast.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { FakeReader } from '../testing/fake-reader.ts';
import { press } from '../testing/keyboard.ts';
import { educator, openApp, reloadApp, server } from '../testing/open-app.tsx';
import { expectGone, expectLive, expectShown, lookAgain } from '../testing/page.ts';
import { holdTimers } from '../testing/timers.ts';
import { BATCH_MS } from './new-idea-toast.ts';

/** A new idea while the app is open: a toast, the badges, and an optional sound. */
let ideas: FakeIdeas;
beforeEach(() => {
  ideas = new FakeIdeas(server(), [{ pair: 'EUR/USD', created_at: new Date().toISOString() }]);
  new FakeReader(server(), ideas);
  server().on(getPushSettings, () => defaultPushSettings);
  server().on(putPreferences, ({ body }) => ({ Forex: true, Crypto: true, ...body }) as MarketSwitches);
  // Toasts stay.
  holdTimers(TOAST_MS);
});

/** Waits for the stream and for the first lists, in which nothing is new. */
const ready = async () => {
  await expect.element(page.getByRole('status', { name: 'Connection' })).toBeInTheDocument();
  await expectLive();
};
const open = async (path = '/customer/dashboard', options = {}) => {
  await openApp(path, options);
  await ready();
};
const openMarkets = async () => {
  await open();
  await expectShown(page.getByText('1 active'));
};
const publish = (pair: string, order_type: 'BUY' | 'SELL' = 'BUY', more = {}) =>
  ideas.publish({ pair, order_type, ...more });
/** Publishes ideas that are collected for one toast, however busy the machine is. */
const publishTogether = async (...all: Parameters<typeof publish>[]) => {
  const created = vi.fn();
  addEventListener('tradeIdeaCreated', created);
  onTestFinished(() => removeEventListener('tradeIdeaCreated', created));
  const collect = holdTimers(BATCH_MS);
  for (const one of all) publish(...one);
  await expect.poll(() => created.mock.calls.length).toBe(all.length);
  collect();
};
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const openSettings = async () => {
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await page.getByRole('tab', { name: 'Settings' }).click();
};
/** Counts the tones that the page plays. */
const countTones = () => {
  const start = vi.spyOn(OscillatorNode.prototype, 'start');
  onTestFinished(() => start.mockRestore());
  return () => start.mock.calls.length;
};

describe('a toast', () => {
  it('has pair, direction, market, educator and a link to the new idea', async () => {
    await openMarkets();
    const { id } = publish('EUR/NOK', 'SELL');
    await expectShown(heading('EUR/NOK Bearish'));
    await expectShown(page.getByText('New Forex idea by Daniel Brandt'));
    await page.getByRole('link', { name: 'View', exact: true }).click();
    await expect.poll(() => location.pathname).toBe(`/ideas/${id}`);
    await expectGone(heading('EUR/NOK Bearish'));
  });

  it.each([
    ['ahead', 20],
    ['behind', -20],
  ])('comes on a device whose clock is %s, and says how old the idea is', async (_where, minutes) => {
    server().now = () => new Date(Date.now() - minutes * 60_000);
    await openMarkets();
    const { id } = publish('EUR/NOK');
    await expectShown(heading('EUR/NOK Bullish'));
    await openApp(`/ideas/${id}`);
    await expectShown(page.getByText(/^\d+ seconds? ago/));
  });

  it('is one for a burst of ideas, while the badge counts each of them', async () => {
    await openMarkets();
    await publishTogether(['EUR/SEK'], ['USD/NOK'], ['USD/SEK']);
    await expectShown(heading('3 new ideas'));
    await expectShown(page.getByRole('button', { name: 'Notifications, 3 new' }));
  });

  it('does not come for an idea of a market that is off', async () => {
    await openMarkets();
    await openSettings();
    await page.getByRole('switch', { name: 'Crypto', exact: true }).click();
    await expect.element(page.getByRole('switch', { name: 'Crypto', exact: true })).not.toBeChecked();
    await press('Escape');
    // Two would share one toast, which would name neither.
    await publishTogether(['ATOM/USD', 'BUY', { market_type: 'Crypto' }], ['CHF/JPY']);
    await expectShown(heading('CHF/JPY Bullish'));
  });

  it('comes to educators for ideas of others, but not for their own', async () => {
    await open('/educator/dashboard', { as: educator });
    // Two would share one toast, which would name neither.
    await publishTogether(['GBP/AUD', 'BUY', { educator_id: '2' }], ['GBP/CAD', 'BUY', { educator_id: '3' }]);
    await expectShown(heading('GBP/CAD Bullish'));
  });

  it('comes once for an idea from a list when no stream can be opened', async () => {
    const { fetch } = window;
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) =>
      String(input).includes('/api/live')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : fetch(input, init),
    );
    // Nothing is new in the first list of a page.
    await openApp('/customer/dashboard');
    await expect.element(page.getByRole('status', { name: 'Connection' })).toBeInTheDocument();
    await expectShown(page.getByText('1 active'));
    publish('USD/CZK');
    // Polls immediately.
    lookAgain();
    await expectShown(heading('USD/CZK Bullish'));
    // When the list is fetched again, the idea is not announced again.
    publish('EUR/RON');
    lookAgain();
    await expectShown(heading('EUR/RON Bullish'));
    await expectGone(heading('2 new ideas'));
  });
});

it('plays a sound only after it was turned on, and the setting is stored', async () => {
  const tones = countTones();
  await openMarkets();
  publish('NZD/JPY');
  await expectShown(heading('NZD/JPY Bullish'));
  expect(tones()).toBe(0);
  await openSettings();
  const sound = page.getByRole('switch', { name: 'Sound for new ideas' });
  await expect.element(sound).not.toBeChecked();
  await sound.click();
  // Choosing a sound plays it: two tones, and none of before.
  await expect.poll(tones).toBe(2);
  await press('Escape');
  reloadApp();
  await ready();
  await expectShown(page.getByText('2 active'));
  expect(tones()).toBe(2);
  publish('AUD/JPY');
  await expect.poll(tones).toBe(4);
  await openSettings();
  await expect.element(sound).toBeChecked();
});

it('increases the badge of the app for a new idea', async () => {
  const { setAppBadge } = navigator;
  const shown: (number | undefined)[] = [];
  navigator.setAppBadge = async (count) => void shown.push(count);
  onTestFinished(() => void Object.assign(navigator, { setAppBadge }));
  await openMarkets();
  await expect.poll(() => shown.at(-1)).toBe(0);
  publish('CAD/JPY');
  await expect.poll(() => shown.at(-1)).toBe(1);
});

describe('on its own market page', () => {
  const newIdeaButton = (pair: string) => page.getByRole('button', { name: `New idea: ${pair}` });
  /** How many live regions announce a pair. */
  const countAnnouncements = (pair: string) =>
    [...document.querySelectorAll('[aria-live], [role=status], [role=alert]')].filter(({ textContent }) =>
      textContent.includes(pair),
    ).length;
  const firstCard = () => page.getByRole('group', { name: /^1 of/ });
  const openMarket = async () => {
    await open('/customer/forex');
    await expectShown(firstCard());
  };

  it('announces a new idea by the carousel once and by no toast', async () => {
    await openMarket();
    publish('EUR/TRY');
    await expectShown(newIdeaButton('EUR/TRY'));
    // A later idea of the other market is announced by a toast: the first idea's would have come before it.
    publish('ADA/USD', 'BUY', { market_type: 'Crypto' });
    await expectShown(heading('ADA/USD Bullish'));
    await expectGone(heading('EUR/TRY Bullish'));
    expect(countAnnouncements('EUR/TRY')).toBe(1);
  });

  it('announces a new idea by a toast below an open detail', async () => {
    await openMarket();
    await firstCard().getByRole('button', { name: 'Details' }).click();
    await expectShown(page.getByRole('dialog').getByRole('button', { name: 'Close' }));
    publish('GBP/TRY');
    await expectShown(page.getByCss('h2').filter({ hasText: 'GBP/TRY Bullish' }));
    await press('Escape');
    await expectShown(newIdeaButton('GBP/TRY'));
  });

  it('announces a new idea by a toast in the comparison', async () => {
    await openMarket();
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await expectShown(page.getByRole('table'));
    publish('CHF/TRY');
    await expectShown(heading('CHF/TRY Bullish'));
  });

  it('plays the sound for a new idea', async () => {
    const tones = countTones();
    writeStored(storageKeys.arrivalSound, true);
    await openMarket();
    publish('NOK/SEK');
    await expect.poll(tones).toBe(2);
    await expectShown(newIdeaButton('NOK/SEK'));
    await expectGone(heading('NOK/SEK Bullish'));
  });
});
