import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createIdea } from '../../contract/publishing/idea-writing.ts';
import {
  fillForm,
  openDashboard,
  ownCard,
  pairField,
  publishButton,
  storedIdea,
  typedIdea,
} from '../testing/educator-form.ts';
import { FakeIdeas } from '../testing/fake-ideas.ts';
import { press } from '../testing/keyboard.ts';
import { educator, openApp, reloadApp, server } from '../testing/open-app.tsx';
import { expectShown } from '../testing/page.ts';

/** On a slow network an educator goes on before a new idea is published. */
let ideas: FakeIdeas;
beforeEach(() => {
  ideas = new FakeIdeas(server(), [{ educator_id: '2', pair: 'AUD/USD' }]);
});

const published = (notes: string) => [...ideas.rows.values()].filter((idea) => idea.notes === notes);
const expectTold = () =>
  expectShown(page.getByRole('region', { name: 'Messages' }).getByText('Trade idea created successfully'));

it('leaves the page to which somebody went meanwhile', async () => {
  await openApp('/educator/ideas/new', { as: educator });
  await fillForm({ ...typedIdea, Notes: 'published on the way' });
  const answer = server().hold(createIdea);
  await publishButton().click();
  await answer.asked;
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expectShown(page.getByRole('heading', { name: 'Dashboard', level: 1 }));
  answer.release();
  await expectTold();
  expect(published('published on the way')).toHaveLength(1);
  // Publishing on its own page leads to the list.
  expect(location.pathname).toBe('/educator/dashboard');
});

it('leaves the focus in the card that is edited meanwhile', async () => {
  ideas.publish({ ...storedIdea, notes: 'edited while another is published' });
  await openDashboard();
  await fillForm({ ...typedIdea, Pair: 'NZD/CAD', Notes: 'published beside an edit' });
  const answer = server().hold(createIdea);
  await publishButton().click();
  await answer.asked;
  const card = ownCard('edited while another is published');
  await card.getByRole('button', { name: /^Exit 1 \d/ }).click();
  const level = card.getByRole('textbox', { name: 'Exit 1' });
  await expect.element(level).toHaveFocus();
  answer.release();
  await expectTold();
  await expect.element(level).toHaveFocus();
});

it('keeps the next signal that was pasted meanwhile', async () => {
  await openDashboard();
  await fillForm({ ...typedIdea, Notes: 'published before the next signal' });
  const answer = server().hold(createIdea);
  await publishButton().click();
  await answer.asked;
  await page
    .getByPlaceholder('Paste a signal to fill the form')
    .fill('EURJPY sell 162.10, SL 162.90, TP 160.50');
  await press('Enter');
  await expect.element(pairField()).toHaveValue('EUR/JPY');
  answer.release();
  await expectTold();
  expect(published('published before the next signal')).toHaveLength(1);
  await expect.element(pairField()).toHaveValue('EUR/JPY');
  reloadApp();
  await expect.element(pairField()).toHaveValue('EUR/JPY');
});

it('is sent once when "Publish anyway" is pressed twice', async () => {
  ideas.publish({ ...storedIdea, notes: 'the first of the pair' });
  await openDashboard();
  await fillForm({ ...typedIdea, Notes: 'pressed twice' });
  await publishButton().click();
  const anyway = page.getByRole('button', { name: 'Publish anyway' });
  await expectShown(anyway);
  // The second press of a mouse may hit what was below the dialog, so both go to the button.
  const element = anyway.element() as HTMLElement;
  element.click();
  // React renders what a press changes before the next event.
  await Promise.resolve();
  element.click();
  await expectShown(ownCard('pressed twice'));
  expect(server().callsOf(createIdea)).toHaveLength(1);
  expect(published('pressed twice')).toHaveLength(1);
});
