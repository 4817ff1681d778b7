import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createLedgerRows } from '../../../contract/record/ledger-rows.fixture.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { FakeLedger } from '../../testing/fake-ledger.ts';
import { openApp, reloadApp, server } from '../../testing/open-app.tsx';
import { expectGone, expectLive, expectShown } from '../../testing/page.ts';

/** The fingerprint of the change log that a browser stores: it notices when the past is rewritten. */
let ledger: FakeLedger;
const remembered = () => JSON.parse(localStorage.getItem('ledgerHead') ?? 'null');
const warning = () => page.getByText('The idea history has changed since your last visit');
const live = () => expectLive();
beforeEach(async () => {
  new FakeIdeas(server());
  ledger = new FakeLedger(server(), await createLedgerRows(12));
  await openApp('/customer/dashboard');
  await live();
  ledger.announce();
  await expect.poll(remembered).toEqual(ledger.head);
});

it('follows a log that grows, without a warning', async () => {
  ledger.rows = await createLedgerRows(14);
  ledger.announce();
  await expect.poll(remembered).toEqual(ledger.head);
  reloadApp();
  await live();
  ledger.announce();
  await expectGone(warning());
});

it('detects a rewritten history, warns until the reader accepts it, and keeps the evidence', async () => {
  const before = remembered();
  ledger.rows = await createLedgerRows(12, 'invented');
  ledger.announce();
  await expectShown(warning());
  await expectShown(page.getByText('has a different entry in its place'));
  expect(remembered()).toEqual(before);
  await openApp('/customer/forex');
  await expectShown(warning());
  expect(remembered()).toEqual(before);

  await page.getByRole('button', { name: 'I understand, accept this history' }).click();
  await expectGone(warning());
  reloadApp();
  await live();
  ledger.announce();
  await expect.poll(remembered).toEqual(ledger.head);
  await expectGone(warning());
});

it('detects a missing end of the history', async () => {
  ledger.rows = ledger.rows.slice(0, -1);
  ledger.announce();
  await expectShown(page.getByText('now ends before that entry'));
});
