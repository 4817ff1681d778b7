import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type ideaStatuses, listIdeas, type TradeIdea } from '../../../contract/ideas/ideas.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { expectFocus, press, tabTo, type, use } from '../../testing/keyboard.ts';
import { wheel } from '../../testing/mouse.ts';
import { openApp, phone, server } from '../../testing/open-app.tsx';
import {
  expectGone,
  expectLive,
  expectShown,
  measure,
  nextFrame,
  readTexts,
  resize,
} from '../../testing/page.ts';

/** SPEC §2, completed ideas: the four history routes for customers. */
const ROWS = 210;
const PAIRS = ['EUR/USD', 'GBP/JPY', 'XAU/USD'];
const HOUR = 3_600_000;
const completed = [
  'successful',
  'unsuccessful',
  'success',
  'failure',
  'completed',
] as const satisfies readonly (typeof ideaStatuses)[number][];

/** Crypto Exchange is empty; Crypto Leverage has `ROWS` ideas, the newest first: number 1, 2, … */
const rows = (): Partial<TradeIdea>[] => {
  const now = Date.now();
  const ago = (ms: number) => new Date(now - ms).toISOString();
  const row = { entry_2: null, exit_3: null, version: 2, educator_name: 'Someone' } as const;
  const many = Array.from({ length: ROWS }, (_, index) => index + 1).map((i) => ({
    ...row,
    educator_id: String(1 + (i % 2)),
    pair: PAIRS[i % 3]!,
    time_frame: `T${i}`,
    market_type: 'Crypto' as const,
    status: completed[i % 5]!,
    created_at: ago(i * HOUR),
    updated_at: ago(i * 60_000),
    closed_at: ago(i * 60_000),
  }));
  const spx = {
    ...row,
    pair: 'SPX/USDT',
    time_frame: '1D',
    order_type: 'SELL' as const,
    idea_type: 'Exchange' as const,
    market_type: 'Crypto' as const,
    entry_1: '5850.25',
    invalidation_level: '5904',
    exit_1: '5800',
    exit_2: null,
    status: 'successful' as const,
    created_at: ago(0),
    closed_at: ago(0),
  };
  return [...many, spx];
};

let ideas: FakeIdeas;
beforeEach(() => {
  ideas = new FakeIdeas(server(), rows());
});

const cards = () => page.getByRole('article');
const pairsShown = () => new Set(readTexts(page.getByRole('heading', { level: 2 })));
const search = () => page.getByRole('searchbox', { name: 'Search pairs' });
const query = () => location.search;
const open = async (path: string) => {
  await openApp(path);
  await expectShown(cards().first());
};
const timeFrames = () => readTexts(page.getByCss('article p span:nth-child(3)'));
const isAtEnd = () =>
  page.getByText(/^All \d+ ideas shown$/).query() !== null &&
  window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1;
