import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { listIdeas, type TradeIdea } from '../../../contract/ideas/ideas.ts';
import { deleteIdea, updateIdea } from '../../../contract/publishing/idea-writing.ts';
import { findViolations } from '../../testing/axe.ts';
import {
  fillForm,
  ideaForm,
  lineField,
  openDashboard,
  ownCard,
  pairField,
  storedIdea,
} from '../../testing/educator-form.ts';
import { NetworkFailure, Refusal } from '../../testing/fake-api.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { expectFocus, press, tabTo, type, use } from '../../testing/keyboard.ts';
import { server } from '../../testing/open-app.tsx';
import { expectGone, expectShown, readTexts, toast } from '../../testing/page.ts';
import { skipTimers } from '../../testing/timers.ts';

/** What an educator does with the card of an own idea, by keyboard where it makes a difference. */
const NOTES = 'the idea of this test';
let ideas: FakeIdeas;
let idea: TradeIdea;
beforeEach(() => {
  ideas = new FakeIdeas(server(), [{ educator_id: '2', pair: 'AUD/USD' }]);
  idea = ideas.publish({ ...storedIdea, notes: NOTES });
});

const stored = () => ideas.rows.get(idea.id);
const card = () => ownCard('GBP/USD');
const button = (name: string | RegExp, exact = false) => card().getByRole('button', { name, exact });
const typeIn = async (field: ReturnType<typeof lineField>, text: string) => {
  await tabTo(field);
  await press('Control+a');
  await type(text);
};

/** Begins at the card: the way to it has tests of its own. */
const openCard = async () => {
  await openDashboard();
  ((await button(/^Entry 1 /).findElement()) as HTMLElement).focus();
};

describe('an edit in place', () => {
  it('takes a level, a cancelled edit and an error, by keyboard alone (§2.26)', async () => {
    await openCard();
    const level = button(/^Invalidation \d/);
    const input = card().getByRole('textbox', { name: /Invalidation/ });
    await use(level);
    await expectFocus(input);
    await type('1.2640');
    await press('Escape');
    await expectFocus(level);
    await press(' ');
    await expectFocus(input);
    await type('none');
    await use(button('Save invalidation level'));
    await expectShown(card().getByRole('alert'));
    expect(stored()).toEqual(idea);
    await typeIn(input, '1.2640');
    await press('Enter');
    await expectFocus(level);
    expect(stored()?.invalidation_level).toBe('1.2640');
  });

  it('takes the notes by keyboard alone (§2.26)', async () => {
    await openCard();
    await use(button('Edit notes'));
    await press('Control+a');
    await type('by keyboard, edited');
    await press('Control+Enter');
    await expectFocus(button('Edit notes'));
    expect(stored()?.notes).toBe('by keyboard, edited');
    await expectShown(ownCard('by keyboard, edited'));
  });

  it('says that a level was not saved, and keeps what was typed (§8.5)', async () => {
    await openDashboard();
    await button(/^Invalidation \d/).click();
    const field = card().getByRole('textbox', { name: 'Invalidation level' });
    await field.fill('1.264');
    server().fail(updateIdea, new NetworkFailure());
    await press('Enter');
    await expectShown(toast('Error', 'Failed to update invalidation level'));
    await expectShown(card().getByText('Failed to update invalidation level'));
    await expect.element(field).toHaveValue('1.264');
    expect(stored()).toEqual(idea);
  });

  it('says that the value was changed elsewhere, keeps what was typed, and saves it when asked again', async () => {
    await openDashboard();
    await button(/^Exit 1 \d/).click();
    const field = card().getByRole('textbox', { name: 'Exit 1' });
    await field.fill('1.2810');
    ideas.change(idea.id, { exit_1: '1.2820', exit_2: '1.2920' });
    await expectShown(button(/^Exit 2 1[.]2920/));
    await press('Enter');
    const told = "Changed while you were editing. It's now 1.2820. Saving replaces it.";
    await expectShown(toast('Error', told));
    await expectShown(card().getByRole('alert').getByText(told));
    await expect.element(field).toHaveValue('1.2810');
    await expect.element(field).toHaveFocus();
    expect(stored()?.exit_1).toBe('1.2820');
    await press('Enter');
    await expectGone(field);
    expect(stored()).toMatchObject({ exit_1: '1.2810', exit_2: '1.2920' });
  });

  it('saves a level when another field was changed elsewhere', async () => {
    await openDashboard();
    await button(/^Exit 1 \d/).click();
    const field = card().getByRole('textbox', { name: 'Exit 1' });
    await field.fill('1.2810');
    ideas.change(idea.id, { exit_2: '1.2920' });
    await press('Enter');
    await expectGone(field);
    expect(stored()).toMatchObject({ exit_1: '1.2810', exit_2: '1.2920' });
  });

  it('asks which number an unclear comma means', async () => {
    await openDashboard();
    await button(/^Invalidation \d/).click();
    const field = card().getByRole('textbox', { name: 'Invalidation level' });
    await field.fill('1,264');
    await press('Enter');
    await expectShown(card().getByText('Which number do you mean?'));
    await button('1.264', true).click();
    await expect.element(field).toHaveFocus();
    await press('Enter');
    await expectShown(page.getByText('Trade idea updated', { exact: true }));
    expect(stored()?.invalidation_level).toBe('1.264');
  });

  it('keeps a field that is being edited during a refresh', async () => {
    skipTimers(1_000);
    await openDashboard();
    await button(/^Invalidation \d/).click();
    const field = card().getByRole('textbox', { name: /Invalidation/ });
    await field.fill('1.26');
    const refreshes = () => server().callsOf(listIdeas).length;
    const before = refreshes();
    await expect.poll(refreshes).toBeGreaterThan(before + 1);
    await expect.element(field).toHaveValue('1.26');
    await press('Escape');
    await expectShown(button(/^Invalidation \d/));
    expect(server().callsOf(updateIdea)).toEqual([]);
  });
});

