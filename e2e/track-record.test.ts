import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TrackRecord } from '../contract/track-record.ts';
import { storageKeys } from '../web/shared/storage/storage-keys.ts';
import { startApp, type TestApp } from './app.ts';
import { findViolations } from './axe.ts';
import { download } from './downloads.ts';
import { signInCalls } from './educator-calls.ts';
import { educatorDashboard } from './educator-dashboard.ts';
import { createKeyboard } from './keyboard.ts';
import { setUpPeople, signInCustomer, signInEducator } from './people.ts';

/** An educator's results: reported when ideas are closed, and counted publicly. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();

/** Where punctuation begins a line, with the text that follows. Runs in the page. */
const findBrokenPunctuation = (sentence: Element): string[] => {
  const texts = document.createTreeWalker(sentence, NodeFilter.SHOW_TEXT);
  const broken: string[] = [];
  const range = document.createRange();
  let before: DOMRect | undefined;
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.textContent ?? '';
    for (let at = 0; at < text.length; at++) {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = range.getBoundingClientRect();
      if (/[,.;:)]/.test(text.charAt(at)) && before && box.top > before.bottom - 4)
        broken.push(text.slice(at, at + 12));
      if (box.width > 0) before = box;
    }
  }
  return broken;
};

describe('closing an idea', () => {
  it('asks for the level reached, accepts the proposal with one click, and shows it', async () => {
    const page = await watched(signInEducator(app.url, '3'));
    const dashboard = educatorDashboard(page);
    await dashboard.fill({
      Pair: 'DOT/USDT',
      'Time frame': '4H',
      'Entry 1': '100',
      'Invalidation level': '90',
      'Exit 1': '110',
      'Exit 2': '130',
      Notes: 'closed with a result',
    });
    await dashboard.publishButton().click();
    const card = dashboard.own('closed with a result');
    await card.getByRole('button', { name: 'Mark successful' }).click();

    const question = card.getByRole('form', { name: 'Result' });
    await question.waitFor();
    await expect.poll(() => question.getByRole('radio', { name: 'Exit 1' }).isChecked()).toBe(true);
    await expect.poll(() => question.getByRole('radio', { name: 'Exit 3' }).count()).toBe(0);
    const statusThen = await app.database.pool.query(
      "select status, result_level from trade_ideas where notes = 'closed with a result'",
    );
    expect(statusThen.rows).toEqual([{ status: 'successful', result_level: null }]);
    await question.getByRole('radio', { name: 'Exit 2' }).check();
    await question.getByLabel('Lesson learned').fill('The second retest was the better entry.');
    await question.getByRole('button', { name: 'Save result' }).click();
    await card.getByText('Exit 2 · +3R').waitFor();
    await card.getByText('The second retest was the better entry.').waitFor();

    await card.getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('dialog', { name: 'DOT/USDT change history' });
    await history.getByText('Level reached').waitFor();
    await history.getByText('Published').waitFor();
    await page.keyboard.press('Escape');

    await card.getByRole('button', { name: 'Mark unsuccessful' }).click();
    await question.waitFor();
    await expect
      .poll(() => question.getByRole('radio', { name: /^Invalidation [\d.]/ }).isChecked())
      .toBe(true);
    await question.getByRole('button', { name: 'Skip' }).click();
    await card.getByRole('button', { name: 'Add result' }).waitFor();
  });
});

