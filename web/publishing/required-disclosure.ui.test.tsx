import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createIdea } from '../../contract/publishing/idea-writing.ts';
import { changeConfig } from '../testing/basic-answers.ts';
import { fillForm, ideaForm, notesField, publishButton, typedIdea } from '../testing/educator-form.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { expectFocus } from '../testing/keyboard.ts';
import { educator, openApp, server } from '../testing/open-app.tsx';
import { expectShown } from '../testing/page.ts';

/** The operator requires an answer about what educators hold themselves. */
changeConfig({ disclosure: 'required' });

it('asks for a required answer at the field, loses nothing, and publishes with an answer (§5.9)', async () => {
  const ideas = new FakeIdeas(server());
  const position = ideaForm().getByRole('combobox', { name: 'My own position' });
  const notes = 'asked for a position';
  await openApp('/educator/ideas/new', { as: educator });
  await expectShown(page.getByText('Required on every new idea. Customers see your answer.'));
  await expect.element(position).toHaveAttribute('required');
  await fillForm({ ...typedIdea, Notes: notes });
  await publishButton().click();
  await expectShown(page.getByText('My own position is required'));
  await expectShown(page.getByText('Please fill in all required fields').first());
  await expectFocus(position);
  await expect.element(notesField()).toHaveValue(notes);
  expect(server().callsOf(createIdea)).toEqual([]);
  await position.selectOptions('None');
  await publishButton().click();
  await expectShown(page.getByText('Trade idea created successfully'));
  expect([...ideas.rows.values()]).toMatchObject([{ notes, disclosure: 'none' }]);
});
