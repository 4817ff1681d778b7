import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { TradeIdea } from '../../../contract/ideas/ideas.ts';
import { writeStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { educators } from '../../testing/basic-answers.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { press } from '../../testing/keyboard.ts';
import { openApp, phone, reloadApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectLive, expectShown, readTexts } from '../../testing/page.ts';

/** The active ideas of a market as a table, on a phone as a list. */
let ideas: FakeIdeas;
const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();
const levels = (entry_1: string, invalidation_level: string, exit_1: string) => ({
  entry_1,
  entry_2: null,
  invalidation_level,
  exit_1,
  exit_2: null,
  exit_3: null,
});
beforeEach(() => {
  writeStored(storageKeys.marketLayout, 'compare');
  ideas = new FakeIdeas(server(), [
    { educator_id: '1', pair: 'EUR/USD', created_at: ago(1), ...levels('1.0842', '1.0755', '1.0921') },
    {
      educator_id: '2',
      pair: 'GBP/USD',
      created_at: ago(3),
      status: 'invalid',
      ...levels('1.27', '1.26', '1.32'),
    },
    {
      educator_id: '3',
      pair: 'XAU/USD',
      created_at: ago(33),
      order_type: 'SELL',
      ...levels('2748.50', '2779', '2660'),
    },
    { educator_id: '1', pair: 'NZD/USD', created_at: ago(30 * 24), ...levels('0.5918', '0.5841', '0.6012') },
  ]);
});

const open = async (size?: { width: number; height: number }) => {
  await openApp('/customer/forex', size ? { size } : {});
  await expectLive();
};
const names = () => readTexts(page.getByRole('rowheader').getByRole('button'));
const sortByR = () => page.getByRole('table').getByRole('button', { name: 'R', exact: true }).click();
const listed = () => page.getByCss('tbody tr, ul[aria-label="Active ideas"] > li');

it('sorts all ideas by any column, with invalid ones last, and stores the view', async () => {
  await open();
  await expect.poll(names).toEqual(['EUR/USD', 'XAU/USD', 'NZD/USD', 'GBP/USD']);
  await sortByR();
  const column = page.getByRole('columnheader', { name: 'R', exact: true });
  await expect.element(column).toHaveAttribute('aria-sort', 'descending');
  const results = () =>
    readTexts(page.getByRole('row').getByText(/^\d+\.\dR$/))
      .map(Number.parseFloat)
      .slice(0, 3);
  await expect.poll(results).toEqual([2.9, 1.2, 0.9]);
  expect(names()).toEqual(['XAU/USD', 'NZD/USD', 'EUR/USD', 'GBP/USD']);
  await sortByR();
  await expect.poll(names).toEqual(['EUR/USD', 'NZD/USD', 'XAU/USD', 'GBP/USD']);
  reloadApp();
  await expect
    .element(page.getByRole('button', { name: 'Compare', exact: true }))
    .toHaveAttribute('aria-pressed', 'true');
  await expectShown(page.getByRole('table'));
});

it('opens the detail from a row', async () => {
  await open();
  await page.getByRole('row', { name: /XAU\/USD/ }).click();
  await expectShown(page.getByRole('dialog', { name: 'XAU/USD' }).getByText('2748.50').first());
  await press('Escape');
  await expectGone(page.getByRole('dialog'));
});

it('sorts the list on a phone, which fits its width', async () => {
  await open(phone);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('entry');
  const first = page.getByRole('list', { name: 'Active ideas' }).getByRole('listitem').first();
  await expect.element(first.getByRole('button')).toHaveTextContent('NZD/USD');
  expect(document.documentElement.scrollWidth).toBe(phone.width);
});

it.each([1440, 360])('names the educator of every idea at %i px', async (width) => {
  await open({ width, height: 900 });
  await expect.poll(() => listed().elements().length).toBe(4);
  const nameOf = ({ educator_id }: TradeIdea) => educators.find(({ id }) => id === educator_id)!.fullName;
  for (const idea of ideas.rows.values())
    await expectShown(listed().filter({ hasText: idea.pair }).getByText(nameOf(idea), { exact: true }));
});

it.each([1200, 1440])('shows every age in one line at %i px', async (width) => {
  await open({ width, height: 900 });
  const ages = page.getByCss('tbody time');
  await expect.poll(() => ages.elements().length).toBe(4);
  expect(ages.elements().map((age) => age.getClientRects().length)).toEqual([1, 1, 1, 1]);
});
