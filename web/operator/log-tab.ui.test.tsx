import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { LOG_PAGE, listLog } from '../../contract/operator/people.ts';
import { findViolationsInBothThemes } from '../testing/axe.ts';
import { FakeOperator } from '../testing/fake-operator.ts';
import { phone, server } from '../testing/open-app.tsx';
import { button, LONG_EMAIL, rows, visitOperator } from '../testing/operator-page.ts';
import { expectGone, expectNoOverflow, expectShown } from '../testing/page.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

let operator: FakeOperator;
beforeEach(() => {
  operator = new FakeOperator(server());
});

it('says when what happened to which account, from where and by whom', async () => {
  operator.record('sign_in_failed', {
    at: '2024-02-03T10:00:00.000Z',
    email: 'ann@example.org',
    attempts: 7,
    userAgent: FIREFOX,
    operator: null,
  });
  operator.record('account_disabled', { email: 'bob@example.org' });
  await visitOperator(operator, 'log');
  await expectShown(rows('Log').nth(0).getByText('Account disabled by operator Anna'));
  await expectShown(rows('Log').nth(0).getByText('bob@example.org'));
  const older = rows('Log').nth(1);
  for (const text of [/Feb 2024/, 'Failed sign-in (7 times)', 'ann@example.org'])
    await expectShown(older.getByText(text));
  await expectShown(older.getByText('203.0.113.0/24 · Firefox on Windows'));
});

it('is filtered by a whole address and by kind', async () => {
  operator.record('sign_in', { email: 'ann@example.org', operator: null });
  operator.record('sign_out', { email: 'ann@example.org', operator: null });
  operator.record('sign_in', { email: 'bob@example.org', operator: null });
  await visitOperator(operator, 'log');
  await page.getByLabelText('Whole email address').fill('ann@example.org');
  await expectGone(rows('Log').filter({ hasText: 'bob@example.org' }));
  expect(rows('Log').elements()).toHaveLength(2);
  await page.getByLabelText('What happened').selectOptions('Logged out');
  await expect.poll(() => rows('Log').elements()).toHaveLength(1);
  await page.getByLabelText('What happened').selectOptions('Data exported');
  await expectShown(page.getByText('No entries found'));
});

it('loads older entries at "More", and offers Retry when it could not be loaded', async () => {
  for (let number = 0; number <= LOG_PAGE; number++) operator.record('operator_sign_in');
  server().failUntilPressed(listLog);
  await visitOperator(operator, 'log');
  await expectShown(page.getByText('Failed to load the log'));
  await button('Retry').click();
  await expect.poll(() => rows('Log').elements()).toHaveLength(LOG_PAGE);
  server().failUntilPressed(listLog, ({ query }) => query.cursor !== undefined);
  await button('More').click();
  await expect.poll(() => rows('Log').elements()).toHaveLength(LOG_PAGE + 1);
});

it('has no violations in both themes and fits a phone with a long address', async () => {
  operator.record('account_deleted', { email: LONG_EMAIL });
  await visitOperator(operator, 'log', phone);
  await expectShown(rows('Log').getByText(LONG_EMAIL));
  await expectNoOverflow();
  expect(await findViolationsInBothThemes()).toEqual([]);
});