describe('an edit in the form', () => {
  const later = 'Fixed five minutes after publishing, and by closing.';
  const radio = (name: string) => ideaForm().getByRole('radio', { name });

  it('changes only what was typed, and the form is empty again (§2.26, §8.12)', async () => {
    await openCard();
    await use(button('Edit', true));
    await expectShown(page.getByRole('heading', { name: 'Edit Trade Idea' }));
    await typeIn(lineField('Exit 1'), '1.2810');
    await press('Control+Enter');
    await expectShown(page.getByText('Trade idea updated successfully'));
    expect(server().callsOf(updateIdea)).toMatchObject([{ body: { exit_1: '1.2810' } }]);
    expect(stored()).toMatchObject({ exit_1: '1.2810', invalidation_level: '1.2648' });
    await expectShown(page.getByRole('heading', { name: 'Create Trade Idea' }));
    await expect.element(lineField('Exit 1')).toHaveValue('');
  });

  it('keeps what was typed over a change elsewhere, shows that change, and saves when asked again', async () => {
    await openDashboard();
    await button('Edit', true).click();
    await fillForm({ 'Exit 1': '1.2850' });
    ideas.change(idea.id, { exit_1: '1.2820', entry_1: '1.2700' });
    const save = page.getByRole('button', { name: 'Save changes' });
    await save.click();
    await expectShown(toast('Trade Idea Update Failed', 'This idea changed while you were editing.'));
    await expectShown(page.getByText("Changed while you were editing. It's now 1.2820. Saving replaces it."));
    await expect.element(lineField('Exit 1')).toHaveFocus();
    await expect.element(lineField('Exit 1')).toHaveValue('1.2850');
    await expect.element(lineField('Entry 1')).toHaveValue('1.2700');
    expect(stored()?.exit_1).toBe('1.2820');
    await save.click();
    await expectShown(toast('Success!', 'Trade idea updated successfully'));
    expect(stored()).toMatchObject({ exit_1: '1.2850', entry_1: '1.2700' });
  });

  it('shows as fixed what is locked', async () => {
    ideas.rows.clear();
    ideas.rows.set(idea.id, { ...idea, created_at: '2026-01-01T00:00:00.000Z' });
    await openDashboard();
    await button('Edit', true).click();
    await expect.element(pairField()).toHaveAttribute('readonly');
    await expect.element(pairField()).toHaveAccessibleDescription(later);
    for (const [label, value] of [
      ['Orientation', 'Bullish'],
      ['Idea type', 'Leverage'],
      ['Market', 'Forex'],
    ] as const) {
      const group = ideaForm().getByRole('group', { name: label });
      await expect.element(group).toHaveAccessibleDescription(/^Fixed /);
      await expect.poll(() => readTexts(group.getByCss('label'))).toEqual([value]);
    }
    expect(await findViolations()).toEqual([]);
  });

  it('keeps what was typed before it was locked, and says why it is refused', async () => {
    await openDashboard();
    await button('Edit', true).click();
    await expectGone(radio('Bearish'));
    await fillForm({ Pair: 'DOGE/USDT' });
    await radio('Crypto').click();
    const old = { ...idea, created_at: '2026-01-01T00:00:00.000Z' };
    ideas.rows.set(idea.id, old);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect.element(pairField()).toHaveValue('DOGE/USDT');
    await expect.element(pairField()).toHaveAccessibleDescription(later);
    await expect
      .element(ideaForm().getByRole('group', { name: 'Market' }))
      .toHaveAccessibleDescription(later);
    expect(stored()).toEqual(old);
    await fillForm({ Pair: idea.pair, 'Exit 1': '1.2810' });
    await radio('Forex').click();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expectShown(toast('Success!', 'Trade idea updated successfully'));
    expect(stored()).toMatchObject({ pair: idea.pair, market_type: 'Forex', exit_1: '1.2810' });
  });

  it('keeps what was typed when the idea was deleted elsewhere', async () => {
    await openDashboard();
    await button('Edit', true).click();
    await fillForm({ 'Exit 1': '1.2850' });
    ideas.remove(idea.id);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expectShown(toast('Trade Idea Update Failed'));
    await expect.element(lineField('Exit 1')).toHaveValue('1.2850');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expectGone(page.getByRole('heading', { name: 'Edit Trade Idea' }));
  });

  it('is left by Cancel without a change', async () => {
    await openCard();
    await button('Edit', true).click();
    await fillForm({ 'Exit 1': '1.2810' });
    await use(page.getByRole('button', { name: 'Cancel' }));
    await expectShown(page.getByRole('heading', { name: 'Create Trade Idea' }));
    expect(server().callsOf(updateIdea)).toEqual([]);
  });
});

