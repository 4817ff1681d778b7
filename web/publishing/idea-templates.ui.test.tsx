import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type IdeaTemplate, listTemplates, putTemplates } from '../../contract/publishing/idea-templates.ts';
import { findViolationsInBothThemes } from '../testing/axe.ts';
import { fillForm, notesField, openDashboard, pairField, typedIdea } from '../testing/educator-form.ts';
import { Refusal } from '../testing/fake-api.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { press } from '../testing/keyboard.ts';
import { phone, server } from '../testing/open-app.tsx';
import { expectNoOverflow, expectShown, toast } from '../testing/page.ts';

let stored: IdeaTemplate[];
let ideas: FakeIdeas;
beforeEach(() => {
  ideas = new FakeIdeas(server());
  stored = [];
  server().on(listTemplates, () => stored);
  server().on(putTemplates, ({ body }) => {
    stored = body.templates;
    return stored;
  });
});

const swing: IdeaTemplate = {
  name: 'Swing',
  pair: 'EUR/GBP',
  time_frame: '4h',
  order_type: 'SELL',
  idea_type: 'Exchange',
  market_type: 'Forex',
  notes: 'Trend first.',
};
const dialog = () => page.getByRole('dialog', { name: 'Templates' });
const openTemplates = () => page.getByRole('button', { name: 'Templates' }).click();
const save = async (name: string) => {
  await dialog().getByLabelText('Name of a new template').fill(name);
  await dialog().getByRole('button', { name: 'Save' }).click();
};

it('begins a new idea with what repeats; a draft comes back by Undo (§2.106)', async () => {
  stored = [swing];
  await openDashboard();
  await fillForm({ Pair: 'AUD/CAD', 'Entry 1': '0.9012' });
  await openTemplates();
  await dialog().getByRole('button', { name: 'Use Swing' }).click();
  await expect.element(pairField()).toHaveValue('EUR/GBP');
  await expect.element(notesField()).toHaveValue('Trend first.');
  await expect.element(page.getByRole('radio', { name: 'Bearish' })).toBeChecked();
  await expect.element(page.getByRole('radio', { name: 'Exchange' })).toBeChecked();
  await expect.element(page.getByLabelText(/^Entry 1/)).toHaveValue('0.9012');
  await toast('Filled from Swing').getByRole('button', { name: 'Undo' }).click();
  await expect.element(pairField()).toHaveValue('AUD/CAD');
  await expect.element(notesField()).toHaveValue('');
});

it('keeps what is in the form under a name, up to three times (§2.106)', async () => {
  await openDashboard(phone);
  await fillForm({ Pair: 'GBP/USD', 'Time frame': '1D', 'Entry 1': '1.2710' });
  await openTemplates();
  for (const name of ['Swing', 'Scalp', 'A name as long as it may be, forty letters'.slice(0, 40)])
    await save(name);
  await expectShown(dialog().getByText('You have 3 templates. Remove one to save another.'));
  expect(stored[0]).toEqual({
    name: 'Swing',
    pair: 'GBP/USD',
    time_frame: '1D',
    order_type: 'BUY',
    idea_type: 'Leverage',
    market_type: 'Forex',
    notes: '',
  });
  await expectNoOverflow();
  expect(await findViolationsInBothThemes()).toEqual([]);
  await dialog().getByRole('button', { name: 'Remove Swing' }).click();
  await expectShown(dialog().getByLabelText('Name of a new template'));
  expect(stored.map(({ name }) => name)).not.toContain('Swing');
});

it('is saved with Enter, which does not publish the idea', async () => {
  await openDashboard();
  await fillForm(typedIdea);
  await openTemplates();
  await dialog().getByLabelText('Name of a new template').fill('Swing');
  await press('Control+Enter');
  await press('Enter');
  await expectShown(dialog().getByRole('button', { name: 'Use Swing' }));
  expect(ideas.rows.size).toBe(0);
});

it('says that a template was not saved, and keeps its name', async () => {
  server().on(putTemplates, () => {
    throw new Refusal('INTERNAL');
  });
  await openDashboard();
  await openTemplates();
  await save('Swing');
  await expectShown(dialog().getByText('Something went wrong on our side.'));
  await expect.element(dialog().getByLabelText('Name of a new template')).toHaveValue('Swing');
});
