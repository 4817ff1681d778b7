import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { type EducatorCalls, signInCalls } from './educator-calls.ts';
import { createKeyboard } from './keyboard.ts';
import { setUpPeople, signInCustomer, withoutDelays } from './people.ts';

/** Finding one of many active ideas: the switch between markets, the filters, the dots, and more than one page of ideas. */
let app: TestApp;
let educator: EducatorCalls;

beforeAll(async () => {
  app = await startApp();
  educator = await signInCalls(app);
});
afterAll(() => app.close());

const watched = setUpPeople();
const open = async (path: string, options = {}) => {
  const page = await watched(signInCustomer(app.url, { path, ...options }));
  await page.getByText('Live', { exact: true }).waitFor();
  return page;
};
const card = (page: Page): Locator => page.locator('[role=group]:not([aria-hidden]) article');
const place = (page: Page) => page.getByText(/^\d+ of \d+$/).innerText();
const search = (page: Page) => new URL(page.url()).search;
const choose = (page: Page, filter: string, choice: string) =>
  page.getByRole('combobox', { name: filter }).selectOption({ label: choice });
const clearFilters = (page: Page) => page.getByRole('button', { name: 'Clear filters' }).first().click();

describe('the market switch', () => {
  it('switches to the other market and keeps direction, type and time frame', async () => {
    const page = await open('/customer/forex?educator=2&direction=Bearish');
    const market = page.getByRole('navigation', { name: 'Market' });
    await expect
      .poll(() => market.getByRole('link', { name: 'Forex' }).getAttribute('aria-current'))
      .toBe('page');
    await market.getByRole('link', { name: 'Crypto' }).click();
    await page.waitForURL('**/customer/crypto?direction=Bearish');
    await page.getByRole('heading', { level: 1, name: 'Crypto' }).waitFor();
  });

  it('switches from a history to the same one of the other market, without the pair', async () => {
    const page = await open('/customer/forex/exchange?educator=2&result=successful&pair=eur');
    await page.getByRole('navigation', { name: 'Market' }).getByRole('link', { name: 'Crypto' }).click();
    await page.waitForURL('**/customer/crypto/exchange?educator=2&result=successful');
  });
});

