import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { IdeaStatus } from '../contract/ideas.ts';
import type { Database } from '../server/database/database.ts';
import { startApp, type TestApp } from './app.ts';
import { failUntilRetry, holdCalls } from './held-calls.ts';
import { createKeyboard } from './keyboard.ts';
import { signInCustomer, type WatchedPage } from './people.ts';

/** SPEC §2, completed ideas: the four history routes for customers. */
const ROWS = 300;
const PAIRS = ['EUR/USD', 'GBP/JPY', 'XAU/USD'];

/** Crypto Exchange is empty; Crypto Leverage gets 300 ideas, the newest first: number 1, 2, … */
const prepare = async ({ pool }: Database) => {
  await pool.query("delete from trade_ideas where market_type = 'Crypto'");
  const insert = (values: string) =>
    pool.query(`
      insert into trade_ideas (id, educator_id, educator_name, pair, time_frame, order_type, idea_type, market_type,
        entry_1, invalidation_level, exit_1, exit_2, status, created_at, updated_at, closed_at, version) ${values}`);
  await insert(`
    select gen_random_uuid(), (1 + i % 2)::text, 'Someone', (array['${PAIRS.join("','")}'])[1 + i % 3], 'T' || i, 'BUY',
      'Leverage', 'Crypto', 1.0842, 1.0755, 1.0921, 1.0985,
      (array['successful', 'unsuccessful', 'success', 'failure', 'completed'])[1 + i % 5],
      now() - make_interval(hours => i), now() - make_interval(mins => i), now() - make_interval(mins => i), 2
    from generate_series(1, ${ROWS}) i`);
  await insert(`
    values (gen_random_uuid(), '3', 'Someone', 'SPX/USDT', '1D', 'SELL', 'Exchange', 'Crypto', 5850.25, 5904, 5800, null,
      'successful', now(), now(), now(), 2)`);
};

let app: TestApp;
let customer: WatchedPage;
let page: Page;

beforeAll(async () => {
  app = await startApp({ prepare });
  customer = await signInCustomer(app.url);
  page = customer.page;
});
afterEach(async () => {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.setViewportSize({ width: 1440, height: 900 });
});
afterAll(async () => {
  expect(customer?.errors).toEqual([]);
  await customer?.close();
  await app.close();
});

const cards = () => page.getByRole('article');
const pairsShown = async () => new Set(await page.getByRole('heading', { level: 2 }).allInnerTexts());
const search = () => page.getByRole('searchbox', { name: 'Search pairs' });
const query = () => new URL(page.url()).search;
const open = async (path: string) => {
  await page.goto(path);
  await cards().first().waitFor();
};
const timeFrames = () => page.locator('article p span:nth-child(3)').allInnerTexts();
const isAtEnd = async () =>
  (await page.getByText(/^All \d+ ideas shown$/).isVisible()) &&
  (await page.evaluate(
    () => window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1,
  ));
/** Scrolls to the end, however many pages that takes. */
const scrollToEnd = async () => {
  while (!(await isAtEnd())) {
    await page.mouse.wheel(0, 3_000);
    await page.waitForTimeout(50);
  }
};

