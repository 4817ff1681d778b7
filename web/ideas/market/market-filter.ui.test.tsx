import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listFollows } from '../../../contract/educators/follows.ts';
import { listBookmarks } from '../../../contract/ideas/bookmarks.ts';
import type { TradeIdea } from '../../../contract/ideas/ideas.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { expectFocus, press, tabTo, use } from '../../testing/keyboard.ts';
import { openApp, reloadApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectLive, expectShown, readTexts } from '../../testing/page.ts';

/** Finding one of many active ideas: the switch between markets, the filters, the dots, and more than one page of ideas. */
let ideas: FakeIdeas;
/** Eight Forex ideas of three educators, newest first: EUR/AAA, EUR/BBB, … Odd ones are bearish, every third is Exchange. */
beforeEach(() => {
  ideas = new FakeIdeas(
    server(),
    [...'ABCDEFGH'].map((letter, index) => ({
      educator_id: String(1 + (index % 3)),
      pair: `EUR/${letter.repeat(3)}`,
      order_type: index % 2 ? 'SELL' : 'BUY',
      idea_type: index % 3 ? 'Leverage' : 'Exchange',
      created_at: new Date(Date.now() - index * 60_000).toISOString(),
    })),
  );
});

const open = async (path: string, options = {}) => {
  await openApp(path, options);
  await expectLive();
};
const card = () => page.getByCss('[role=group]:not([aria-hidden]) article');
const expectPlace = (place: string) => expectShown(page.getByText(place, { exact: true }));
const filter = (name: string) => page.getByRole('combobox', { name });
const clearFilters = () => page.getByRole('button', { name: 'Clear filters' }).first().click();
const address = () => location.pathname + location.search;
const newIdeaButton = (pair: string) => page.getByRole('button', { name: `New idea: ${pair}` });

describe('the market switch', () => {
  const market = () => page.getByRole('navigation', { name: 'Market' });

  it('switches to the other market and keeps direction, type and time frame (§2.43)', async () => {
    await open('/customer/forex?educator=2&direction=Bearish');
    await expect
      .element(market().getByRole('link', { name: 'Forex' }))
      .toHaveAttribute('aria-current', 'page');
    await market().getByRole('link', { name: 'Crypto' }).click();
    await expect.poll(address).toBe('/customer/crypto?direction=Bearish');
    await expectShown(page.getByRole('heading', { level: 1, name: 'Crypto' }));
  });

  it('switches from a history to the same one of the other market, without the pair (§2.62)', async () => {
    await open('/customer/forex/exchange?educator=2&result=successful&pair=eur');
    await market().getByRole('link', { name: 'Crypto' }).click();
    await expect.poll(address).toBe('/customer/crypto/exchange?educator=2&result=successful');
  });
});

