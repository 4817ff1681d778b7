import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createIdea, DISCLOSURE_REQUIRED } from '../../contract/publishing/idea-writing.ts';
import {
  fillForm,
  ideaForm,
  notesField,
  openDashboard,
  ownCard,
  publishButton,
  storedIdea,
  typedIdea,
} from '../testing/educator-form.ts';
import { Refusal } from '../testing/fake-api.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { press, tabTo } from '../testing/keyboard.ts';
import { educator, openApp, reloadApp, server } from '../testing/open-app.tsx';
import { expectLive, expectShown, readTexts } from '../testing/page.ts';

/** What educators hold themselves: they may answer in the form, and readers see the answer. */
let ideas: FakeIdeas;
beforeEach(() => {
  ideas = new FakeIdeas(server());
});

const position = () => ideaForm().getByRole('combobox', { name: 'My own position' });
const fact = (answer: string) =>
  page.getByCss('dl > div').filter({ hasText: "Educator's own position" }).getByText(answer, { exact: true });

it('asks an educator, keeps the answer in the draft, and publishes it (§2.29)', async () => {
  await openDashboard();
  await expect
    .poll(() => readTexts(position().getByCss('option')))
    .toEqual(['Not stated', 'None', 'Same direction', 'Opposite direction', 'Planning to open one']);
  await expect.element(position()).toHaveValue('not_stated');
  await fillForm({ ...typedIdea, Notes: 'disclosed by keyboard' });
  await tabTo(position());
  await press('P');
  await expect.element(position()).toHaveValue('plan_to');
  reloadApp();
  await expect.element(position()).toHaveValue('plan_to');
  await publishButton().click();
  await expectShown(ownCard('disclosed by keyboard'));
  expect([...ideas.rows.values()]).toMatchObject([{ disclosure: 'plan_to' }]);
});

it('saves another answer in an edit', async () => {
  const idea = ideas.publish({ ...storedIdea, disclosure: 'plan_to', notes: 'changed later' });
  await openDashboard();
  await ownCard('changed later').getByRole('button', { name: 'Edit', exact: true }).click();
  await position().selectOptions('None');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => ideas.rows.get(idea.id)?.disclosure).toBe('none');
});

it('shows the answer and its change to customers, in the detail and on the page of an idea', async () => {
  const idea = ideas.publish({ ...storedIdea, disclosure: 'plan_to', notes: 'disclosed' });
  await openApp('/customer/forex');
  await ownCard('disclosed').getByRole('button', { name: 'Details' }).click();
  await expectShown(fact('Planning to open one'));
  await openApp(`/ideas/${idea.id}`);
  await expectShown(fact('Planning to open one'));
  await expectLive();
  ideas.change(idea.id, { disclosure: 'none' });
  await expectShown(fact('None'));
  const change = page.getByRole('listitem').filter({ hasText: "Educator's own position" }).first();
  await expect.poll(() => readTexts(change)[0]).toMatch(/Planning to open one\s*→\s*to\s*None$/);
});

it('says that an idea from before the question was not asked about it', async () => {
  const idea = ideas.publish({ ...storedIdea });
  ideas.rows.set(idea.id, { ...idea, disclosure: null });
  await openApp(`/ideas/${idea.id}`);
  await expectShown(fact('Not asked'));
});

it("shows the server's refusal if the browser does not know that an answer is required", async () => {
  server().fail(createIdea, new Refusal('MISSING_FIELDS', { fields: { disclosure: DISCLOSURE_REQUIRED } }));
  await openApp('/educator/ideas/new', { as: educator });
  await fillForm({ ...typedIdea, Notes: 'refused by the server' });
  await publishButton().click();
  await expectShown(page.getByText('My own position is required'));
  await expect.element(notesField()).toHaveValue('refused by the server');
});
