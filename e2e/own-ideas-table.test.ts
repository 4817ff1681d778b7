import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UNDO_BUTTON_MS } from '../contract/idea-writing.ts';
import type { TradeIdea } from '../contract/ideas.ts';
import { startApp, type TestApp } from './app.ts';
import { findViolations } from './axe.ts';
import { type EducatorCalls, signInCalls } from './educator-calls.ts';
import { createKeyboard } from './keyboard.ts';
import { holdTimers } from './page-clock.ts';
import { BLANK_PATH, type PersonOptions, setUpPeople, signInEducator } from './people.ts';
import { keepUndoable } from './undoable.ts';

/** My Trade Ideas: the table of an educator's own ideas. */
let app: TestApp;
let calls: EducatorCalls;
const watched = setUpPeople();

beforeAll(async () => {
  app = await startApp();
  calls = await signInCalls(app);
});
afterAll(() => app.close());

const openTable = async (query = '', options: PersonOptions = {}): Promise<Page> => {
  const page = await watched(signInEducator(app.url, '2', { ...options, path: BLANK_PATH }));
  await page.goto(`/educator/ideas${query}`);
  await page.getByRole('heading', { name: 'Your ideas' }).waitFor();
  return page;
};
const row = (page: Page, pair: string) => page.getByRole('row').filter({ hasText: pair });
const pairs = (page: Page) => page.getByRole('rowheader').getByRole('button').allInnerTexts();
const column = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
const stored = async ({ id }: TradeIdea) =>
  (await app.database.pool.query('select * from trade_ideas where id = $1', [id])).rows[0];
const expectFocusOnHeading = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Your ideas');

describe('filters, search and sorting', () => {
  beforeAll(async () => {
    await calls.publish({ pair: 'QAA/XYZ' });
    const won = await calls.publish({ pair: 'QBB/XYZ' });
    const lost = await calls.publish({ pair: 'QCC/XYZ', market_type: 'Crypto' });
    await calls.change(won.id, { status: 'successful', result_level: 'exit_1' });
    await calls.change(lost.id, { status: 'unsuccessful', result_level: 'invalidation_level' });
  });

  it('keeps filters in the address, so that a reload, Back and a link keep them', async () => {
    const page = await openTable();
    await page.getByRole('searchbox', { name: 'Search pairs' }).fill('xyz');
    await expect.poll(() => pairs(page)).toEqual(['QCC/XYZ', 'QBB/XYZ', 'QAA/XYZ']);
    await expect.poll(() => column(page, 'Published').getAttribute('aria-sort')).toBe('descending');
    await column(page, 'R').getByRole('button').click();
    await expect.poll(() => pairs(page)).toEqual(['QBB/XYZ', 'QCC/XYZ', 'QAA/XYZ']);
    await expect.poll(() => column(page, 'R').getAttribute('aria-sort')).toBe('descending');
    await column(page, 'R').getByRole('button').click();
    await expect.poll(() => pairs(page)).toEqual(['QCC/XYZ', 'QBB/XYZ', 'QAA/XYZ']);
    await page.getByRole('combobox', { name: 'Market' }).selectOption('Forex');
    await expect.poll(() => pairs(page)).toEqual(['QBB/XYZ', 'QAA/XYZ']);
    await page.getByText(/^2 of \d+ ideas$/).waitFor();
    expect(new URL(page.url()).search).toBe('?market=Forex&pair=xyz&sort=r');

    await page.reload();
    await expect.poll(() => pairs(page)).toEqual(['QBB/XYZ', 'QAA/XYZ']);
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
    await page.goBack();
    await expect.poll(() => pairs(page)).toEqual(['QBB/XYZ', 'QAA/XYZ']);
    await expect.poll(() => page.getByRole('combobox', { name: 'Market' }).inputValue()).toBe('Forex');

    const linked = await openTable('?pair=xyz&status=active&type=Leverage');
    await expect.poll(() => pairs(linked)).toEqual(['QAA/XYZ']);
  });

  it('says that nothing matches, and lets the filters be cleared by keyboard', async () => {
    const page = await openTable('?pair=xyz&status=invalid&sort=pair');
    await page.getByRole('heading', { name: 'No matching ideas' }).waitFor();
    await expect.poll(() => pairs(page)).toEqual([]);
    const keys = createKeyboard(page);
    await keys.use(page.getByRole('search').getByRole('button', { name: 'Clear filters' }));
    await keys.expectFocus(page.getByRole('searchbox', { name: 'Search pairs' }));
    await expect.poll(() => pairs(page)).toContain('QAA/XYZ');
    expect(new URL(page.url()).search).toBe('?sort=pair');
  });
});

