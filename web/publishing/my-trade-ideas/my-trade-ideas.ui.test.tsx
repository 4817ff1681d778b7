import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { TradeIdea } from '../../../contract/ideas/ideas.ts';
import { deleteIdea, UNDO_BUTTON_MS } from '../../../contract/publishing/idea-writing.ts';
import { findViolations } from '../../testing/axe.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { expectFocus, press, type, use } from '../../testing/keyboard.ts';
import { desktop, educator, openApp, reloadApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectShown, readTexts } from '../../testing/page.ts';
import { holdTimers } from '../../testing/timers.ts';

/** My Trade Ideas: the table of an educator's own ideas. */
let ideas: FakeIdeas;
beforeEach(() => {
  ideas = new FakeIdeas(server(), [
    { educator_id: '2', pair: 'AUD/USD' },
    { educator_id: '2', pair: 'BTC/USDT' },
  ]);
});

const openTable = async (query = '', size = desktop) => {
  await openApp(`/educator/ideas${query}`, { as: educator, size });
  await expectShown(page.getByRole('heading', { name: 'Your ideas' }));
};
const row = (pair: string) => page.getByRole('row').filter({ hasText: pair });
const pairs = () => readTexts(page.getByRole('rowheader').getByRole('button'));
const column = (name: string) => page.getByRole('columnheader', { name, exact: true });
const stored = ({ id }: TradeIdea) => ideas.rows.get(id);
const expectFocusOnHeading = () => expect.poll(() => document.activeElement?.textContent).toBe('Your ideas');
const button = (name: string | RegExp, exact = false) => page.getByRole('button', { name, exact });
const form = () => page.getByCss('form');

describe('filters, search and sorting', () => {
  beforeEach(() => {
    ideas.publish({ pair: 'QAA/XYZ' });
    const at = new Date(Date.now() + 1).toISOString();
    const won = ideas.publish({ pair: 'QBB/XYZ', created_at: at } as object);
    const later = new Date(Date.now() + 2).toISOString();
    const lost = ideas.publish({ pair: 'QCC/XYZ', market_type: 'Crypto', created_at: later } as object);
    ideas.change(won.id, { status: 'successful', result_level: 'exit_1' });
    ideas.change(lost.id, { status: 'unsuccessful', result_level: 'invalidation_level' });
  });

  it('keeps filters in the address, so that a reload, Back and a link keep them (§2.32)', async () => {
    await openTable();
    await page.getByRole('searchbox', { name: 'Search pairs' }).fill('xyz');
    await expect.poll(() => pairs()).toEqual(['QCC/XYZ', 'QBB/XYZ', 'QAA/XYZ']);
    await expect.element(column('Published')).toHaveAttribute('aria-sort', 'descending');
    await column('R').getByRole('button').click();
    await expect.poll(() => pairs()).toEqual(['QBB/XYZ', 'QCC/XYZ', 'QAA/XYZ']);
    await expect.element(column('R')).toHaveAttribute('aria-sort', 'descending');
    await column('R').getByRole('button').click();
    await expect.poll(() => pairs()).toEqual(['QCC/XYZ', 'QBB/XYZ', 'QAA/XYZ']);
    await page.getByRole('combobox', { name: 'Market' }).selectOptions('Forex');
    await expect.poll(() => pairs()).toEqual(['QBB/XYZ', 'QAA/XYZ']);
    await expectShown(page.getByText(/^2 of \d+ ideas$/));
    expect(location.search).toBe('?pair=xyz&sort=r&market=Forex');

    reloadApp();
    await expect.poll(() => pairs()).toEqual(['QBB/XYZ', 'QAA/XYZ']);
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expectShown(page.getByRole('heading', { name: 'Dashboard', level: 1 }));
    history.back();
    await expect.poll(() => pairs()).toEqual(['QBB/XYZ', 'QAA/XYZ']);
    await expect.element(page.getByRole('combobox', { name: 'Market' })).toHaveValue('Forex');

    await openTable('?pair=xyz&status=active&type=Leverage');
    await expect.poll(() => pairs()).toEqual(['QAA/XYZ']);
  });

  it('says that nothing matches, and lets the filters be cleared by keyboard', async () => {
    await openTable('?pair=xyz&status=invalid&sort=pair');
    await expectShown(page.getByRole('heading', { name: 'No matching ideas' }));
    await expect.poll(() => pairs()).toEqual([]);
    await use(page.getByCss('search').getByRole('button', { name: 'Clear filters' }));
    await expectFocus(page.getByRole('searchbox', { name: 'Search pairs' }));
    await expect.poll(() => pairs()).toContain('QAA/XYZ');
    expect(location.search).toBe('?sort=pair');
  });
});