describe("an educator's track record", () => {
  it('opens from the idea card, counts all ideas, and keeps a deleted one', async () => {
    const page = await watched(signInCustomer(app.url, { path: '/customer/forex' }));
    const card = page.getByRole('article').first();
    await card.waitFor();
    await card.getByTitle('Track record').click();
    await page.waitForURL('**/customer/educators/*');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('Past results do not predict future results.').waitFor();
    await page.locator('canvas').first().waitFor();
    await page.getByRole('heading', { name: 'Results by exit plan' }).click();
    await page.getByText('Shown after 20 results').first().waitFor();
    await page.getByRole('heading', { name: 'How we calculate this' }).click();
    await page.getByText('Every idea counts').waitFor();

    await page.goto('/customer/educators/4');
    const summary = page.getByRole('region', { name: 'Summary' });
    await summary.getByText('Deleted ideas still count: 0.').waitFor();
    const ideas = async () => /^\d+ ideas/.exec(await summary.innerText())?.[0];
    const before = await ideas();
    expect(before).toBeDefined();
    const educator = await watched(signInEducator(app.url, '4'));
    const own = educator.getByRole('article').first();
    await educator.getByRole('region', { name: 'Your track record' }).getByText('Ideas published').waitFor();
    await own.waitFor();
    await own.getByRole('button', { name: 'Delete' }).click();
    await educator.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await summary.getByText('Deleted ideas still count: 1.').waitFor();
    await expect.poll(() => ideas()).toBe(before);
  });

  it('exports the record as CSV and JSON with its rules', async () => {
    const page = await watched(signInCustomer(app.url, { path: '/customer/educators/1' }));
    await page.getByRole('heading', { name: 'Export' }).click();
    const csv = await download(page, page.getByRole('button', { name: 'Export CSV' }));
    const json = await download(page, page.getByRole('button', { name: 'Export JSON' }));
    const record: TrackRecord & { counting_rule: string[] } = JSON.parse(json.content);
    expect(csv.content.trim().split('\r\n')).toHaveLength(record.entries.length + 1);
    expect(record.ideas.total).toBe(record.entries.length);
    expect(record.counting_rule.length).toBeGreaterThan(5);
    expect([csv.name, json.name]).toEqual(['chartlark-record-1.csv', 'chartlark-record-1.json']);

    await page.goto('/customer/educators/9');
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor();
  });

  it('shows one sentence and a bar for each closed idea, in the order of closing', async () => {
    const page = await watched(signInCustomer(app.url, { path: '/customer/educators/2' }));
    const sentence = page.getByRole('region', { name: 'Summary' }).getByText(/^\d+ ideas, \d+ closed: /);
    const closed = Number(/(\d+) closed/.exec(await sentence.innerText())?.[1]);
    const { rows } = await app.database.pool.query(
      `select pair from trade_ideas where educator_id = '2' and closed_at is not null order by closed_at`,
    );
    const bars = page.getByRole('list', { name: 'Results, oldest first' }).getByRole('link');
    const names = await bars.evaluateAll((links) =>
      links.map((link) => link.getAttribute('aria-label') ?? ''),
    );
    expect(closed).toBeGreaterThan(2);
    expect(names.map((name) => name.split(',')[0])).toEqual(rows.map(({ pair }) => pair));
    expect(names).toHaveLength(closed);
    for (const name of names) expect(name).toMatch(/^\S+, [+−]\d\.\dR, closed \d+ \w+ \d{4}$/);
    await bars.first().click();
    await page.waitForURL('**/ideas/*');
    await page.getByRole('heading', { level: 1, name: rows[0].pair }).waitFor();
  });

  it('begins no line of its sentence with a punctuation mark', async () => {
    const page = await watched(signInCustomer(app.url, { path: '/customer/educators/1' }));
    const sentence = page.getByRole('region', { name: 'Summary' }).getByText(/^\d+ ideas, \d+ closed: /);
    await sentence.waitFor();
    const widths = Array.from({ length: 35 }, (_, index) => 320 + index * 16);
    const broken: string[] = [];
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      broken.push(...(await sentence.evaluate(findBrokenPunctuation)).map((text) => `${width} px: ${text}`));
    }
    expect(broken).toEqual([]);
  });

  it('fits a tablet, and says once that an idea is active', async () => {
    const page = await watched(signInCustomer(app.url, { path: '/customer/educators/1' }));
    const ideas = page.getByRole('region', { name: 'All ideas' });
    const row = ideas.getByRole('row').filter({ hasText: 'active' }).first();
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await row.waitFor();
      await expect
        .poll(() => ideas.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), {
          message: `${width} px`,
        })
        .toBe(0);
      await expect.poll(async () => (await row.innerText()).match(/active/g)?.length).toBe(1);
    }
  });
});

