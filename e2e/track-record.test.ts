import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TrackRecord } from '../contract/track-record.ts';
import { startApp, type TestApp } from './app.ts';
import { download } from './downloads.ts';
import { signInCalls } from './educator-calls.ts';
import { ideaDesk } from './idea-desk.ts';
import { createKeyboard } from './keyboard.ts';
import { setUpPeople, signInCustomer, signInEducator } from './people.ts';

/** An educator's results: reported when ideas are closed, and counted publicly. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();

describe('closing an idea', () => {
  it('asks for the level reached, accepts the proposal with one click, and shows it', async () => {
    const page = await watched(signInEducator(app.url, '3'));
    const desk = ideaDesk(page);
    await desk.fill({
      Pair: 'SOL/USD',
      'Time frame': '4H',
      'Entry 1': '100',
      'Invalidation level': '90',
      'Exit 1': '110',
      'Exit 2': '130',
      Notes: 'closed with a result',
    });
    await desk.publishButton().click();
    const card = desk.own('closed with a result');
    await card.getByRole('button', { name: 'Mark successful' }).click();

    const question = card.getByRole('form', { name: 'Result' });
    await question.waitFor();
    expect(await question.getByRole('radio', { name: 'Exit 1' }).isChecked()).toBe(true);
    expect(await question.getByRole('radio', { name: 'Exit 3' }).count()).toBe(0);
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
    const history = page.getByRole('dialog', { name: 'SOL/USD change history' });
    await history.getByText('Level reached').waitFor();
    await history.getByText('Published').waitFor();
    await page.keyboard.press('Escape');

    await card.getByRole('button', { name: 'Mark unsuccessful' }).click();
    await question.waitFor();
    expect(await question.getByRole('radio', { name: 'Invalidation' }).isChecked()).toBe(true);
    await question.getByRole('button', { name: 'Skip' }).click();
    await card.getByRole('button', { name: 'Add result' }).waitFor();
  });
});

describe("an educator's track record", () => {
  it('is linked from the idea card, counts all ideas, and keeps a deleted one', async () => {
    const page = await watched(signInCustomer(app.url, { path: '/customer/forex' }));
    const card = page.getByRole('article').first();
    await card.waitFor();
    await card.getByTitle('Track record').click();
    await page.waitForURL('**/customer/educators/*');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('Past results do not predict future results.').waitFor();
    await page.getByText('Shown after 20 results').first().waitFor();
    await page.getByRole('heading', { name: 'How we calculate this' }).waitFor();
    await page.locator('canvas').first().waitFor();

    await page.goto('/customer/educators/4');
    const total = async () => {
      const shown = await page.getByText('Ideas published').locator('xpath=..').innerText();
      return shown.replace(/\s+/g, ' ');
    };
    await expect.poll(total).toContain('0 deleted');
    const before = Number(/published (\d+) /.exec(await total())?.[1]);
    expect(before).toBeGreaterThan(0);
    const educator = await watched(signInEducator(app.url, '4'));
    const own = educator.getByRole('article').first();
    await educator.getByRole('region', { name: 'Your track record' }).getByText('Ideas published').waitFor();
    await own.waitFor();
    await own.getByRole('button', { name: 'Delete' }).click();
    await educator.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(total).toContain('1 deleted');
    expect(await total()).toContain(`published ${before} `);
  });

  it('is exported as CSV and JSON with its rules', async () => {
    const page = await watched(signInCustomer(app.url, { path: '/customer/educators/1' }));
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
});

it('a track record is read with the keyboard alone: tables, chart and all ideas', async () => {
  await app.database.pool.query(
    `insert into user_profiles (user_id, role, display_name, bio, updated_at)
     select id, 'educator', 'Writes at length', repeat('Patience pays. ', 66), now() from users where educator_id = '2'
     on conflict (user_id) do update set bio = excluded.bio`,
  );
  const educator = await signInCalls(app);
  await Promise.all(Array.from({ length: 26 }, (_, index) => educator.publish({ pair: `NO/${index}` })));
  const page = await watched(signInCustomer(app.url, { path: '/customer/forex' }));
  const { press, expectFocus: standsOn, tabTo, use } = createKeyboard(page);
  const card = page.locator('[role=group]:not([aria-hidden]) article');
  await use(card.getByTitle('Track record'));
  await page.waitForURL('**/customer/educators/*');
  await page.goto('/customer/educators/2');

  await use(page.getByRole('button', { name: 'Read more' }));
  await standsOn(page.getByRole('button', { name: 'Read less' }));
  await tabTo(page.getByRole('region', { name: 'Exit plans' }));
  await tabTo(page.getByRole('radio', { checked: true }));
  await press('ArrowRight');
  await standsOn(page.getByRole('radio', { checked: true }));
  const curve = page.getByText('View as table');
  await use(curve);
  await page.getByRole('region', { name: 'Cumulative R as a table' }).waitFor();
  await standsOn(curve);
  const ideas = page.getByRole('region', { name: 'All ideas' });
  const rows = ideas.getByRole('row');
  const before = await rows.count();
  await use(page.getByRole('button', { name: /^Show all/ }));
  await expect.poll(() => rows.count()).toBeGreaterThan(before);
  await standsOn(ideas);
  await tabTo(page.getByRole('link', { name: 'Back to Dashboard' }), 'back');
  await press('Enter');
  await page.waitForURL('**/customer/dashboard');
});