it('shows result, R and deliveries in a row, as a sentence for screen readers (§2.32)', async () => {
  const idea = ideas.publish({ pair: 'DEL/IVR' });
  ideas.change(idea.id, { status: 'successful', result_level: 'exit_1' });
  ideas.setDeliveries(idea.id, { devices: 3, attempted: 3, accepted: 2, gone: 1 });
  await openTable('?pair=delivr');
  const cells = row('DEL/IVR');
  await expectShown(cells.getByText('Delivered to 2 of 3 devices, 1 unsubscribed'));
  await expectShown(cells.getByText('2/3'));
  await expectShown(cells.getByText('Exit 1'));
  await expectShown(cells.getByText('+0.9R'));
  ideas.publish({ pair: 'DEL/IVR-2' });
  const other = row('DEL/IVR-2');
  await expectShown(other.getByText('No subscribed devices when published'));
  await expectShown(other.getByText('No result yet'));
});

it('edits an idea from its row, and returns the focus to it (§2.32)', async () => {
  const idea = ideas.publish({ pair: 'EDI/TED', market_type: 'Crypto' });
  await openTable('?pair=edited');
  const edit = button('Edit EDI/TED');
  await use(edit);
  await expectShown(page.getByRole('heading', { name: 'Edit Trade Idea' }));
  await form().getByRole('textbox', { name: 'Exit 1' }).fill('1.0950');
  await press('Control+Enter');
  await expectFocus(edit);
  await expect.poll(() => stored(idea)?.exit_1).toBe('1.0950');
  expect(location.search).toBe('?pair=edited');

  await press('Enter');
  await form().getByRole('combobox', { name: 'Pair' }).fill('OTHER/ONE');
  await press('Control+Enter');
  await expectShown(page.getByRole('heading', { name: 'No matching ideas' }));
  await expectFocusOnHeading();
});

it('tells from its row how an open idea goes (§2.104)', async () => {
  const idea = ideas.publish({ pair: 'STE/PS' });
  await openTable('?pair=steps');
  await button('Update STE/PS').click();
  await page.getByRole('menuitem', { name: 'Exit 1 reached, rest runs (50 % closed)' }).click();
  await expect.poll(() => stored(idea)?.steps).toMatchObject([{ level: 'exit_1', share: 50 }]);
  await button('Update STE/PS').click();
  await page.getByRole('menuitem', { name: 'Invalidation to entry' }).click();
  await expect.poll(() => stored(idea)?.invalidation_level).toBe(idea.entry_1);
});

it('closes an idea from its row, and asks for its result even when the row has left the filter (§2.32)', async () => {
  const idea = ideas.publish({ pair: 'CLO/SED' });
  await openTable('?pair=closed&status=active');
  await use(button('Update CLO/SED'));
  await expectShown(page.getByRole('menuitem', { name: 'Mark unsuccessful' }));
  expect(await findViolations()).toEqual([]);
  await expectFocus(page.getByRole('menuitem', { name: 'Mark successful' }));
  await press('Enter');
  const result = page.getByRole('dialog', { name: 'CLO/SED is closed' });
  await expectShown(page.getByRole('heading', { name: 'No matching ideas', includeHidden: true }));
  await expectFocus(result.getByRole('radio', { name: /^Exit 1/ }));
  expect(await findViolations()).toEqual([]);
  await result.getByLabelText('Lesson learned (one line)').fill('Patience.');
  await result.getByRole('button', { name: 'Save result' }).click();
  await expectGone(result);
  await expect
    .poll(() => stored(idea))
    .toMatchObject({ status: 'successful', result_level: 'exit_1', lesson: 'Patience.' });
  await expectFocusOnHeading();

  await page.getByRole('combobox', { name: 'Status' }).selectOptions('All statuses');
  await button('Status CLO/SED').click();
  await page.getByRole('menuitem', { name: 'Reset to pending' }).click();
  await expect.poll(() => stored(idea)?.status).toBe('pending');
  await button('Update CLO/SED').click();
  await expect
    .poll(() => readTexts(page.getByRole('menuitem')))
    .toEqual([
      ...['Mark successful', 'Mark unsuccessful', 'Mark invalid', 'Entry filled', 'Invalidation to entry'],
      'Exit 1 reached, rest runs (50 % closed)',
    ]);
  await page.getByRole('menuitem', { name: 'Mark invalid' }).click();
  const lesson = page.getByRole('dialog', { name: 'CLO/SED is invalid' });
  await lesson.getByRole('radio', { name: 'Entry' }).click();
  await lesson.getByRole('button', { name: 'Save lesson' }).click();
  await expectGone(lesson);
  await expectShown(row('CLO/SED').getByText('INVALID', { exact: true }));
  await expect
    .poll(() => stored(idea))
    .toMatchObject({ status: 'invalid', result_level: null, lesson_tag: 'entry' });
});

