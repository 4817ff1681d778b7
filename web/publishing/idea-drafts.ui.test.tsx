import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listIdeas } from '../../contract/ideas/ideas.ts';
import { updateIdea } from '../../contract/publishing/idea-writing.ts';
import {
  fillForm,
  ideaForm,
  lineField,
  notesField,
  openDashboard,
  ownCard,
  storedIdea,
  typedIdea,
} from '../testing/educator-form.ts';
import { Refusal } from '../testing/fake-api.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { press } from '../testing/keyboard.ts';
import { reloadApp, server } from '../testing/open-app.tsx';
import { expectGone, expectShown } from '../testing/page.ts';
import { skipTimers } from '../testing/timers.ts';

/** Nothing that was typed into the form is lost. */
let ideas: FakeIdeas;
beforeEach(() => {
  ideas = new FakeIdeas(server(), [{ educator_id: '2', pair: 'AUD/USD' }]);
});

const edit = (notes: string) => ownCard(notes).getByRole('button', { name: 'Edit', exact: true }).click();
const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('a new idea', () => {
  it('keeps the draft of a new idea over a reload', async () => {
    await openDashboard();
    await fillForm({ ...typedIdea, Notes: 'a draft that outlives a reload' });
    reloadApp();
    await expect.element(notesField()).toHaveValue('a draft that outlives a reload');
    await expect.element(lineField('Entry 1')).toHaveValue('1.2710');
  });

  it('clears the draft by Clear and restores it by Undo until something is typed', async () => {
    await openDashboard();
    await fillForm({ ...typedIdea, Notes: 'cleared by mistake' });
    await button('Clear').click();
    await expect.element(notesField()).toHaveValue('');
    await button('Undo').click();
    await expect.element(notesField()).toHaveValue('cleared by mistake');
    await button('Clear').click();
    await fillForm({ Notes: 'another' });
    await expectShown(button('Clear'));
    await expectGone(button('Undo'));
  });
});

it('keeps what was typed into the form and into an edited idea when the session ends', async () => {
  skipTimers(1_000);
  ideas.publish({ ...storedIdea, notes: 'the session ends meanwhile' });
  await openDashboard();
  await fillForm({ Pair: 'AUD/USD', Notes: 'half an idea' });
  await edit('the session ends meanwhile');
  await fillForm({ 'Exit 1': '1.2850' });
  const ending = server().fail(listIdeas, new Refusal('SESSION_ENDED'));
  await expect.poll(() => location.pathname).toBe('/login');
  ending.repair();

  await openDashboard();
  await expect.element(notesField()).toHaveValue('half an idea');
  await edit('the session ends meanwhile');
  await expect.element(lineField('Exit 1')).toHaveValue('1.2850');
  await button('Cancel').click();
  await edit('the session ends meanwhile');
  await expect.element(lineField('Exit 1')).toHaveValue('1.2795');
  expect(server().callsOf(updateIdea)).toEqual([]);
});

it.each([
  ['a level', /^Exit 1 \d/, 'Exit 1', '1.2900'],
  ['notes', 'Edit notes', 'Notes', 'composed at length'],
] as const)('keeps %s being edited when Escape only cancels the text of an input method', async (...row) => {
  const [, opener, name, text] = row;
  ideas.publish({ ...storedIdea, notes: 'composed in a card' });
  await openDashboard();
  await ownCard('composed in a card').getByRole('button', { name: opener }).click();
  const field = page.getByRole('article').getByRole('textbox', { name });
  await field.fill(text);
  const composing = { key: 'Escape', isComposing: true, bubbles: true, cancelable: true };
  field.element().dispatchEvent(new KeyboardEvent('keydown', composing));
  await expect.element(field).toHaveValue(text);
  await press('Escape');
  await expectGone(field);
});

it('leaves the form of another idea open when a late answer arrives', async () => {
  const slow = ideas.publish({ ...storedIdea, notes: 'saved slowly' });
  const created_at = new Date(Date.parse(slow.created_at) + 1_000).toISOString();
  const newer = ideas.publish({
    ...storedIdea,
    pair: 'GBP/NZD',
    notes: 'edited meanwhile',
    ...{ created_at },
  });
  await openDashboard();
  await button('Next').click();
  await edit('saved slowly');
  await expect.element(notesField()).toHaveValue('saved slowly');
  await fillForm({ 'Exit 1': '1.2810' });
  const saving = server().hold(updateIdea);
  await button('Save changes').click();
  await saving.asked;
  await button('Previous').click();
  await edit('edited meanwhile');
  await expect.element(notesField()).toHaveValue('edited meanwhile');
  await fillForm({ Notes: 'typed meanwhile' });
  saving.release();
  await expectShown(page.getByText('Trade idea updated successfully'));
  await expect.element(notesField()).toHaveValue('typed meanwhile');
  expect(ideas.rows.get(slow.id)).toMatchObject({ exit_1: '1.2810', notes: 'saved slowly' });
  await ideaForm().getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => ideas.rows.get(newer.id)?.notes).toBe('typed meanwhile');
});