describe('the filters of a market', () => {
  it('shows what matches, with its count, and offers only values that occur', async () => {
    const page = await open('/customer/forex');
    await card(page).waitFor();
    await choose(page, 'Direction', 'Bearish');
    await expect.poll(() => search(page)).toBe('?direction=Bearish');
    const [shown, all] = (await page.getByText(/^\d+ of \d+ ideas$/).innerText()).match(/\d+/g)!.map(Number);
    expect(shown).toBeLessThan(all!);
    await expect.poll(() => place(page)).toBe(`1 of ${shown}`);
    await card(page).getByText('Bearish', { exact: true }).waitFor();
    const types = await page.getByRole('combobox', { name: 'Idea type' }).getByRole('option').allInnerTexts();
    expect(types).toEqual(['Any type', 'Exchange', 'Leverage']);

    await page.getByRole('radio', { name: 'Compare' }).check();
    await page.getByRole('table').waitFor();
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(shown);
    await page.reload();
    await page.getByRole('table').waitFor();
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(shown);
    await clearFilters(page);
    await expect.poll(() => search(page)).toBe('');
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(all);
    // Replaced, not pushed: Back leaves the market.
    await expect.poll(() => page.evaluate(() => history.length)).toBeLessThanOrEqual(3);
  });

  it('keeps followed educators, bookmarks, and what is both', async () => {
    const { pool } = app.database;
    const { id } = await educator.publish({ pair: 'EUR/DKK' });
    await pool.query(
      `insert into follows select id, '2', now() from users where email = 'customer@demo.test'`,
    );
    await pool.query(
      `insert into bookmarks select users.id, ideas.id, true, '', now() from users, trade_ideas ideas
       where email = 'customer@demo.test' and (ideas.id = $1 or ideas.educator_id = '1')`,
      [id],
    );
    const count = async (condition: string) =>
      (
        await pool.query(
          `select 1 from trade_ideas where market_type = 'Forex' and status in ('active', 'pending', 'invalid') and ${condition}`,
        )
      ).rowCount;
    const all = await count("educator_id <> '9'");
    const expectCount = async (condition: string) => {
      const expected = await count(condition);
      expect(expected).toBeLessThan(all!);
      await page.getByText(`${expected} of ${all} ideas`, { exact: true }).waitFor();
      await expect.poll(() => place(page)).toBe(`1 of ${expected}`);
    };
    const page = await open('/customer/forex');
    await card(page).waitFor();
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await press('Followed');
    await expectCount("educator_id = '2'");
    await press('Bookmarked');
    await expectCount(`id = '${id}'`);
    await card(page).getByRole('heading', { name: 'EUR/DKK' }).waitFor();
    await press('Followed');
    await expectCount(`(id = '${id}' or educator_id = '1')`);
    await pool.query('delete from follows; delete from bookmarks');
    await educator.remove(id);
  });

  it('says when nothing matches, and removes the filters', async () => {
    const page = await open('/customer/forex?direction=Bearish&timeframe=never');
    await page.getByRole('heading', { name: 'No ideas match these filters.' }).waitFor();
    await page.getByText(/^0 of \d+ ideas$/).waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click();
    await card(page).waitFor();
    expect(search(page)).toBe('');
  });

  it('shows an idea that was linked to, until the reader changes the filters', async () => {
    const { id } = await educator.publish({ pair: 'EUR/SEK', order_type: 'BUY' });
    const page = await open(`/customer/forex?direction=Bearish&idea=${id}`);
    await card(page).getByRole('heading', { name: 'EUR/SEK' }).waitFor();
    await choose(page, 'Idea type', 'Leverage');
    await expect.poll(() => search(page)).toBe('?direction=Bearish&type=Leverage');
    await page.getByRole('heading', { name: 'EUR/SEK' }).waitFor({ state: 'detached' });
    await educator.remove(id);
  });

  it('leaves new ideas that do not match to the toast, and announces the others once', async () => {
    const page = await open('/customer/forex?direction=Bearish', withoutDelays);
    await page.getByRole('status', { name: 'Connection' }).waitFor({ state: 'attached' });
    await card(page).waitFor();
    const before = await place(page);
    const { id } = await educator.publish({ pair: 'EUR/HUF', order_type: 'BUY' });
    await page.getByRole('heading', { name: 'EUR/HUF Bullish', exact: true }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'New idea: EUR/HUF' }).count()).toBe(0);
    await expect.poll(() => place(page)).toBe(before);
    // One that matches is announced by the carousel, without another toast.
    const matching = await educator.publish({ pair: 'EUR/RON', order_type: 'SELL' });
    await page.getByRole('button', { name: 'New idea: EUR/RON' }).waitFor();
    const next = await educator.publish({ pair: 'EUR/ISK', order_type: 'BUY' });
    await page.getByRole('heading', { name: 'EUR/ISK Bullish', exact: true }).waitFor();
    await expect
      .poll(() => page.getByRole('heading', { name: 'EUR/RON Bearish', exact: true }).count())
      .toBe(0);
    for (const idea of [id, matching.id, next.id]) await educator.remove(idea);
  });

  it('keeps the idea being read when an edit makes it stop matching, without calling it closed', async () => {
    const { id } = await educator.publish({ pair: 'EUR/CZK', time_frame: '2H' });
    const page = await open('/customer/forex?timeframe=2H');
    await card(page).getByRole('heading', { name: 'EUR/CZK' }).waitFor();
    await educator.change(id, { time_frame: '3H' });
    await page.getByText(/^0 of \d+ ideas$/).waitFor();
    await card(page).getByRole('heading', { name: 'EUR/CZK' }).waitFor();
    await expect.poll(() => page.getByText('This idea was closed').count()).toBe(0);
    await clearFilters(page);
    await card(page).getByText('3H', { exact: true }).waitFor();
    await educator.remove(id);
  });

  it('shows the filters behind one button on a phone, which counts the selected ones', async () => {
    const page = await open('/customer/forex?direction=Bearish', { viewport: { width: 360, height: 800 } });
    const button = page.getByRole('button', { name: 'Filters (1)' });
    await button.waitFor();
    await expect.poll(() => page.getByRole('combobox', { name: 'Idea type' }).isVisible()).toBe(false);
    const { use, press } = createKeyboard(page);
    await use(button);
    await page.getByRole('combobox', { name: 'Direction' }).waitFor();
    await choose(page, 'Idea type', 'Leverage');
    await page.getByRole('button', { name: 'Filters (2)' }).waitFor();
    await use(page.getByRole('button', { name: 'Filters (2)' }));
    await page.getByRole('combobox', { name: 'Idea type' }).waitFor({ state: 'hidden' });
    await press('Escape');
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
});