it('keeps what was typed into a card and a result when their dialogs are closed by mistake', async () => {
  ideas.publish({ pair: 'CLO/SED' });
  await openTable('?pair=closed');
  const card = page.getByRole('dialog', { name: 'Trade idea', exact: true });
  await button('CLO/SED', true).click();
  await card
    .getByRole('button', { name: 'Edit notes' })
    .or(card.getByRole('button', { name: 'Add notes' }))
    .click();
  await card.getByRole('textbox', { name: 'Notes' }).fill('half a sen');
  await card.getByRole('button', { name: 'Close', exact: true }).click();
  await expectGone(card);
  await button('Update CLO/SED').click();
  await page.getByRole('menuitem', { name: 'Mark successful' }).click();
  const result = page.getByRole('dialog', { name: 'CLO/SED is closed' });
  await result.getByLabelText('Lesson learned (one line)').fill('Wait for');
  await press('Escape');
  await expectGone(result);

  await button('CLO/SED', true).click();
  await expect.element(card.getByRole('textbox', { name: 'Notes' })).toHaveValue('half a sen');
  await expect.element(card.getByLabelText('Lesson learned (one line)')).toHaveValue('Wait for');
});

it('keeps a lesson under another status, and drops it by Skip', async () => {
  const idea = ideas.publish({ pair: 'CLO/SED' });
  ideas.change(idea.id, { status: 'successful', result_level: 'exit_1' });
  await openTable('?pair=closed');
  await button('CLO/SED', true).click();
  const card = page.getByRole('dialog', { name: 'Trade idea', exact: true });
  await card.getByRole('button', { name: 'Edit result' }).click();
  const lesson = card.getByLabelText('Lesson learned (one line)');
  await lesson.fill('Wait for');
  // Another status leaves the lesson alone.
  ideas.change(idea.id, { status: 'unsuccessful' });
  await expect.element(card.getByRole('radio', { name: /^Invalidation/ })).toBeInTheDocument();
  await expect.element(lesson).toHaveValue('Wait for');
  await lesson.fill('Wait for the close');
  await card.getByRole('button', { name: 'Save result' }).click();
  await expectGone(lesson);
  expect(stored(idea)).toMatchObject({ status: 'unsuccessful', lesson: 'Wait for the close' });

  await card.getByRole('button', { name: 'Edit result' }).click();
  await lesson.fill('discarded');
  await card.getByRole('button', { name: 'Skip' }).click();
  await card.getByRole('button', { name: 'Edit result' }).click();
  await expect.element(lesson).toHaveValue('Wait for the close');
});

it('reopens an idea that was closed by mistake above the question about its result', async () => {
  const idea = ideas.publish({ pair: 'SLI/PPD' });
  await openTable('?pair=slippd');
  holdTimers(UNDO_BUTTON_MS);
  await button('Update SLI/PPD').click();
  const undo = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' });
  await page.getByRole('menuitem', { name: 'Mark unsuccessful' }).click();
  // The message stays while the pointer is on it.
  await undo.hover();
  const result = page.getByRole('dialog', { name: 'SLI/PPD is closed' });
  await undo.click();
  await expectGone(result);
  await expectShown(button('Update SLI/PPD'));
  await expect.poll(() => stored(idea)).toMatchObject({ status: 'active', closed_at: null });
});

