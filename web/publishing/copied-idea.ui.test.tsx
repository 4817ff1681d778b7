import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openDashboard, ownCard, pairField, storedIdea } from '../testing/educator-form.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { server } from '../testing/open-app.tsx';
import { expectShown, toast } from '../testing/page.ts';

let ideas: FakeIdeas;
beforeEach(() => {
  ideas = new FakeIdeas(server());
  ideas.publish({ ...storedIdea, idea_type: 'Exchange', notes: 'Not copied.' });
});

it('begins a new idea with the levels of an own one; a draft comes back by Undo (§2.105)', async () => {
  await openDashboard();
  await pairField().fill('AUD/CAD');
  await ownCard('GBP/USD').getByRole('button', { name: 'Copy as new' }).click();
  await expectShown(page.getByRole('heading', { level: 1, name: 'New Idea' }));
  await expect.element(pairField()).toHaveValue('GBP/USD');
  await expect.element(page.getByLabelText(/^Entry 1/)).toHaveValue(storedIdea.entry_1);
  await expect.element(page.getByRole('radio', { name: 'Exchange' })).toBeChecked();
  await expect.element(page.getByLabelText(/^Notes/)).toHaveValue('');
  await toast('Copied from GBP/USD').getByRole('button', { name: 'Undo' }).click();
  await expect.element(pairField()).toHaveValue('AUD/CAD');
});

it('is copied once', async () => {
  await openDashboard();
  await ownCard('GBP/USD').getByRole('button', { name: 'Copy as new' }).click();
  await expect.element(pairField()).toHaveValue('GBP/USD');
  await pairField().fill('');
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expectShown(page.getByRole('heading', { level: 1, name: 'Dashboard' }));
  await expectShown(ownCard('GBP/USD'));
  await expect.element(pairField()).toHaveValue('');
});