describe('the filters of a market', () => {
  it('shows what matches, with its count, and offers only values that occur (§2.45, §2.46)', async () => {
    await open('/customer/forex');
    const entries = history.length;
    await expectShown(card());
    await filter('Direction').selectOptions('Bearish');
    await expect.poll(address).toBe('/customer/forex?direction=Bearish');
    await expectShown(page.getByText('4 of 8 ideas', { exact: true }));
    await expectPlace('1 of 4');
    await expectShown(card().getByText('Bearish', { exact: true }));
    await expect
      .poll(() => readTexts(filter('Idea type').getByRole('option')))
      .toEqual(['Any type', 'Exchange', 'Leverage']);

    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect.poll(() => page.getByRole('rowheader').elements().length).toBe(4);
    reloadApp();
    await expect.poll(() => page.getByRole('rowheader').elements().length).toBe(4);
    await clearFilters();
    await expect.poll(address).toBe('/customer/forex');
    await expect.poll(() => page.getByRole('rowheader').elements().length).toBe(8);
    // Replaced, not pushed: Back leaves the market.
    expect(history.length).toBe(entries);
  });

  it('keeps followed educators, bookmarks, and what is both (§2.45)', async () => {
    const { id: both } = ideas.publish({ pair: 'EUR/DKK' });
    const isBookmarked = ({ id, educator_id }: TradeIdea) => id === both || educator_id === '1';
    server().on(listFollows, () => ({ educator_ids: ['2'] }));
    server().on(listBookmarks, () =>
      [...ideas.rows.values()].filter(isBookmarked).map((idea) => ({
        idea_id: idea.id,
        is_bookmarked: true,
        note: '',
        alerts: [],
        updated_at: idea.updated_at,
        idea,
      })),
    );
    const expectMatches = async (matches: (idea: TradeIdea) => boolean) => {
      const count = [...ideas.rows.values()].filter(matches).length;
      await expectShown(page.getByText(`${count} of 9 ideas`, { exact: true }));
      await expectPlace(`1 of ${count}`);
    };
    const toggle = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await open('/customer/forex');
    await expectShown(card());
    await toggle('Followed');
    await expectMatches(({ educator_id }) => educator_id === '2');
    await toggle('Bookmarks');
    await expectMatches(({ id }) => id === both);
    await expectShown(card().getByRole('heading', { name: 'EUR/DKK' }));
    await toggle('Followed');
    await expectMatches(isBookmarked);
  });

  it('says when nothing matches, and removes the filters (§2.46)', async () => {
    await open('/customer/forex?direction=Bearish&timeframe=never');
    await expectShown(page.getByRole('heading', { name: 'No ideas match these filters.' }));
    await expectShown(page.getByText('0 of 8 ideas'));
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
    await expectShown(card());
    expect(location.search).toBe('');
  });

  it('leaves new ideas that do not match to the toast', async () => {
    await open('/customer/forex?direction=Bearish');
    await expectPlace('1 of 4');
    ideas.publish({ pair: 'EUR/HUF', order_type: 'BUY' });
    await expectShown(page.getByRole('heading', { name: 'EUR/HUF Bullish', exact: true }));
    await expectGone(newIdeaButton('EUR/HUF'));
    await expectPlace('1 of 4');
  });

  it('announces a new idea that matches once, by the carousel', async () => {
    await open('/customer/forex?direction=Bearish');
    await expectPlace('1 of 4');
    ideas.publish({ pair: 'EUR/RON', order_type: 'SELL' });
    await expectShown(newIdeaButton('EUR/RON'));
    // A later toast shows that none came for the idea before it.
    ideas.publish({ pair: 'EUR/ISK', order_type: 'BUY' });
    await expectShown(page.getByRole('heading', { name: 'EUR/ISK Bullish', exact: true }));
    await expectGone(page.getByRole('heading', { name: 'EUR/RON Bearish', exact: true }));
  });

  it('keeps the idea being read when an edit makes it stop matching, without calling it closed', async () => {
    const { id } = ideas.publish({ pair: 'EUR/CZK', time_frame: '2H' });
    await open('/customer/forex?timeframe=2H');
    await expectShown(card().getByRole('heading', { name: 'EUR/CZK' }));
    ideas.change(id, { time_frame: '3H' });
    await expectShown(page.getByText('0 of 9 ideas'));
    await expectShown(card().getByRole('heading', { name: 'EUR/CZK' }));
    await expectGone(page.getByText('This idea was closed'));
    await clearFilters();
    await expectShown(card().getByText('3H', { exact: true }));
  });

  it('shows the filters behind one button on a phone, which counts the selected ones', async () => {
    await open('/customer/forex?direction=Bearish', { size: { width: 360, height: 800 } });
    const button = (count: number) => page.getByRole('button', { name: `Filters (${count})` });
    await expectShown(button(1));
    await expect.element(filter('Idea type')).not.toBeInTheDocument();
    await use(button(1));
    await expectShown(filter('Direction'));
    await filter('Idea type').selectOptions('Leverage');
    await expectShown(button(2));
    await use(button(2));
    await expectGone(filter('Idea type'));
    expect(document.documentElement.scrollWidth).toBe(360);
  });
});

describe('the dots below the carousel', () => {
  const dots = () => page.getByRole('list', { name: 'All ideas' });
  const dot = (number: number) =>
    dots()
      .getByRole('button')
      .nth(number - 1);

  it('names every idea in the dots, shows the selected one and leads to another (§2.50)', async () => {
    await open('/customer/forex');
    await expectShown(dot(1));
    await expect.element(dot(1)).toHaveAttribute('aria-label', 'EUR/AAA, 1 of 8');
    await expect.poll(() => dots().getByRole('button').elements().length).toBe(8);
    await dot(4).click();
    await expectPlace('4 of 8');
    await expect.element(dot(4)).toHaveAttribute('aria-current', 'true');
  });

  it('makes the dots one tab stop whose focus follows the arrow keys', async () => {
    await open('/customer/forex');
    await tabTo(dot(1));
    await press('ArrowRight');
    await expectPlace('2 of 8');
    await expectFocus(dot(2));
    await press('Tab');
    await expectFocus(page.getByRole('button', { name: 'Next', exact: true }));
  });

  it('replaces the dots by a strip when there are more than 12 ideas (§2.50)', async () => {
    await open('/customer/forex');
    await expectShown(dots());
    for (let count = 8; count < 13; count++) ideas.publish({ pair: 'DOT/USD' });
    await expectGone(dots());
    await expectPlace('6 of 13');
    ideas.remove([...ideas.rows.keys()].at(-1)!);
    await expectShown(dots());
  });
});

describe('a market with more ideas than a page of the list', () => {
  const COUNT = 640;
  beforeEach(() => {
    ideas = new FakeIdeas(
      server(),
      Array.from({ length: COUNT }, (_, index) => ({
        pair: `P${index + 1}/USD`,
        market_type: 'Crypto',
        time_frame: index === COUNT - 1 ? 'oldest' : '4H',
        created_at: new Date(Date.now() - (index + 1) * 60_000).toISOString(),
      })),
    );
  });

  it('shows all of them, and counts none as new (§2.56)', async () => {
    await open('/customer/crypto');
    await expectShown(page.getByText('640 active'));
    await expectPlace('1 of 640');
    await filter('Time frame').selectOptions('oldest');
    await expectShown(card().getByRole('heading', { name: 'P640/USD' }));
    await expectGone(page.getByRole('banner').getByText(/new idea/));
    await expectShown(page.getByRole('button', { name: 'Notifications', exact: true }));
  });

  it('finds the last one in the search', async () => {
    await open('/customer/dashboard');
    await press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill('P640/USD');
    await expectShown(page.getByRole('option', { name: /^P640\/USD/ }));
  });
});
