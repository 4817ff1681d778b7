import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { TradeIdea } from '../../../contract/ideas/ideas.ts';
import { addIdeaStep } from '../../../contract/publishing/idea-writing.ts';
import { findViolationsInBothThemes } from '../../testing/axe.ts';
import { openDashboard, ownCard, storedIdea } from '../../testing/educator-form.ts';
import { Refusal } from '../../testing/fake-api.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { openApp, phone, server } from '../../testing/open-app.tsx';
import { expectGone, expectNoOverflow, expectShown, toast } from '../../testing/page.ts';

let ideas: FakeIdeas;
let idea: TradeIdea;
beforeEach(() => {
  ideas = new FakeIdeas(server());
  idea = ideas.publish({ ...storedIdea, exit_2: '1.2860' });
});

const card = () => ownCard('GBP/USD');
const button = (name: string) => card().getByRole('button', { name, exact: true });
const steps = () => card().getByRole('list', { name: 'As it goes' }).getByRole('listitem');
const stored = () => ideas.rows.get(idea.id);

it('tells with one press each how an idea goes, which can be undone (§2.104)', async () => {
  await openDashboard();
  await button('Entry filled').click();
  await expectShown(steps().filter({ hasText: 'Entry filled' }));
  await expectGone(button('Entry filled'));
  await button('Exit 1 reached, rest runs').click();
  await expectShown(steps().filter({ hasText: 'Exit 1 reached: 50 % closed, the rest runs' }));
  await toast('Trade idea updated').getByRole('button', { name: 'Undo' }).last().click();
  await expectGone(steps().filter({ hasText: 'Exit 1 reached' }));
  await card().getByLabelText('Share closed, in percent').fill('30');
  await button('Exit 1 reached, rest runs').click();
  await expectShown(steps().filter({ hasText: '30 % closed' }));
  await expectShown(button('Exit 2 reached, rest runs'));
  await button('Invalidation to entry').click();
  await expect.poll(() => stored()?.invalidation_level).toBe(idea.entry_1);
  await expectGone(button('Invalidation to entry'));
  // The share to close belongs to the button before it.
  const [rest, exit] = [button('Rest closed at entry'), button('Exit 2 reached, rest runs')].map((one) =>
    one.element(),
  );
  expect(rest!.compareDocumentPosition(exit!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await button('Rest closed at entry').click();
  await expectShown(steps().filter({ hasText: 'Rest closed at entry' }));
  await expectGone(button('Rest closed at entry'));
  await expectGone(button('Exit 2 reached, rest runs'));
  expect(stored()?.status).toBe('active');
  expect(await findViolationsInBothThemes()).toEqual([]);
});

it('says what is wrong, and keeps what was typed', async () => {
  await openDashboard();
  await card().getByLabelText('Share closed, in percent').fill('100');
  await button('Exit 1 reached, rest runs').click();
  await expectShown(card().getByText('Enter a share from 1 to 99 %'));
  server().on(addIdeaStep, () => {
    throw new Refusal('INTERNAL');
  });
  const line = card().getByLabelText('An update for readers');
  await line.fill('Half is done.');
  await button('Send').click();
  await expectShown(page.getByRole('region', { name: 'Messages' }).getByText(addIdeaStep.failure).first());
  await expect.element(line).toHaveValue('Half is done.');
});

it('is read by customers on the card and in the history, and ends with the idea', async () => {
  ideas.tell(idea.id, { kind: 'line', text: 'Half is done.' });
  await openApp(`/ideas/${idea.id}`, { size: phone });
  await expectShown(page.getByRole('list', { name: 'As it goes' }).getByText('Half is done.'));
  await expectShown(page.getByText('Update: Half is done.'));
  await expectNoOverflow();
  ideas.change(idea.id, { status: 'successful' });
  await openDashboard();
  await expectShown(steps().filter({ hasText: 'Half is done.' }));
  await expectGone(button('Entry filled'));
});
