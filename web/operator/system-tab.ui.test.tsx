import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { getSystem } from '../../contract/operator/system.ts';
import { findViolationsInBothThemes } from '../testing/axe.ts';
import { FakeOperator } from '../testing/fake-operator.ts';
import { phone, server } from '../testing/open-app.tsx';
import { button, visitOperator } from '../testing/operator-page.ts';
import { expectGone, expectNoOverflow, expectShown } from '../testing/page.ts';

const HOUR_MS = 60 * 60_000;

let operator: FakeOperator;
beforeEach(() => {
  operator = new FakeOperator(server());
});

const card = (name: string) => page.getByRole('region', { name, exact: true });
const readCard = async (name: string): Promise<string[][]> => {
  await expectShown(card(name));
  const facts = [...card(name).element().querySelectorAll('dl > div')];
  return facts.map(({ children }) => [...children].map(({ textContent }) => textContent));
};
const makeBackup = (hours: number) => {
  const at = new Date(Date.now() - hours * HOUR_MS).toISOString();
  operator.system.backups.push({ at, bytes: 12_345_678 });
};

it('shows storage, deliveries, jobs and prices in readable units', async () => {
  operator.system = {
    storage: { databaseBytes: 999, uploads: 1204, uploadBytes: 2_340_000_000, freeBytes: 61_000_000_000 },
    deliveries: { pushes: { accepted: 12_040, failed: 3 }, posts: {} },
    jobs: { due: 4, dead: 1 },
    sources: [
      { name: 'binance', newestAt: '2024-02-03T10:00:00.000Z', problem: 'no answer' },
      { name: 'files', newestAt: null, problem: null },
    ],
    backups: [],
  };
  await visitOperator(operator, 'system');
  expect(await readCard('Storage')).toEqual([
    ['Database', '999 B'],
    ['Uploads', '1,204 · 2.3 GB'],
    ['Free on disk', '61 GB'],
  ]);
  expect(await readCard('Notifications, 24 hours')).toEqual([
    ['Accepted', '12,040'],
    ['Failed', '3'],
  ]);
  await expectShown(card('Posts in groups, 24 hours').getByText('None'));
  expect(await readCard('Jobs')).toEqual([
    ['Due', '4'],
    ['Dead', '1'],
  ]);
  expect(await readCard('Prices')).toEqual([
    ['Binance', expect.stringContaining('Feb 2024'), 'No answer'],
    ['Files', 'No candle yet'],
  ]);
});

it('says how old the newest backup is, without a warning below two days', async () => {
  makeBackup(47);
  makeBackup(71);
  await visitOperator(operator, 'system');
  await expectShown(card('Backups').getByText('The newest is 1 day old.'));
  expect((await readCard('Backups')).map(([, size]) => size)).toEqual(['12 MB', '12 MB']);
  await expectGone(card('Backups').getByText('npm run admin -- backup'));
});

it('warns when the newest backup is older than two days', async () => {
  makeBackup(73);
  await visitOperator(operator, 'system');
  await expectShown(card('Backups').getByText('The newest is 3 days old.'));
  await expectShown(card('Backups').getByText('npm run admin -- backup'));
});

it('warns when there is no backup', async () => {
  await visitOperator(operator, 'system');
  await expectShown(card('Backups').getByText('There is no backup.'));
  await expectShown(card('Backups').getByText('npm run admin -- backup'));
});

it('offers Retry when it could not be loaded', async () => {
  server().failUntilPressed(getSystem);
  await visitOperator(operator, 'system');
  await expectShown(page.getByText('Failed to load the state of the system'));
  await button('Retry').click();
  await expectShown(card('Storage'));
});

it('has no violations in both themes and fits a phone', async () => {
  makeBackup(73);
  operator.system.sources = [{ name: 'binance', newestAt: null, problem: 'no-answer-'.repeat(12) }];
  await visitOperator(operator, 'system', phone);
  await expectShown(card('Prices'));
  await expectNoOverflow();
  expect(await findViolationsInBothThemes()).toEqual([]);
});