it('shows result, R and deliveries in a row, as a sentence for screen readers', async () => {
  const idea = await calls.publish({ pair: 'DEL/IVR' });
  await calls.change(idea.id, { status: 'successful', result_level: 'exit_1' });
  await app.database.pool.query(
    `insert into push_deliveries (notification_id, subscription_id, state, next_at, updated_at)
     select id, gen_random_uuid(), state, now() + interval '1 day', now()
     from push_notifications, unnest(array['accepted', 'gone', 'accepted']) state where idea_id = $1 and kind = 'idea'`,
    [idea.id],
  );
  const page = await openTable('?pair=delivr');
  const cells = row(page, 'DEL/IVR');
  await cells.getByText('Delivered to 2 of 3 devices, 1 unsubscribed').waitFor();
  await cells.getByText('2/3').waitFor();
  await cells.getByText('Exit 1').waitFor();
  await cells.getByText('+0.9R').waitFor();
  await calls.publish({ pair: 'DEL/IVR-2' });
  const open = row(page, 'DEL/IVR-2');
  await open.getByText('No subscribed devices when published').waitFor();
  await open.getByText('No result yet').waitFor();
});

it('edits an idea from its row, and returns the focus to it', async () => {
  // Without warnings, which would be shown before saving.
  const idea = await calls.publish({ pair: 'EDI/TED', market_type: 'Crypto' });
  const page = await openTable('?pair=edited');
  const keys = createKeyboard(page);
  const edit = page.getByRole('button', { name: 'Edit EDI/TED' });
  await keys.use(edit);
  await page.getByRole('heading', { name: 'Edit Trade Idea' }).waitFor();
  await page.locator('form').getByRole('textbox', { name: 'Exit 1' }).fill('1.0950');
  await keys.press('Control+Enter');
  await keys.expectFocus(edit);
  await expect.poll(async () => (await stored(idea)).exit_1).toBe('1.0950');
  expect(new URL(page.url()).search).toBe('?pair=edited');

  await keys.press('Enter');
  await page.locator('form').getByRole('combobox', { name: 'Pair' }).fill('OTHER/ONE');
  await keys.press('Control+Enter');
  await page.getByRole('heading', { name: 'No matching ideas' }).waitFor();
  await expectFocusOnHeading(page);
});

