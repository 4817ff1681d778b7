import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { TradeIdea } from '../../../contract/ideas/ideas.ts';
import { deleteIdea, updateIdea } from '../../../contract/publishing/idea-writing.ts';
import { notesField, openDashboard, ownCard, storedIdea } from '../../testing/educator-form.ts';
import { NetworkFailure } from '../../testing/fake-api.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { press, type } from '../../testing/keyboard.ts';
import { educator, openApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectShown } from '../../testing/page.ts';

/** On a slow network an educator goes on before an answer arrives: it takes neither focus nor text. */
let ideas: FakeIdeas;
let idea: TradeIdea;
const NOTES = 'answered late';
beforeEach(() => {
  ideas = new FakeIdeas(server(), [{ educator_id: '2', pair: 'AUD/USD' }]);
  idea = ideas.publish({ ...storedIdea, notes: NOTES });
});

const stored = () => ideas.rows.get(idea.id);
const card = () => ownCard(NOTES);
const button = (name: string) => card().getByRole('button', { name, exact: true });
const levels = () => card().getByRole('region', { name: 'Levels' });
const openLevel = (name: RegExp) => levels().getByRole('button', { name }).click();
const level = (name: string) => levels().getByRole('textbox', { name });
const expectTold = (text: string) =>
  expectShown(page.getByRole('region', { name: 'Messages' }).getByText(text));

describe('a level that is saved late', () => {
  it('leaves the focus in the level that is edited next', async () => {
    await openDashboard();
    const answer = server().hold(updateIdea);
    await openLevel(/^Invalidation \d/);
    await level('Invalidation level').fill('1.2668');
    await press('Enter');
    await answer.asked;
    await openLevel(/^Exit 1/);
    await level('Exit 1').fill('1.28');
    answer.release();
    await expectTold('Trade idea updated');
    await expectGone(level('Invalidation level'));
    await type('05');
    await expect.element(level('Exit 1')).toHaveValue('1.2805');
    await press('Enter');
    await expect.poll(stored).toMatchObject({ invalidation_level: '1.2668', exit_1: '1.2805' });
  });

  it('leaves the focus in the form when it fails', async () => {
    await openDashboard();
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<never>();
    server().on(updateIdea, () => {
      asked.resolve();
      return answer.promise;
    });
    await openLevel(/^Exit 1/);
    await level('Exit 1').fill('1.2800');
    await press('Enter');
    await asked.promise;
    await notesField().click();
    await type('typed meanwhile');
    answer.reject(new NetworkFailure());
    await expectShown(card().getByText('Failed to update exit 1'));
    await expect.element(notesField()).toHaveFocus();
    await expect.element(notesField()).toHaveValue('typed meanwhile');
    await expect.element(level('Exit 1')).toHaveValue('1.2800');
    expect(stored()).toEqual(idea);
  });
});

describe('an idea that is closed late', () => {
  it('asks for the result on the card without taking the focus', async () => {
    await openDashboard();
    const answer = server().hold(updateIdea);
    await button('Mark successful').click();
    await answer.asked;
    await notesField().click();
    await type('the next ');
    answer.release();
    await expectShown(card().getByRole('form', { name: 'Result' }));
    await type('idea');
    await expect.element(notesField()).toHaveValue('the next idea');
  });

  it('asks for the result with the focus when the change is shown before the answer comes', async () => {
    await openDashboard();
    const answer = server().hold(updateIdea, 'after');
    (button('Mark successful').element() as HTMLElement).focus();
    await press('Enter');
    await expectGone(button('Mark successful'));
    answer.release();
    await expect.element(card().getByRole('radio', { name: 'Exit 1' })).toHaveFocus();
  });

  it('opens no question about the result over a search in the list', async () => {
    await openApp('/educator/ideas', { as: educator });
    const answer = server().hold(updateIdea);
    await page.getByRole('button', { name: 'Update GBP/USD' }).click();
    await page.getByRole('menuitem', { name: 'Mark unsuccessful' }).click();
    await answer.asked;
    const search = page.getByRole('searchbox');
    await search.fill('GBP');
    answer.release();
    await expectTold('Trade idea updated');
    await expect.element(search).toHaveFocus();
    await expectGone(page.getByRole('dialog', { name: /is closed/ }));
  });
});

describe('an idea that is deleted late', () => {
  it('moves the focus to the list when the idea disappears before the answer comes', async () => {
    await openDashboard();
    const answer = server().hold(deleteIdea, 'after');
    (button('Delete').element() as HTMLElement).focus();
    await press('Enter');
    await expectShown(page.getByRole('alertdialog'));
    (page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).element() as HTMLElement).focus();
    await press('Enter');
    await expectGone(card());
    // The app has moved the lost focus.
    await expect.poll(() => document.activeElement).not.toBe(document.body);
    answer.release();
    await expectTold('Trade idea deleted');
    await expect.poll(() => document.activeElement?.textContent).toBe('Your ideas');
  });

  it('leaves the focus in the form after a deletion that was left to itself', async () => {
    await openDashboard();
    const answer = server().hold(deleteIdea);
    await button('Delete').click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await answer.asked;
    await press('Escape');
    await expectGone(question);
    await notesField().click();
    await type('going on');
    answer.release();
    await expectTold('Trade idea deleted');
    await expectGone(card());
    await expect.element(notesField()).toHaveFocus();
    await expect.element(notesField()).toHaveValue('going on');
  });
});
