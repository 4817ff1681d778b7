import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listPublicProfiles } from '../../../contract/account/profiles.ts';
import { buildIdeaTimelines } from '../../../contract/ideas/idea-timeline.ts';
import { computeTrackRecord } from '../../../contract/record/compute-track-record.ts';
import { getLedger, LEDGER_PAGE, type LedgerRow } from '../../../contract/record/ledger.ts';
import { createLedgerRows } from '../../../contract/record/ledger-rows.fixture.ts';
import { listTrackRecords } from '../../../contract/record/track-record.ts';
import { findViolations } from '../../testing/axe.ts';
import { FakeIdeas } from '../../testing/fake-ideas.ts';
import { FakeLedger } from '../../testing/fake-ledger.ts';
import { openApp, server } from '../../testing/open-app.tsx';
import { expectLive, expectShown, measure, resize } from '../../testing/page.ts';

/** Verifying the change log from a track record. */
let ledger: FakeLedger;
beforeEach(async () => {
  server().on(listPublicProfiles, () => []);
  const ideas = new FakeIdeas(server());
  const { id } = ideas.publish({ pair: 'EUR/USD' });
  ideas.change(id, { status: 'successful', result_level: 'exit_1' });
  server().on(listTrackRecords, () => [
    computeTrackRecord({ id: '2', name: 'Daniel Brandt' }, buildIdeaTimelines(ideas.revisions)),
  ]);
  ledger = new FakeLedger(server(), await createLedgerRows(12));
  await openApp('/customer/educators/2');
  await expectLive();
  // The browser remembers where the log ended, to compare with.
  ledger.announce();
  await expect.poll(() => localStorage.getItem('ledgerHead')).not.toContain('"count":0');
  await page.getByRole('heading', { name: 'Verify' }).click();
});

const verify = (name = 'Verify now') => page.getByRole('button', { name }).click();

it('checks the whole log in one press, and compares it with what this browser saw', async () => {
  // Two pages, whose first entries are those of before.
  ledger.rows = await createLedgerRows(LEDGER_PAGE + 2);
  await verify();
  await expectShown(page.getByText('Change log intact'));
  await expectShown(page.getByText('1002', { exact: true }));
  await expectShown(page.getByText('Matches what you saw before'));
  await page.getByRole('link', { name: 'Verify a file' }).click();
  await expectShown(page.getByRole('heading', { name: 'Verify the change log' }));
});

it('brings its result into view and focuses it, without an accessibility violation', async () => {
  await resize({ width: 360, height: 640 });
  await verify();
  await expect.poll(() => document.activeElement?.textContent).toContain('Change log intact');
  const tabBar = page.getByRole('navigation', { name: 'Main' });
  await expect
    .poll(() => measure(page.getByText('Change log intact')).bottom)
    .toBeLessThanOrEqual(measure(tabBar).y);
  await expectShown(page.getByText('Matches what you saw before'));
  await page.getByRole('heading', { name: 'Results by exit plan' }).click();
  expect(await findViolations()).toEqual([]);
});

it('says that the network failed, and tries again', async () => {
  const failing = server().fail(getLedger);
  await verify();
  await expectShown(page.getByText("Couldn't download the change log"));
  failing.repair();
  await verify('Retry');
  await expectShown(page.getByText('Matches what you saw before'));
});

it('says which entry was altered', async () => {
  ledger.rows = ledger.rows.with(4, { ...ledger.rows[4]!, at: '2020-01-01T00:00:00.000Z' } as LedgerRow);
  await verify();
  await expectShown(page.getByText('Change log altered'));
  await expectShown(page.getByText('Entry 5 was altered after it was recorded.'));
});

it('says when the latest entries are missing, also in a second check', async () => {
  await verify();
  await expectShown(page.getByText('Matches what you saw before'));
  ledger.rows = ledger.rows.slice(0, -1);
  await verify('Verify again');
  await expectShown(page.getByText("Doesn't match what you saw before"));
  await expectShown(page.getByText('its latest entries are missing'));
});