const educator = async () => {
  const call = async <T>(method: string, path: string, body: object, token?: string): Promise<T> => {
    const answer = await fetch(app.url + path, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    expect(answer.ok).toBe(true);
    return answer.json() as Promise<T>;
  };
  const who = { email: 'educator2@demo.test', password: 'teach-to-trade', selectedRole: 'educator' };
  const { sessionToken } = await call<{ sessionToken: string }>('POST', '/api/auth/login', who);
  const levels = { entry_1: '1.0842', invalidation_level: '1.0755', exit_1: '1.0921' };
  return {
    publish: (pair: string, fields: object) =>
      call<{ id: string }>(
        'POST',
        '/api/trade-ideas',
        { pair, time_frame: '4H', ...levels, ...fields },
        sessionToken,
      ),
    setStatus: (id: string, status: IdeaStatus) =>
      call('PUT', `/api/trade-ideas/${id}`, { status }, sessionToken),
  };
};

describe('the history', () => {
  it.each([
    ['Forex', 'Leverage'],
    ['Crypto', 'Leverage'],
    ['Forex', 'Exchange'],
    ['Crypto', 'Exchange'],
  ] as const)(
    'shows the title, the way back and the footer of the history of %s %s',
    async (market, type) => {
      await page.goto(`/customer/${market.toLowerCase()}/${type.toLowerCase()}`);
      await page.getByRole('heading', { level: 1, name: `${type} Ideas History` }).waitFor();
      const foot = page.getByRole('contentinfo');
      await foot.getByText(/Educational content only, not investment advice/).waitFor();
      await foot.getByRole('link', { name: /group/ }).waitFor();
      await page.getByRole('link', { name: `Back to ${market}` }).click();
      await page.waitForURL(`**/customer/${market.toLowerCase()}`);
    },
  );

  it('shows the empty state of SPEC', async () => {
    await page.goto('/customer/crypto/exchange');
    await page.getByRole('heading', { name: 'No Completed Exchange Ideas' }).waitFor();
    await page.getByText('Check back later for updates').waitFor();
  });

  it('shows placeholders of the cards while the history loads', async () => {
    const listing = await holdCalls(page, '**/api/trade-ideas?*', 'GET');
    await page.goto('/customer/crypto/leverage');
    const loading = page.getByRole('status').filter({ hasText: 'Loading trade ideas...' });
    await loading.waitFor();
    // Readable, not only for screen readers.
    const text = await loading.getByText('Loading trade ideas...').boundingBox();
    expect(text?.height).toBeGreaterThan(15);
    const before = await loading.locator('.shadow-lift').first().boundingBox();
    listing.release();
    await cards().first().waitFor();
    await expect.poll(() => cards().first().boundingBox()).toEqual(before);
  });

  it('shows the empty state when loading fails, and loads after Retry', async () => {
    await failUntilRetry(page, '**/api/trade-ideas?*');
    await page.goto('/customer/crypto/leverage');
    await page.getByRole('heading', { name: 'No Completed Leverage Ideas' }).waitFor();
    await page.getByRole('alert').getByText("Couldn't load.").waitFor();
    await page.getByRole('button', { name: 'Retry' }).click();
    await cards().first().waitFor();
  });

  it('lists S&P 500 pairs under Forex even if they are marked Crypto', async () => {
    await open('/customer/forex/exchange?pair=spx');
    await expect.poll(() => cards().first().innerText()).toContain('SPX/USDT');
    await page.goto('/customer/crypto/exchange?pair=spx');
    await page.getByText('No ideas match these filters.').waitFor();
  });

  it('shows the result, R, educator and both times of an idea', async () => {
    await open('/customer/crypto/leverage');
    const texts = (await cards().allInnerTexts()).slice(0, 5);
    expect(texts.map((text) => /Successful|Unsuccessful|Completed/.exec(text)?.[0])).toEqual([
      'Unsuccessful',
      'Successful',
      'Unsuccessful',
      'Completed',
      'Successful',
    ]);
    const [first = ''] = texts;
    for (const part of ['GBP/JPY', 'Bullish', 'Result not recorded', '1.0755', '1 hour ago', 'Closed'])
      expect(first).toContain(part);
    const track = cards().first().getByRole('img');
    await expect
      .poll(() => track.getAttribute('aria-label'))
      .toBe('Invalidation 1.0755. Entry 1 1.0842. Exit 1 1.0921, 0.9R. Exit 2 1.0985, 1.6R');
  });

  it('opens an idea from its card, also by keyboard, and returns the focus to the card', async () => {
    await open('/customer/crypto/leverage');
    await cards().nth(1).click();
    await page.getByRole('dialog', { name: 'XAU/USD' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await cards().nth(2).getByRole('button').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'EUR/USD' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('EUR/USD');
  });

  it('leads from a link to an idea to its page, however old the idea is', async () => {
    const { rows } = await app.database.pool.query<{ id: string }>(
      "select id from trade_ideas where time_frame = 'T250'",
    );
    await page.goto(`/customer/crypto/leverage?educator=1&idea=${rows[0]?.id}`);
    await page.waitForURL(`**/ideas/${rows[0]?.id}`);
    await page.getByText('T250').waitFor();
  });

  it('loads page after page while scrolling, without duplicates, and renders only nearby cards', async () => {
    await open('/customer/crypto/leverage');
    const seen: string[] = [];
    const note = async () => {
      for (const frame of await timeFrames()) if (!seen.includes(frame)) seen.push(frame);
    };
    await note();
    while (!(await isAtEnd())) {
      await page.mouse.wheel(0, 700);
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
      await note();
      await expect.poll(() => cards().count()).toBeLessThan(50);
    }
    await page.getByText(`All ${ROWS} ideas shown`).waitFor();
    expect(seen).toEqual(Array.from({ length: ROWS }, (_, index) => `T${index + 1}`));
  });

  it('shows an error when the next page fails, and continues after Retry', async () => {
    await page.route('**/api/trade-ideas?*cursor=*', (route) => route.abort());
    await open('/customer/crypto/leverage?educator=1');
    await page.mouse.wheel(0, 20_000);
    const failed = page.getByRole('alert').filter({ hasText: "Couldn't load." });
    await failed.waitFor();
    await page.unroute('**/api/trade-ideas?*cursor=*');
    await failed.getByRole('button', { name: 'Retry' }).click();
    await scrollToEnd();
  });
});

describe('its filters', () => {
  it('filters by pair, educator and result; the URL has the filters and Back undoes each', async () => {
    await open('/customer/crypto/leverage');
    await search().pressSequentially('eurusd', { delay: 20 });
    await expect.poll(query).toBe('?pair=eurusd');
    await expect.poll(pairsShown).toEqual(new Set(['EUR/USD']));
    await page.getByRole('radio', { name: 'Unsuccessful' }).check();
    await expect.poll(query).toBe('?result=unsuccessful&pair=eurusd');
    await page.getByRole('combobox', { name: 'Educator' }).selectOption({ value: '1' });
    await expect.poll(query).toBe('?educator=1&result=unsuccessful&pair=eurusd');
    const fitting = Array.from({ length: ROWS }, (_, index) => index + 1).filter(
      (number) => number % 3 === 0 && number % 2 === 0 && [1, 3].includes(number % 5),
    );
    await expect
      .poll(timeFrames)
      .toEqual(fitting.map((number) => `T${number}`).slice(0, await cards().count()));

    await page.goBack();
    await expect.poll(query).toBe('?result=unsuccessful&pair=eurusd');
    await page.goBack();
    await expect.poll(() => page.getByRole('radio', { name: 'All', exact: true }).isChecked()).toBe(true);
    await page.goBack();
    await expect.poll(query).toBe('');
    await expect.poll(() => search().inputValue()).toBe('');
    await expect.poll(pairsShown).toEqual(new Set(PAIRS));
  });

  it('applies the filters of a shared link, and clears them', async () => {
    await page.goto('/customer/crypto/leverage?educator=2&result=successful&pair=nothing');
    await page.getByText('No ideas match these filters.').waitFor();
    await expect.poll(() => search().inputValue()).toBe('nothing');
    await expect.poll(() => page.getByRole('combobox', { name: 'Educator' }).inputValue()).toBe('2');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await cards().first().waitFor();
    expect(query()).toBe('');
  });

  it('treats % and _ as plain characters', async () => {
    await page.goto('/customer/crypto/leverage?pair=%25');
    await page.getByText('No ideas match these filters.').waitFor();
  });

  it('lets a reader filter by keyboard alone', async () => {
    await open('/customer/crypto/leverage');
    const { press, expectFocus, tabTo, type, use } = createKeyboard(page);
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
    await cards().first().waitFor();
    await expectFocus(page.getByRole('region', { name: 'Completed ideas' }));
    await press('Tab');
    await expectFocus(cards().first().getByRole('button').first());
  });
});

describe('while it is open', () => {
  it('inserts a completed idea in order and removes a reset one while the history is open', async () => {
    const { publish, setStatus } = await educator();
    const { id } = await publish('NZD/CHF', { market_type: 'Crypto', idea_type: 'Exchange' });
    await page.goto('/customer/crypto/exchange');
    await page.getByRole('heading', { name: 'No Completed Exchange Ideas' }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await setStatus(id, 'unsuccessful');
    await page.getByRole('article', { name: /NZD\/CHF/ }).waitFor();
    await expect.poll(() => cards().count()).toBe(1);
    await setStatus(id, 'pending');
    await page.getByRole('heading', { name: 'No Completed Exchange Ideas' }).waitFor();
  });

  it('moves nothing when new ideas arrive above the reader, and a button leads to them', async () => {
    const { publish, setStatus } = await educator();
    const { id } = await publish('NZD/CHF', { market_type: 'Crypto', idea_type: 'Leverage' });
    await open('/customer/crypto/leverage');
    await page.getByText('Live', { exact: true }).waitFor();
    const scroll = () =>
      page.evaluate(() => {
        scrollTo(0, 2_500);
        return scrollY;
      });
    await expect.poll(scroll).toBe(2_500);
    const card = cards().filter({ hasText: 'T30' });
    await card.waitFor();
    const before = await card.boundingBox();
    const scrolled = await page.evaluate(() => window.scrollY);
    await setStatus(id, 'success');
    await page.getByRole('button', { name: '1 new', exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);
    await expect.poll(() => card.boundingBox()).toEqual(before);
    await page.getByRole('button', { name: '1 new', exact: true }).click();
    await page.getByRole('article', { name: /NZD\/CHF/ }).waitFor();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await setStatus(id, 'pending');
    await page.getByRole('article', { name: /NZD\/CHF/ }).waitFor({ state: 'detached' });
  });
});

it('fits a phone of 360 px down to its end', async () => {
  await page.setViewportSize({ width: 360, height: 800 });
  await open('/customer/crypto/leverage?educator=1');
  await scrollToEnd();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.mouse.wheel(0, 3_000);
  await page.getByRole('contentinfo').getByRole('link', { name: /group/ }).waitFor();
});
