import { describe, expect, it } from 'vitest';
import { UNDO_BUTTON_MS } from '../contract/idea-writing.ts';
import { selectIdeasByNotes, setUpDashboard, setup } from './educator-dashboard.ts';
import { holdTimers } from './page-clock.ts';
import { keepUndoable } from './undoable.ts';

/** An educator takes a slip back. */
setUpDashboard();

const message = () => setup.page.getByRole('region', { name: 'Messages' });
const toastUndo = () => message().getByRole('button', { name: 'Undo' });
const cardUndo = (notes: string) =>
  setup.dashboard.own(notes).getByRole('button', { name: 'Undo', exact: true });
const press = (notes: string, name: string) =>
  setup.dashboard.own(notes).getByRole('button', { name, exact: true }).click();
/** Changes of the idea stay undoable in the page until the returned function is called. */
const publish = async (notes: string): Promise<() => Promise<void>> => {
  await setup.dashboard.publish(notes);
  return holdTimers(setup.page, UNDO_BUTTON_MS);
};
const stayUndoable = (notes: string) => keepUndoable(setup.app, notes);
const findStatus = async (notes: string) => (await selectIdeasByNotes(notes))[0]?.status;

describe('a change', () => {
  it('undoes a change of the status in the message about it, and keeps it in the change history', async () => {
    const { page, dashboard } = setup;
    const notes = 'closed by a slip';
    await publish(notes);
    // It stays while the pointer is on it.
    await Promise.all([toastUndo().hover(), press(notes, 'Mark unsuccessful')]);
    await stayUndoable(notes);
    await toastUndo().click();
    await message().getByText('Change undone').waitFor();
    await dashboard.own(notes).getByRole('button', { name: 'Mark unsuccessful', exact: true }).waitFor();
    await dashboard.own(notes).getByRole('form', { name: 'Result' }).waitFor({ state: 'detached' });
    await expect
      .poll(() => selectIdeasByNotes(notes))
      .toMatchObject([{ status: 'active', closed_at: null, result_level: null, version: 3 }]);
    await expect.poll(() => cardUndo(notes).count()).toBe(0);
    await press(notes, 'History');
    const rows = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Status' });
    await expect.poll(() => rows.count()).toBeGreaterThan(1);
    await page.getByText('Undone', { exact: true }).waitFor();
  });

  it('undoes a change of a level, and of the whole form, on the card after the message has gone', async () => {
    const { page, dashboard } = setup;
    const notes = 'a typo in a level';
    await publish(notes);
    const card = dashboard.own(notes);
    await card.getByRole('button', { name: /^Invalidation \d/ }).click();
    await card.getByRole('textbox', { name: 'Invalidation level' }).fill('1.2668');
    const told = message().getByRole('dialog').filter({ hasText: 'Trade idea updated' });
    await Promise.all([
      told.hover(),
      card.getByRole('textbox', { name: 'Invalidation level' }).press('Enter'),
    ]);
    await told.getByRole('button', { name: 'Dismiss' }).click();
    await stayUndoable(notes);
    await cardUndo(notes).focus();
    await page.keyboard.press('Enter');
    await card.getByRole('button', { name: /^Invalidation 1\.2648/ }).waitFor();
    // The focus stays on the card when the button goes.
    await cardUndo(notes).waitFor({ state: 'detached' });
    await expect.poll(() => card.evaluate((element) => element.contains(document.activeElement))).toBe(true);

    await press(notes, 'Edit');
    await dashboard.fill({ 'Exit 1': '1.2975', 'Time frame': '4H' });
    await Promise.all([
      page.getByText('Trade idea updated successfully').waitFor(),
      dashboard.form().getByLabel('Notes').press('Control+Enter'),
    ]);
    await stayUndoable(notes);
    await cardUndo(notes).click();
    await expect
      .poll(() => selectIdeasByNotes(notes))
      .toMatchObject([{ exit_1: '1.2795', time_frame: '1D', invalidation_level: '1.2648' }]);
  });

  it('undoes a change of notes, and restores what was written there', async () => {
    const { page, dashboard } = setup;
    const notes = 'the reasons, in full';
    await publish(notes);
    await press(notes, 'Edit notes');
    // The card is no longer found by its notes while they are edited.
    const card = page.locator('[role=group]:not([aria-hidden]) article');
    await card.getByRole('textbox', { name: 'Notes' }).fill('deleted by a slip');
    await card.getByRole('button', { name: 'Save notes' }).click();
    await cardUndo('deleted by a slip').waitFor();
    await stayUndoable('deleted by a slip');
    await cardUndo('deleted by a slip').click();
    await dashboard.own(notes).waitFor();
    await expect.poll(() => selectIdeasByNotes(notes)).toHaveLength(1);
  });

  it('offers to undo a change for ten seconds only', async () => {
    const notes = 'no slip at all';
    const letTimePass = await publish(notes);
    await press(notes, 'Mark invalid');
    await cardUndo(notes).waitFor();
    await letTimePass();
    await cardUndo(notes).waitFor({ state: 'detached' });
    await expect.poll(() => findStatus(notes)).toBe('invalid');
  });

  it('does not undo a change that was followed by another elsewhere, and tells the educator', async () => {
    const { app, page } = setup;
    const notes = 'overtaken';
    await publish(notes);
    // Nothing tells this page of the other change.
    await page.route('**/api/trade-ideas?**', (route) => route.abort());
    await page.route('**/api/live**', (route) => route.abort());
    await press(notes, 'Mark successful');
    await cardUndo(notes).waitFor();
    await app.database.pool.query('update trade_ideas set version = version + 1 where notes = $1', [notes]);
    await cardUndo(notes).click();
    await message().getByText('This idea has changed since.').waitFor();
    await expect.poll(() => findStatus(notes)).toBe('successful');
    await expect.poll(() => cardUndo(notes).count()).toBe(0);
    await page.unrouteAll();
  });

  it('says that a change cannot be undone because the server is unreachable, and tries again', async () => {
    const { page } = setup;
    const notes = 'without a server';
    await publish(notes);
    await page.route('**/undo', (route) => route.abort());
    await press(notes, 'Mark successful');
    await Promise.all([message().getByText("Couldn't undo the change").waitFor(), cardUndo(notes).click()]);
    await expect.poll(() => findStatus(notes)).toBe('successful');
    // It can be tried again.
    await stayUndoable(notes);
    await page.unrouteAll();
    await cardUndo(notes).click();
    await expect.poll(() => findStatus(notes)).toBe('active');
  });
});