const scrollToEnd = async () => {
  while (!isAtEnd()) {
    await wheel(3_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

describe('the history', () => {
  it.each([
    ['Forex', 'Leverage'],
    ['Crypto', 'Leverage'],
    ['Forex', 'Exchange'],
    ['Crypto', 'Exchange'],
  ] as const)(
    'shows the title, the way back and the footer of the history of %s %s (§1.3, §2.57, §2.59)',
    async (market, ideaType) => {
      await openApp(`/customer/${market.toLowerCase()}/${ideaType.toLowerCase()}`);
      await expectShown(page.getByRole('heading', { level: 1, name: `${ideaType} Ideas History` }));
      const foot = page.getByRole('contentinfo');
      await expectShown(foot.getByText(/Educational content only, not investment advice/));
      await expectShown(foot.getByRole('link', { name: /group/ }));
      await page.getByRole('link', { name: `Back to ${market}` }).click();
      await expect.poll(() => location.pathname).toBe(`/customer/${market.toLowerCase()}`);
    },
  );

  it('shows the empty state of SPEC (§2.58)', async () => {
    await openApp('/customer/crypto/exchange');
    await expectShown(page.getByRole('heading', { name: 'No Completed Exchange Ideas' }));
    await expectShown(page.getByText('Check back later for updates'));
  });

  it('shows placeholders of the cards while the history loads (§2.58)', async () => {
    const listing = server().hold(listIdeas);
    await openApp('/customer/crypto/leverage');
    const loading = page.getByRole('status').filter({ hasText: 'Loading trade ideas...' });
    await expectShown(loading);
    // Readable, not only for screen readers.
    expect(measure(loading.getByText('Loading trade ideas...')).height).toBeGreaterThan(15);
    const before = loading.element().querySelector('.shadow-lift')!.getBoundingClientRect();
    listing.release();
    await expectShown(cards().first());
    await expect.poll(() => cards().first().element().getBoundingClientRect()).toEqual(before);
  });

  it('shows the empty state when loading fails, and loads after Retry (§2.60, §2.61)', async () => {
    server().failUntilPressed(listIdeas);
    await openApp('/customer/crypto/leverage');
    await expectShown(page.getByRole('heading', { name: 'No Completed Leverage Ideas' }));
    await expectShown(page.getByRole('alert').getByText("Couldn't load."));
    await page.getByRole('button', { name: 'Retry' }).click();
    await expectShown(cards().first());
  });

  it('lists S&P 500 pairs under Forex even if they are marked Crypto', async () => {
    await open('/customer/forex/exchange?pair=spx');
    await expect.poll(() => readTexts(cards())[0]).toContain('SPX/USDT');
    await openApp('/customer/crypto/exchange?pair=spx');
    await expectShown(page.getByText('No ideas match these filters.'));
  });

  it('shows the result, R, educator and both times of an idea (§2.59)', async () => {
    await open('/customer/crypto/leverage');
    const all = readTexts(cards()).slice(0, 5);
    expect(all.map((text) => /Successful|Unsuccessful|Completed/.exec(text)?.[0])).toEqual([
      'Unsuccessful',
      'Successful',
      'Unsuccessful',
      'Completed',
      'Successful',
    ]);
    const [first = ''] = all;
    for (const part of ['GBP/JPY', 'Bullish', 'Result not recorded', '1.0755', '1 hour ago', 'Closed'])
      expect(first).toContain(part);
    await expect
      .element(cards().first().getByRole('img'))
      .toHaveAttribute(
        'aria-label',
        'Invalidation 1.0755. Entry 1 1.0842. Exit 1 1.0921, 0.9R. Exit 2 1.0985, 1.6R',
      );
  });

  it('opens an idea from its card, also by keyboard, and returns the focus to the card', async () => {
    await open('/customer/crypto/leverage');
    await cards().nth(1).click();
    await expectShown(page.getByRole('dialog', { name: 'XAU/USD' }));
    await press('Escape');
    await expectGone(page.getByRole('dialog'));
    (cards().nth(2).getByRole('button').element() as HTMLElement).focus();
    await press('Enter');
    await expectShown(page.getByRole('dialog', { name: 'EUR/USD' }));
    await press('Escape');
    await expectGone(page.getByRole('dialog'));
    await expect.poll(() => document.activeElement?.textContent).toBe('EUR/USD');
  });

  it('loads page after page while scrolling, without duplicates, and renders only nearby cards', async () => {
    await open('/customer/crypto/leverage');
    const seen: string[] = [];
    const note = () => {
      for (const frame of timeFrames()) if (!seen.includes(frame)) seen.push(frame);
    };
    note();
    while (!isAtEnd()) {
      // Less than what is rendered at once.
      await wheel(1_500);
      await nextFrame();
      note();
      await expect.poll(() => cards().elements().length).toBeLessThan(50);
    }
    await expectShown(page.getByText(`All ${ROWS} ideas shown`));
    expect(seen).toEqual(Array.from({ length: ROWS }, (_, index) => `T${index + 1}`));
  });

  it('is where it was left after an idea was opened and Back was pressed (§2.2)', async () => {
    await open('/customer/crypto/leverage');
    await scrollToEnd();
    await wheel(-1_000);
    await expect.poll(isAtEnd).toBe(false);
    await nextFrame();
    const left = window.scrollY;
    const frames = timeFrames();
    (page.getByRole('link', { name: 'Markets', exact: true }).first().element() as HTMLElement).click();
    await expect.poll(() => location.pathname).toBe('/customer/dashboard');
    await expect.poll(() => window.scrollY).toBe(0);
    history.back();
    await expect.poll(() => window.scrollY).toBe(left);
    await expect.poll(timeFrames).toEqual(frames);
  });

  it('shows an error when the next page fails, and continues after Retry', async () => {
    server().failUntilPressed(listIdeas, ({ query: { cursor } }) => Boolean(cursor));
    await open('/customer/crypto/leverage?educator=1');
    await wheel(20_000);
    const failed = page.getByRole('alert').filter({ hasText: "Couldn't load." });
    await expectShown(failed);
    await failed.getByRole('button', { name: 'Retry' }).click();
    await scrollToEnd();
  });
});

describe('its filters', () => {
  it('filters by pair, educator and result; the URL has the filters and Back undoes each', async () => {
    await open('/customer/crypto/leverage');
    await search().click();
    await type('eurusd');
    await expect.poll(query).toBe('?pair=eurusd');
    await expect.poll(pairsShown).toEqual(new Set(['EUR/USD']));
    await page.getByRole('radio', { name: 'Unsuccessful' }).click();
    await expect.poll(query).toBe('?pair=eurusd&result=unsuccessful');
    await page.getByRole('combobox', { name: 'Educator' }).selectOptions('1');
    await expect.poll(query).toBe('?pair=eurusd&result=unsuccessful&educator=1');
    const fitting = Array.from({ length: ROWS }, (_, index) => index + 1).filter(
      (number) => number % 3 === 0 && number % 2 === 0 && [1, 3].includes(number % 5),
    );
    await expect
      .poll(timeFrames)
      .toEqual(fitting.map((number) => `T${number}`).slice(0, cards().elements().length));

    history.back();
    await expect.poll(query).toBe('?pair=eurusd&result=unsuccessful');
    history.back();
    await expect.element(page.getByRole('radio', { name: 'All', exact: true })).toBeChecked();
    history.back();
    await expect.poll(query).toBe('');
    await expect.element(search()).toHaveValue('');
    await expect.poll(pairsShown).toEqual(new Set(PAIRS));
  });

  it('applies the filters of a shared link, and clears them', async () => {
    await openApp('/customer/crypto/leverage?educator=2&result=successful&pair=nothing');
    await expectShown(page.getByText('No ideas match these filters.'));
    await expect.element(search()).toHaveValue('nothing');
    await expect.element(page.getByRole('combobox', { name: 'Educator' })).toHaveValue('2');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expectShown(cards().first());
    expect(query()).toBe('');
  });

  it('treats % and _ as plain characters', async () => {
    await openApp('/customer/crypto/leverage?pair=%25');
    await expectShown(page.getByText('No ideas match these filters.'));
  });

  it('lets a reader filter by keyboard alone', async () => {
    await open('/customer/crypto/leverage');
    await tabTo(search());
    await type('xau');
    await expect.poll(pairsShown).toEqual(new Set(['XAU/USD']));
    await use(page.getByRole('button', { name: 'Clear search' }));
    await expect.poll(query).toBe('');
    await expectFocus(search());
    await tabTo(page.getByRole('combobox', { name: 'Educator' }));
    await press('ArrowDown');
    await expect.poll(query).toBe('?educator=1');
    await tabTo(page.getByRole('radio', { name: 'All', exact: true }));
    await press('ArrowRight');
    await expect.poll(query).toBe('?educator=1&result=successful');
    await expectFocus(page.getByRole('radio', { name: 'Successful', exact: true }));
    await tabTo(search(), 'back');
    await type('none of these');
    await use(page.getByRole('button', { name: 'Clear filters' }));
    await expect.poll(query).toBe('');
    await expectShown(cards().first());
    await expectFocus(page.getByRole('region', { name: 'Completed ideas' }));
    await press('Tab');
    await expectFocus(cards().first().getByRole('button').first());
  });
});

describe('while it is open', () => {
  it('inserts a completed idea in order and removes a reset one while the history is open', async () => {
    const { id } = ideas.publish({ pair: 'NZD/CHF', market_type: 'Crypto', idea_type: 'Exchange' });
    await openApp('/customer/crypto/exchange');
    await expectShown(page.getByRole('heading', { name: 'No Completed Exchange Ideas' }));
    await expectLive();
    ideas.change(id, { status: 'unsuccessful' });
    await expectShown(page.getByRole('article', { name: /NZD\/CHF/ }));
    await expect.element(cards()).toHaveLength(1);
    ideas.change(id, { status: 'pending' });
    await expectShown(page.getByRole('heading', { name: 'No Completed Exchange Ideas' }));
  });

  it('moves nothing when new ideas arrive above the reader, and a button leads to them', async () => {
    const { id } = ideas.publish({ pair: 'NZD/CHF', market_type: 'Crypto', idea_type: 'Leverage' });
    await open('/customer/crypto/leverage');
    await expectLive();
    const scroll = () => {
      scrollTo(0, 2_500);
      return scrollY;
    };
    await expect.poll(scroll).toBe(2_500);
    const card = cards().filter({ hasText: 'T30' });
    await expectShown(card);
    const before = measure(card);
    const scrolled = window.scrollY;
    ideas.change(id, { status: 'success' });
    await expectShown(page.getByRole('button', { name: '1 new', exact: true }));
    await expect.poll(() => window.scrollY).toBe(scrolled);
    await expect.poll(() => measure(card)).toEqual(before);
    await page.getByRole('button', { name: '1 new', exact: true }).click();
    await expectShown(page.getByRole('article', { name: /NZD\/CHF/ }));
    await expect.poll(() => window.scrollY).toBe(0);
    ideas.change(id, { status: 'pending' });
    await expectGone(page.getByRole('article', { name: /NZD\/CHF/ }));
  });
});

it('fits a phone of 360 px down to its end', async () => {
  await resize(phone);
  await open('/customer/crypto/leverage?educator=1');
  await scrollToEnd();
  await expect.poll(() => document.documentElement.scrollWidth).toBe(360);
  await wheel(3_000);
  await expectShown(page.getByRole('contentinfo').getByRole('link', { name: /group/ }));
});
