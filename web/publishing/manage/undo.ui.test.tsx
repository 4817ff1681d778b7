import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listIdeas, type TradeIdea } from '../../../contract/ideas/ideas.ts';
import { UNDO_BUTTON_MS, undoIdeaChange } from '../../../contract/publishing/idea-writing.ts';
import { fillForm, openDashboard, ownCard, pressInNotes, storedIdea } from '../../testing/educator-form.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { press } from '../../testing/keyboard.ts';
import { server } from '../../testing/open-app.tsx';
import { expectGone, expectShown } from '../../testing/page.ts';
import { holdTimers } from '../../testing/timers.ts';

/** An educator takes a slip back. */
let ideas: FakeIdeas;
let idea: TradeIdea;
/** Ends the ten seconds in which a change can be undone. */
let letTimePass: () => number;
beforeEach(async () => {
  ideas = new FakeIdeas(server(), [{ educator_id: '2', pair: 'AUD/USD' }]);
  idea = ideas.publish({ ...storedIdea, notes: 'a slip' });
  letTimePass = holdTimers(UNDO_BUTTON_MS);
  await openDashboard();
});

const stored = () => ideas.rows.get(idea.id);
const message = () => page.getByRole('region', { name: 'Messages' });
const card = () => ownCard('GBP/USD');
const button = (name: string | RegExp) => card().getByRole('button', { name, exact: true });
const cardUndo = () => button('Undo');

it('undoes a change of the status in the message about it, and keeps it in the change history (§4.10, §8.12)', async () => {
  await button('Mark unsuccessful').click();
  const undo = message().getByRole('button', { name: 'Undo' });
  // The message stays while the pointer is on it.
  await undo.hover();
  await undo.click();
  await expectShown(message().getByText('Change undone'));
  await expectShown(button('Mark unsuccessful'));
  await expectGone(card().getByRole('form', { name: 'Result' }));
  expect(stored()).toMatchObject({ status: 'active', closed_at: null, result_level: null, version: 3 });
  await expectGone(cardUndo());
  await button('History').click();
  const rows = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'Status' });
  await expect.poll(() => rows.elements().length).toBeGreaterThan(1);
  await expectShown(page.getByText('Undone', { exact: true }));
});

it('undoes a change of a level on the card after the message has gone, and keeps the focus there', async () => {
  await card()
    .getByRole('button', { name: /^Invalidation \d/ })
    .click();
  await card().getByRole('textbox', { name: 'Invalidation level' }).fill('1.2668');
  await press('Enter');
  const told = message().getByRole('dialog').filter({ hasText: 'Trade idea updated' });
  await told.getByRole('button', { name: 'Dismiss' }).click();
  await expectGone(told);
  (cardUndo().element() as HTMLElement).focus();
  await press('Enter');
  await expectShown(card().getByRole('button', { name: /^Invalidation 1\.2648/ }));
  await expectGone(cardUndo());
  await expect.poll(() => card().element().contains(document.activeElement)).toBe(true);
  expect(stored()?.invalidation_level).toBe('1.2648');
});

it('undoes a change of the whole form on the card', async () => {
  await button('Edit').click();
  await fillForm({ 'Exit 1': '1.2975', 'Time frame': '4H' });
  await pressInNotes();
  await press('Control+Enter');
  await expectShown(page.getByText('Trade idea updated successfully'));
  expect(stored()).toMatchObject({ exit_1: '1.2975', time_frame: '4H' });
  await cardUndo().click();
  await expect.poll(stored).toMatchObject({ ...storedIdea, version: 3 });
});

it('undoes a change of notes, and restores what was written there', async () => {
  await button('Edit notes').click();
  await page.getByRole('article').getByRole('textbox', { name: 'Notes' }).fill('deleted by a slip');
  await button('Save notes').click();
  await expectShown(ownCard('deleted by a slip'));
  await cardUndo().click();
  await expectShown(ownCard('a slip').filter({ hasNotText: 'deleted' }));
  expect(stored()?.notes).toBe('a slip');
});

it('offers to undo a change for ten seconds only (§4.10, §9.22)', async () => {
  await button('Mark invalid').click();
  await expectShown(cardUndo());
  await expect.poll(letTimePass).toBeGreaterThan(0);
  await expectGone(cardUndo());
  expect(stored()?.status).toBe('invalid');
  expect(server().callsOf(undoIdeaChange)).toEqual([]);
});

it('does not undo a change that was followed by another elsewhere, and tells the educator', async () => {
  await button('Mark successful').click();
  await expectShown(cardUndo());
  // Nothing tells this page of the other change.
  server().fail(listIdeas);
  ideas.rows.set(idea.id, { ...stored()!, version: 3 });
  await cardUndo().click();
  await expectShown(message().getByText('This idea has changed since.'));
  expect(stored()).toMatchObject({ status: 'successful', version: 3 });
  await expectGone(cardUndo());
});

it('says that a change cannot be undone because the server is unreachable, and tries again', async () => {
  await button('Mark successful').click();
  const failing = server().fail(undoIdeaChange);
  await cardUndo().click();
  await expectShown(message().getByText("Couldn't undo the change"));
  expect(stored()?.status).toBe('successful');
  failing.repair();
  await cardUndo().click();
  await expect.poll(() => stored()?.status).toBe('active');
});
