import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listIdeas, type TradeIdea } from '../../../contract/ideas/ideas.ts';
import { Refusal } from '../../testing/fake-api.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { educator, openApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectShown } from '../../testing/page.ts';
import { skipTimers } from '../../testing/timers.ts';

/** Loading the own ideas: when it fails, and when there are more than a page of the API holds. */
const count = 560;
const closed = 60;
const own = (index: number): Partial<TradeIdea> => ({
  educator_id: '2',
  pair: `OLD/${index}`,
  status: index > count - closed ? 'successful' : 'active',
  created_at: new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString(),
});
const manyIdeas = () =>
  new FakeIdeas(
    server(),
    Array.from({ length: count }, (_, index) => own(index + 1)),
  );

it('shows a steady error for a list that cannot be loaded while it is polled, and loads it automatically', async () => {
  // Between polls, and before a retry.
  skipTimers(1_000);
  new FakeIdeas(server(), [{ educator_id: '2' }]);
  const failing = server().fail(listIdeas, new Refusal('INTERNAL'));
  await openApp('/educator/ideas', { as: educator });
  const failed = page.getByText("Couldn't load.");
  await expectShown(failed);
  const element = failed.element();
  const calls = () => server().callsOf(listIdeas).length;
  const before = calls();
  await expect.poll(calls).toBeGreaterThan(before + 4);
  expect(element.isConnected).toBe(true);
  failing.repair();
  await expectShown(page.getByRole('rowheader').first());
  await expectGone(failed);
});

it('shows all ideas on My Trade Ideas, and loads a page that failed again', async () => {
  manyIdeas();
  server().failUntilPressed(listIdeas, ({ query }) => query.cursor !== undefined);
  await openApp('/educator/ideas', { as: educator });
  const failure = page.getByRole('alert').filter({ hasText: "Couldn't load all ideas." });
  await expectShown(failure);
  await expectShown(page.getByText('All your published ideas'));
  await failure.getByRole('button', { name: 'Retry' }).click();
  await expectGone(failure);
  await expectShown(page.getByText(`${count - closed} active · ${closed} closed`));
  await expectShown(page.getByText(`${count} ideas`, { exact: true }));
});

it('shows 50 rows of many, more on request, and an edited row again though it is not among the first', async () => {
  manyIdeas();
  await openApp('/educator/ideas', { as: educator });
  await expectShown(page.getByText(`${count} ideas`, { exact: true }));
  await expect.element(page.getByRole('rowheader')).toHaveLength(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  const later = page.getByRole('button', { name: 'Edit OLD/51', exact: true });
  await later.click();
  await page.getByCss('form').getByRole('button', { name: 'Cancel' }).click();
  await expect.element(later).toHaveFocus();
});

it('counts all ideas on the dashboard', async () => {
  manyIdeas();
  await openApp('/educator/dashboard', { as: educator });
  await expectShown(page.getByText(`1 of ${count}`, { exact: true }));
});