describe('verifying the change log from a track record', () => {
  const openVerify = async () => {
    const page = await watched(signInCustomer(app.url, { path: '/customer/educators/1' }));
    // The browser remembers where the log ended, to compare with.
    await page.waitForFunction((key) => localStorage.getItem(key) !== null, storageKeys.ledgerHead.name);
    await page.getByRole('heading', { name: 'Verify' }).click();
    return page;
  };

  it('checks the whole log in one press, and compares it with what this browser saw', async () => {
    const page = await openVerify();
    await page.getByRole('button', { name: 'Verify now' }).click();
    const { rows } = await app.database.pool.query('select count(*)::int as count from idea_revisions');
    await page
      .getByText(`Change log intact: ${rows[0].count} entries, matches what you saw before`)
      .waitFor();
    await page.getByRole('heading', { name: 'Results by exit plan' }).click();
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Verify a file' }).click();
    await page.getByRole('heading', { name: 'Verify the ledger' }).waitFor();
  });

  it('says that the network failed, and tries again', async () => {
    const page = await openVerify();
    await page.route('**/api/ledger*', (route) => route.abort());
    await page.getByRole('button', { name: 'Verify now' }).click();
    await page.getByText("Couldn't download the change log").waitFor();
    await page.unroute('**/api/ledger*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('matches what you saw before').waitFor();
  });

  it('says which entry was altered, and when the latest entries are missing', async () => {
    const page = await openVerify();
    let alter = (rows: { at: string }[]) => rows.with(4, { ...rows[4]!, at: '2020-01-01T00:00:00.000Z' });
    await page.route('**/api/ledger*', async (route) => {
      const response = await route.fetch();
      const rows = await response.json();
      await route.fulfill({ response, json: rows.length > 4 ? alter(rows) : rows });
    });
    await page.getByRole('button', { name: 'Verify now' }).click();
    await page.getByText('Change log altered').waitFor();
    await page
      .getByText('Entry 5 was altered after it was recorded. The first 4 entries are intact.')
      .waitFor();
    alter = (rows) => rows.slice(0, -1);
    await page.getByRole('button', { name: 'Verify again' }).click();
    await page.getByText("Change log doesn't match what you saw before").waitFor();
    await page.getByText('its latest entries are missing').waitFor();
  });
});

it('lets a reader reach results, chart, all ideas and verification with the keyboard alone', async () => {
  await app.database.pool.query(
    `insert into user_profiles (user_id, role, display_name, bio, updated_at)
     select id, 'educator', 'Writes at length', repeat('Patience pays. ', 66), now() from users where educator_id = '2'
     on conflict (user_id) do update set bio = excluded.bio`,
  );
  const educator = await signInCalls(app);
  await Promise.all(Array.from({ length: 26 }, (_, index) => educator.publish({ pair: `NO/${index}` })));
  const page = await watched(signInCustomer(app.url, { path: '/customer/forex' }));
  const { press, expectFocus, tabTo, use } = createKeyboard(page);
  const card = page.locator('[role=group]:not([aria-hidden]) article');
  await use(card.getByTitle('Track record'));
  await page.waitForURL('**/customer/educators/*');
  await page.goto('/customer/educators/2');

  const bars = page.getByRole('list', { name: 'Results, oldest first' }).getByRole('link');
  await tabTo(bars.last());
  await press('ArrowLeft');
  await expectFocus(bars.nth((await bars.count()) - 2));
  await press('Home');
  await expectFocus(bars.first());
  await press('Tab');
  await expectFocus(page.getByRole('button', { name: 'Cumulative R', exact: true }));
  await press('Shift+Tab');
  await expectFocus(bars.first());
  await tabTo(page.getByRole('radio', { checked: true }));
  await press('ArrowRight');
  await expectFocus(page.getByRole('radio', { checked: true }));
  const curve = page.getByText('View as table');
  await use(curve);
  await page.getByRole('region', { name: 'Cumulative R as a table' }).waitFor();
  await expectFocus(curve);
  const ideas = page.getByRole('region', { name: 'All ideas' });
  const rows = ideas.getByRole('row');
  const before = await rows.count();
  await use(page.getByRole('button', { name: /^Show all/ }));
  await expect.poll(() => rows.count()).toBeGreaterThan(before);
  await expectFocus(ideas);
  await use(page.locator('summary', { hasText: 'Results by exit plan' }));
  await tabTo(page.getByRole('region', { name: 'Exit plans' }));
  await use(page.locator('summary', { hasText: /^Verify$/ }));
  const verify = page.getByRole('button', { name: 'Verify now' });
  await use(verify);
  await page.getByText('Change log intact').waitFor();
  await expectFocus(page.getByRole('button', { name: 'Verify again' }));
  await use(page.getByRole('button', { name: 'Read more' }));
  await expectFocus(page.getByRole('button', { name: 'Read less' }));
  await tabTo(page.getByRole('link', { name: 'Back to Markets' }), 'back');
  await press('Enter');
  await page.waitForURL('**/customer/dashboard');
});