it('closes an idea from its row, and asks for its result even when the row has left the filter', async () => {
  const idea = await calls.publish({ pair: 'CLO/SED' });
  const page = await openTable('?pair=closed&status=active');
  const keys = createKeyboard(page);
  await keys.use(page.getByRole('button', { name: 'Close CLO/SED' }));
  await page.getByRole('menuitem', { name: 'Mark unsuccessful' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await keys.expectFocus(page.getByRole('menuitem', { name: 'Mark successful' }));
  await keys.press('Enter');
  const result = page.getByRole('dialog', { name: 'CLO/SED is closed' });
  await page.getByRole('heading', { name: 'No matching ideas', includeHidden: true }).waitFor();
  await keys.expectFocus(result.getByRole('radio', { name: /^Exit 1/ }));
  expect(await findViolations(page)).toEqual([]);
  await result.getByLabel('Lesson learned (one line)').fill('Patience.');
  await result.getByRole('button', { name: 'Save result' }).click();
  await result.waitFor({ state: 'detached' });
  await expect
    .poll(() => stored(idea))
    .toMatchObject({
      status: 'successful',
      result_level: 'exit_1',
      lesson: 'Patience.',
    });
  await expectFocusOnHeading(page);

  await page.getByRole('combobox', { name: 'Status' }).selectOption('All statuses');
  await page.getByRole('button', { name: 'Status CLO/SED' }).click();
  await page.getByRole('menuitem', { name: 'Reset to pending' }).click();
  await expect.poll(async () => (await stored(idea)).status).toBe('pending');
  await page.getByRole('button', { name: 'Close CLO/SED' }).click();
  await expect
    .poll(() => page.getByRole('menuitem').allInnerTexts())
    .toEqual(['Mark successful', 'Mark unsuccessful', 'Mark invalid']);
  await page.getByRole('menuitem', { name: 'Mark invalid' }).click();
  const lesson = page.getByRole('dialog', { name: 'CLO/SED is invalid' });
  await lesson.getByRole('radio', { name: 'Entry' }).check();
  await lesson.getByRole('button', { name: 'Save lesson' }).click();
  await lesson.waitFor({ state: 'detached' });
  await row(page, 'CLO/SED').getByText('INVALIDATED', { exact: true }).waitFor();
  await expect
    .poll(() => stored(idea))
    .toMatchObject({ status: 'invalid', result_level: null, lesson_tag: 'entry' });
});

it('reopens an idea that was closed by mistake above the question about its result', async () => {
  const idea = await calls.publish({ pair: 'SLI/PPD' });
  const page = await openTable('?pair=slippd');
  await holdTimers(page, UNDO_BUTTON_MS);
  await page.getByRole('button', { name: 'Close SLI/PPD' }).click();
  const undo = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' });
  // The message stays while the pointer is on it.
  await Promise.all([undo.hover(), page.getByRole('menuitem', { name: 'Mark unsuccessful' }).click()]);
  const result = page.getByRole('dialog', { name: 'SLI/PPD is closed' });
  await keepUndoable(app, idea.id);
  await undo.click();
  await result.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Close SLI/PPD' }).waitFor();
  await expect.poll(() => stored(idea)).toMatchObject({ status: 'active', closed_at: null });
});

it('opens the card of a pair, whose edits and deletion work in the dialog', async () => {
  const idea = await calls.publish({ pair: 'CAR/DXX', notes: 'Notes of the card.' });
  const page = await openTable('?pair=car');
  const keys = createKeyboard(page);
  const opener = page.getByRole('button', { name: 'CAR/DXX', exact: true });
  await keys.use(opener);
  const dialog = page.getByRole('dialog', { name: 'Trade idea', exact: true });
  await dialog.getByText('Notes of the card.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await keys.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await keys.expectFocus(opener);

  await keys.press('Enter');
  await dialog.getByRole('button', { name: /^Exit 1 \d/ }).click();
  await dialog.getByRole('textbox', { name: 'Exit 1' }).fill('1.0950');
  await keys.press('Enter');
  await expect.poll(async () => (await stored(idea)).exit_1).toBe('1.0950');
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('heading', { name: 'Edit Trade Idea' }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await page.locator('div:focus').locator('form').waitFor();
  await keys.use(page.locator('form').getByRole('button', { name: 'Cancel' }));
  await keys.expectFocus(page.getByRole('button', { name: 'Edit CAR/DXX' }));

  await opener.click();
  await keys.use(dialog.getByRole('button', { name: 'Delete' }));
  await keys.use(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
  await page.getByText('Trade idea deleted').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await expectFocusOnHeading(page);
  await expect.poll(() => stored(idea)).toBeUndefined();
});

it('moves the focus to the heading when a deleted idea leaves the list before the response', async () => {
  await calls.publish({ pair: 'DEL/ETE' });
  const page = await openTable('?pair=delete');
  await page.route('**/api/trade-ideas/*', async (route) => {
    const response = await route.fetch();
    if (route.request().method() === 'DELETE')
      await page.getByText(/^0 of \d+ ideas$/).waitFor({ state: 'attached' });
    await route.fulfill({ response });
  });
  const keys = createKeyboard(page);
  await page.getByRole('button', { name: 'DEL/ETE', exact: true }).click();
  await keys.use(
    page.getByRole('dialog', { name: 'Trade idea', exact: true }).getByRole('button', { name: 'Delete' }),
  );
  await keys.use(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
  await page.getByText('Trade idea deleted').waitFor();
  await expectFocusOnHeading(page);
});

it('resolves a conflict above the card, which stays open', async () => {
  const idea = await calls.publish({ pair: 'CON/FLI' });
  const page = await openTable('?pair=conf');
  await page.getByRole('button', { name: 'CON/FLI', exact: true }).click();
  const card = page.getByRole('dialog', { name: 'Trade idea', exact: true });
  await card.getByRole('button', { name: /^Exit 1 \d/ }).click();
  const field = card.getByRole('textbox', { name: 'Exit 1' });
  await field.fill('1.0950');
  await calls.change(idea.id, { exit_1: '1.0925', exit_2: '1.0930' });
  await card.getByRole('button', { name: /^Exit 2 1[.]0930/ }).waitFor();
  await field.press('Enter');
  await page.getByRole('button', { name: 'Save anyway' }).click();
  const question = page.getByRole('dialog', { name: 'This trade idea has changed' });
  await question.getByText('If you use yours:').waitFor();
  await expect
    .poll(() => question.getByRole('list', { name: 'Warnings' }).allInnerTexts())
    .toEqual(['Exits are out of order: each should be further from entry than the last.']);
  await question.getByRole('button', { name: 'Use mine' }).click();
  await expect.poll(async () => (await stored(idea)).exit_1).toBe('1.0950');
  await question.waitFor({ state: 'detached' });
  await card
    .getByRole('button', { name: /^Exit 1 \d/ })
    .filter({ hasText: '1.0950' })
    .waitFor();
});

it('shows the same facts and actions in compact rows on a phone, with nothing cut off', async () => {
  const pair = 'A-VERY-LONG-NAME/USDT.PERP-Q1';
  const idea = await calls.publish({ pair, time_frame: 'Daily and weekly', market_type: 'Crypto' });
  await calls.change(idea.id, { status: 'successful', result_level: 'exit_1' });
  const page = await openTable('?pair=perp', { viewport: { width: 320, height: 700 } });
  const article = page.getByRole('article', { name: pair });
  await article.getByText('Daily and weekly · Crypto · Leverage').waitFor();
  for (const text of ['Bullish', 'Successful', 'Exit 1', '+0.9R', '0/0', 'Published', 'Closed'])
    await article.getByText(text, { exact: true }).waitFor();
  const cut = await article.evaluate((element) =>
    [...element.querySelectorAll('*')]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  );
  expect(cut).toEqual([]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Pair');
  await page.waitForURL('**/educator/ideas?pair=perp&sort=pair');
  await article.getByRole('button', { name: `Status ${pair}` }).click();
  await page.getByRole('menuitem', { name: 'Mark unsuccessful' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Skip' }).click();
  await article.getByText('Unsuccessful', { exact: true }).waitFor();
  const menu = article.getByRole('button', { name: `Status ${pair}` });
  await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true);
});

it.each([
  [360, 'without warnings', '1.0950'],
  // Worth less than 1R.
  [1440, 'after its warnings', '1.0921'],
] as const)(
  'leads from the page of the form to the new row at %i px, %s, marks it and focuses it',
  async (width, when, exit) => {
    const page = await openTable('', { viewport: { width, height: 720 } });
    const keys = createKeyboard(page);
    await page.getByRole('link', { name: 'New Idea' }).click();
    const pair = `NEW/W${width}`;
    const form = page.locator('form');
    const values = {
      Pair: pair,
      'Time frame': '4H',
      'Entry 1': '1.0842',
      'Invalidation level': '1.0755',
      'Exit 1': exit,
    };
    for (const [label, value] of Object.entries(values))
      await form.getByLabel(label, { exact: true }).first().fill(value);
    // Real keys: after them the browser draws the focus ring.
    await form.getByLabel('Notes').focus();
    await keys.type('Published from the page of the form.');
    await keys.press('Control+Enter');
    if (when === 'after its warnings') await keys.use(page.getByRole('button', { name: 'Publish anyway' }));
    await page.waitForURL('**/educator/ideas');
    const opener = page.getByRole('button', { name: pair, exact: true });
    await keys.expectFocus(opener);
    const newRow = page.locator('[data-row]').filter({ has: opener });
    await newRow.getByText('New', { exact: true }).waitFor();
    await expect.poll(() => page.getByText('New', { exact: true }).count()).toBe(1);
    const { top, bottom } = await newRow.evaluate((element) => element.getBoundingClientRect().toJSON());
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThanOrEqual(720);
    expect(await findViolations(page)).toEqual([]);

    // The mark is only for the way from the form.
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await page.getByRole('link', { name: 'My Trade Ideas' }).first().click();
    await opener.waitFor();
    await expect.poll(() => page.getByText('New', { exact: true }).count()).toBe(0);
  },
);