describe('a deletion', () => {
  it('deletes nothing without a confirmation, and gives the focus back (§5.22)', async () => {
    await openCard();
    const question = page.getByRole('alertdialog');
    await use(button('Delete'));
    await expectShown(question.getByText('Are you sure you want to delete this trade idea?'));
    await press('Escape');
    await expectFocus(button('Delete'));
    await press('Enter');
    await use(question.getByRole('button', { name: 'Cancel' }));
    await expectGone(question);
    await expectFocus(button('Delete'));
    expect(server().callsOf(deleteIdea)).toEqual([]);
  });

  it('deletes an idea after a confirmation, and moves the focus to the list (§2.26, §8.12)', async () => {
    await openCard();
    await use(button('Delete'));
    await use(page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
    await expectShown(page.getByText('Trade idea deleted'));
    await expectGone(card());
    expect(stored()).toBeUndefined();
    await expect.poll(() => document.activeElement?.textContent).toBe('Your ideas');
  });

  it('says that it failed, and keeps the idea', async () => {
    await openDashboard();
    await button('Delete', true).click();
    server().fail(deleteIdea, new NetworkFailure());
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expectShown(toast('Error', 'Failed to delete trade idea'));
    await expectShown(card());
    expect(stored()).toEqual(idea);
  });
});

describe('the status', () => {
  it('says that it was not saved, and stays as it was (§8.6)', async () => {
    await openDashboard();
    server().fail(updateIdea, new NetworkFailure());
    await button('Mark successful', true).click();
    await expectShown(toast('Error', 'Failed to update trade idea'));
    expect(stored()).toEqual(idea);
    await expectShown(button('Mark successful', true));
  });

  it('says that it was changed elsewhere, and shows the newest one', async () => {
    await openDashboard();
    const current = { ...idea, status: 'successful' as const, closed_at: idea.updated_at, version: 2 };
    server().fail(updateIdea, new Refusal('VERSION_CONFLICT', { conflict: { current } }));
    await button('Mark unsuccessful').click();
    await expectShown(toast('Error', 'This idea changed while you were editing.'));
    await expectShown(button('Add result'));
  });

  it('gives an idea every status and resets it to pending (§2.26, §4.6, §4.7)', async () => {
    await openDashboard();
    const steps = [
      ['Mark unsuccessful', 'unsuccessful'],
      ['Mark successful', 'successful'],
      ['Mark invalid', 'invalid'],
      ['Reset to pending', 'pending'],
    ] as const;
    for (const [name, status] of steps) {
      await button(name, true).click();
      await expect.poll(() => stored()?.status).toBe(status);
      if (status === 'invalid')
        await expectShown(
          card().getByText('Idea invalidated as price broke below 1.2648. Looking for new setups.'),
        );
      await expect.element(button('Delete')).not.toHaveAttribute('aria-disabled', 'true');
    }
  });

  it('takes no further status while one is being saved', async () => {
    await openCard();
    const saving = server().hold(updateIdea);
    await button('Mark unsuccessful', true).click();
    await saving.asked;
    await expect.element(button('Mark successful', true)).toHaveAttribute('aria-disabled', 'true');
    await use(button('Mark successful', true));
    saving.release();
    await expect.element(button('Mark successful', true)).not.toHaveAttribute('aria-disabled', 'true');
    expect(server().callsOf(updateIdea)).toHaveLength(1);
    await button('Mark successful', true).click();
    await expect.poll(() => stored()?.status).toBe('successful');
  });

  it('asks for the result and the lesson, by keyboard alone', async () => {
    await openCard();
    await use(button('Mark successful'));
    const question = card().getByRole('form', { name: 'Result' });
    await expectFocus(question.getByRole('radio', { name: 'Exit 1' }));
    await press('ArrowLeft', 'ArrowRight');
    await typeIn(question.getByLabelText('Lesson learned'), 'Patience.');
    await press('Enter');
    await expectFocus(button('Edit result'));
    expect(stored()).toMatchObject({ status: 'successful', result_level: 'exit_1', lesson: 'Patience.' });
    await press('Enter');
    await use(question.getByRole('button', { name: 'Skip' }));
    await expectFocus(button('Edit result'));
  });

  it('asks which time is meant in the hour that a clock change repeats', async () => {
    const setZone = (timezoneId: string) => cdp().send('Emulation.setTimezoneOverride', { timezoneId });
    await setZone('Europe/Berlin');
    onTestFinished(() => void setZone(''));
    const second = '2026-10-25T01:30:00.000Z';
    ideas.change(idea.id, { status: 'successful', result_level: 'exit_1', result_at: second });
    await openDashboard();
    await button('Edit result').click();
    await expect.element(card().getByLabelText('When')).toHaveValue('2026-10-25T02:30');
    const times = card().getByRole('group', { name: 'The clocks went back' }).getByRole('radio');
    await expect.element(times.nth(1)).toBeChecked();
    await button('Save result').click();
    await expect.poll(() => stored()?.version).toBe(3);
    expect(stored()?.result_at).toBe(second);
    await button('Edit result').click();
    await times.nth(0).click();
    await button('Save result').click();
    await expect.poll(() => stored()?.result_at).toBe('2026-10-25T00:30:00.000Z');
  });

  it('resets a closed idea, and does not leave the focus on the button that takes its place', async () => {
    ideas.change(idea.id, { status: 'successful', result_level: 'exit_1' });
    await openCard();
    await use(button('Reset to pending'));
    await expect.poll(() => stored()?.status).toBe('pending');
    // A second press would set that status too.
    await expect.poll(() => document.activeElement?.tagName).not.toMatch(/BODY|BUTTON/);
    // The change is shown before the answer to the call, until which the buttons refuse a press.
    await expect.element(button('Mark invalid')).not.toHaveAttribute('aria-disabled', 'true');
    await use(button('Mark invalid'));
    await expectShown(
      card().getByText('Idea invalidated as price broke below 1.2648. Looking for new setups.'),
    );
  });

  it('shows its history in a dialog that keeps the focus and gives it back', async () => {
    await openCard();
    await use(button('History'));
    const history = page.getByRole('dialog', { name: 'GBP/USD change history' });
    await expectShown(history.getByText('published'));
    await press('Tab');
    await expect.poll(() => history.element().contains(document.activeElement)).toBe(true);
    await press('Escape');
    await expectFocus(button('History'));
  });
});

it('shows on the card where the idea was posted, and what failed', async () => {
  const at = '2026-11-20T09:00:00.000Z';
  ideas.setPosts(idea.id, [
    { destination: 'Main group', event: 'published', state: 'sent', reason: null, at },
    { destination: 'Slack', event: 'published', state: 'failed', reason: 'channel archived', at },
  ]);
  await openDashboard();
  await expectShown(card().getByText('Posted to Main group; Slack failed: channel archived'));
});