it('opens the card of a pair, whose edits and deletion work in the dialog (§2.32)', async () => {
  const idea = ideas.publish({ pair: 'CAR/DXX', notes: 'Notes of the card.' });
  await openTable('?pair=car');
  const opener = button('CAR/DXX', true);
  await use(opener);
  const dialog = page.getByRole('dialog', { name: 'Trade idea', exact: true });
  await expectShown(dialog.getByText('Notes of the card.'));
  expect(await findViolations()).toEqual([]);
  await press('Escape');
  await expectGone(dialog);
  await expectFocus(opener);

  await press('Enter');
  await dialog.getByRole('button', { name: /^Exit 1 \d/ }).click();
  await dialog.getByRole('textbox', { name: 'Exit 1' }).fill('1.0950');
  await press('Enter');
  await expect.poll(() => stored(idea)?.exit_1).toBe('1.0950');
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click();
  await expectShown(page.getByRole('heading', { name: 'Edit Trade Idea' }));
  await expectGone(dialog);
  await expectShown(page.getByCss('div:focus form'));
  await use(form().getByRole('button', { name: 'Cancel' }));
  await expectFocus(button('Edit CAR/DXX'));

  await opener.click();
  await use(dialog.getByRole('button', { name: 'Delete' }));
  await use(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
  await expectShown(page.getByText('Trade idea deleted'));
  await expectGone(dialog);
  await expectFocusOnHeading();
  await expect.poll(() => stored(idea)).toBeUndefined();
});

it('moves the focus to the heading when a deleted idea leaves the list before the response', async () => {
  ideas.publish({ pair: 'DEL/ETE' });
  await openTable('?pair=delete');
  const held = server().hold(deleteIdea, 'after');
  await button('DEL/ETE', true).click();
  await use(
    page.getByRole('dialog', { name: 'Trade idea', exact: true }).getByRole('button', { name: 'Delete' }),
  );
  await use(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
  await expect.element(page.getByText(/^0 of \d+ ideas$/)).toBeInTheDocument();
  held.release();
  await expectShown(page.getByText('Trade idea deleted'));
  await expectFocusOnHeading();
});

it('shows the same facts and actions in compact rows on a phone, with nothing cut off', async () => {
  const pair = 'A-VERY-LONG-NAME/USDT.PERP-Q1';
  const idea = ideas.publish({ pair, time_frame: 'Daily and weekly', market_type: 'Crypto' });
  ideas.change(idea.id, { status: 'successful', result_level: 'exit_1' });
  await openTable('?pair=perp', { width: 320, height: 700 });
  const article = page.getByRole('list', { name: 'Your ideas' }).getByRole('article', { name: pair });
  await expectShown(article.getByText('Daily and weekly · Crypto · Leverage'));
  for (const text of ['Bullish', 'Successful', 'Exit 1', '+0.9R', '0/0', 'Published', 'Closed'])
    await expectShown(article.getByText(text, { exact: true }));
  const cut = [...article.element().querySelectorAll('*')]
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
    .map(({ textContent }) => textContent);
  expect(cut).toEqual([]);
  await expect.poll(() => document.documentElement.scrollWidth).toBe(320);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('Pair');
  await expect.poll(() => location.pathname + location.search).toBe('/educator/ideas?pair=perp&sort=pair');
  await article.getByRole('button', { name: `Status ${pair}` }).click();
  await page.getByRole('menuitem', { name: 'Mark unsuccessful' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Skip' }).click();
  await expectShown(article.getByText('Unsuccessful', { exact: true }));
  await expect.element(article.getByRole('button', { name: `Status ${pair}` })).toHaveFocus();
});

it.each([
  [360, 'without warnings', '1.0950'],
  // Worth less than 1R.
  [1440, 'after its warnings', '1.0921'],
] as const)(
  'leads from the page of the form to the new row at %i px, %s, marks it and focuses it (§2.31)',
  async (width, when, exit) => {
    await openTable('', { width, height: 720 });
    await expectShown(page.getByRole('heading', { level: 1, name: 'My Trade Ideas' }));
    await page.getByRole('link', { name: 'New Idea' }).click();
    await expect.poll(() => location.pathname).toBe('/educator/ideas/new');
    const pair = `INJ${width}/USDT`;
    const values = {
      Pair: pair,
      'Time frame': '4H',
      'Entry 1': '1.0842',
      'Invalidation level': '1.0755',
      'Exit 1': exit,
    };
    for (const [label, value] of Object.entries(values))
      await form().getByLabelText(label, { exact: true }).first().fill(value);
    // Real keys: after them the browser draws the focus ring.
    ((await form().getByLabelText('Notes').findElement()) as HTMLElement).focus();
    await type('Published from the page of the form.');
    await press('Control+Enter');
    if (when === 'after its warnings') await use(button('Publish anyway'));
    await expect.poll(() => location.pathname).toBe('/educator/ideas');
    const opener = button(pair, true);
    await expectFocus(opener);
    const newRow = page.getByCss('[data-row]').filter({ has: opener });
    await expectShown(newRow.getByText('New', { exact: true }));
    await expect.element(page.getByText('New', { exact: true })).toHaveLength(1);
    const { top, bottom } = newRow.element().getBoundingClientRect();
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThanOrEqual(720);
    expect(await findViolations()).toEqual([]);

    // The mark is only for the way from the form.
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await page.getByRole('link', { name: 'My Trade Ideas' }).first().click();
    await expectShown(opener);
    await expect.element(page.getByText('New', { exact: true })).toHaveLength(0);
  },
);