describe('the dots below the carousel', () => {
  it('names every idea in the dots, shows the selected one and leads to another', async () => {
    const page = await open('/customer/forex');
    const dots = page.getByRole('list', { name: 'All ideas' }).getByRole('button');
    await dots.first().waitFor();
    await expect.poll(() => dots.first().getAttribute('aria-label')).toBe('EUR/USD, 1 of 9');
    await expect.poll(() => dots.count()).toBe(9);
    await dots.nth(3).click();
    await expect.poll(() => place(page)).toBe('4 of 9');
    await expect.poll(() => dots.nth(3).getAttribute('aria-current')).toBe('true');
  });

  it('makes the dots one tab stop whose focus follows the arrow keys', async () => {
    const page = await open('/customer/forex');
    const { tabTo, press, expectFocus } = createKeyboard(page);
    const dots = page.getByRole('list', { name: 'All ideas' }).getByRole('button');
    await tabTo(dots.first());
    await press('ArrowRight');
    await expect.poll(() => place(page)).toBe('2 of 9');
    await expectFocus(dots.nth(1));
    await press('Tab');
    await expectFocus(page.getByRole('button', { name: 'Next', exact: true }));
  });

  it('replaces the dots by a strip when there are more than 12 ideas', async () => {
    const page = await open('/customer/crypto');
    const dots = page.getByRole('list', { name: 'All ideas' });
    await dots.waitFor();
    const count = await dots.getByRole('button').count();
    const ids: string[] = [];
    for (let number = count; number < 13; number++)
      ids.push((await educator.publish({ pair: `DOT/USD`, market_type: 'Crypto' })).id);
    await dots.waitFor({ state: 'detached' });
    await expect.poll(() => place(page)).toBe(`${1 + ids.length} of 13`);
    for (const id of ids) await educator.remove(id);
    await dots.waitFor();
  });
});

it('shows all ideas of a market with more than 500 active ones', async () => {
  const many = await startApp({
    prepare: ({ pool }) =>
      pool.query(`
        insert into trade_ideas (id, educator_id, educator_name, pair, time_frame, order_type, idea_type, market_type,
          entry_1, invalidation_level, exit_1, status, created_at, updated_at, version)
        select gen_random_uuid(), '1', 'Someone', 'P' || i || '/USD', case i when 640 then 'oldest' else '4H' end, 'BUY',
          'Leverage', 'Crypto', 1.0842, 1.0755, 1.0921, 'active', now() - make_interval(days => 30, mins => i),
          now() - make_interval(days => 30, mins => i), 1
        from generate_series(1, 640) i`),
  });
  try {
    const page = await watched(signInCustomer(many.url, { path: '/customer/crypto' }));
    await page.getByText(/^64\d\sactive/).waitFor();
    const { rows } = await many.database.pool.query(
      "select count(*)::int as count from trade_ideas where market_type = 'Crypto' and educator_id <> '9' and status in ('active', 'pending', 'invalid')",
    );
    await expect.poll(() => place(page)).toBe(`1 of ${rows[0].count}`);
    await choose(page, 'Time frame', 'oldest');
    await card(page).getByRole('heading', { name: 'P640/USD' }).waitFor();
    // Older ideas are not new ones.
    await expect
      .poll(() =>
        page
          .getByRole('banner')
          .getByText(/new idea/)
          .count(),
      )
      .toBe(0);
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();

    const { id } = (await many.database.pool.query("select id from trade_ideas where time_frame = 'oldest'"))
      .rows[0];
    const linked = await watched(signInCustomer(many.url, { path: `/customer/crypto?idea=${id}` }));
    await card(linked).getByRole('heading', { name: 'P640/USD' }).waitFor();

    const searching = await watched(signInCustomer(many.url));
    await searching.getByText('Live', { exact: true }).waitFor();
    await searching.keyboard.press('Control+k');
    await searching.getByRole('combobox', { name: 'Search' }).fill('P640/USD');
    await searching.getByRole('option', { name: /^P640\/USD/ }).waitFor();
  } finally {
    await many.close();
  }
});
