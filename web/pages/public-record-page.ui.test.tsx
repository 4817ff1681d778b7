import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { listPublicProfiles } from '../../contract/account/profiles.ts';
import { LEDGER_PAGE, redactRow } from '../../contract/record/ledger.ts';
import { createLedgerRows } from '../../contract/record/ledger-rows.fixture.ts';
import {
  getPublication,
  getPublicLedger,
  getPublicRecord,
  putPublication,
  toPublicRecord,
} from '../../contract/record/public-record.ts';
import { routes } from '../../contract/routes.ts';
import type { RouteDefinition } from '../../contract/shared/route.ts';
import { findViolations } from '../testing/axe.ts';
import { watchCopying } from '../testing/clipboard.ts';
import { Refusal } from '../testing/fake-api.ts';
import { FakeLedger } from '../testing/fake-ledger.ts';
import { FakeRecords, lost, won } from '../testing/fake-records.ts';
import { expectFocus, press, tabTo } from '../testing/keyboard.ts';
import { educator, openApp, server } from '../testing/open-app.tsx';
import { expectGone, expectShown } from '../testing/page.ts';
import { waitForSavedFile } from '../testing/saved-file.ts';

/** A track record that its educator has published, and where educators do that. */
let records: FakeRecords;
beforeEach(() => {
  records = new FakeRecords(server());
  server().on(listPublicProfiles, () => []);
  server().on(getPublicRecord, ({ params }) => {
    if (params.educatorId !== '2') throw new Refusal('NOT_FOUND');
    return toPublicRecord(records.read('2'));
  });
});
const open = (as?: null, path = '/record/2') => openApp(path, as === null ? { as } : {});
const table = () => page.getByRole('region', { name: 'Closed ideas' });
const bars = () => page.getByRole('list', { name: 'Results, oldest first' });

describe('a public record without a session', () => {
  beforeEach(async () => {
    records.add('EUR/USD', won);
    records.add('GBP/USD', lost);
    records.add('XAU/USD');
    records.ideas.remove(records.add('CAD/JPY', lost));
    await open(null);
    await expectShown(page.getByRole('heading', { level: 1, name: 'Daniel Brandt' }));
  });

  it('shows the closed ideas without links, counts the active one, and asks for nothing else', async () => {
    await expectShown(page.getByText('4 ideas, 3 closed: 1 reached exit 1, 2 stopped at invalidation'));
    await expectShown(page.getByText(/1 active \(oldest since .+\)\. Deleted ideas still count: 1\./));
    await expectShown(page.getByText('Past results do not predict future results.').first());
    await expectShown(table().getByRole('rowheader', { name: 'GBP/USD' }));
    await expectShown(table().getByRole('rowheader', { name: 'Deleted idea' }));
    expect(document.body.textContent).not.toMatch(/XAU|CAD/);
    expect(document.title).toMatch(/^Daniel Brandt, track record/);
    const links = [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href'));
    expect(links.filter((href) => href?.startsWith('/'))).toEqual(['/login', '/verify']);
    const forMembers = routes.filter(({ access }) => access !== 'public');
    expect(forMembers.flatMap((route) => server().callsOf<RouteDefinition>(route))).toEqual([]);
    expect(await findViolations()).toEqual([]);
  });

  it('reads a bar by keyboard', async () => {
    await tabTo(bars().getByRole('button').last());
    await press('ArrowLeft');
    await expectFocus(bars().getByRole('button').nth(1));
    await expectShown(page.getByText(/^GBP\/USD, −1R, closed/));
  });

  it('verifies the copy of the log that strangers get, and saves it', async () => {
    const rows = await createLedgerRows(LEDGER_PAGE + 2);
    new FakeLedger(
      server(),
      rows.map((row, index) => (index % 2 ? row : redactRow(row))),
    );
    await page.getByRole('heading', { name: 'Verify' }).click();
    await expectShown(page.getByText('it has the fingerprint'));
    await page.getByRole('button', { name: 'Verify now' }).click();
    await expectShown(page.getByText('Change log intact'));
    await expectShown(page.getByText('501 entries are redacted.'));
    const saved = waitForSavedFile();
    await page.getByRole('button', { name: 'Download the change log' }).click();
    expect(JSON.parse((await saved).content)).toHaveLength(LEDGER_PAGE + 2);
    const asked = server().callsOf(getPublicLedger);
    expect(new Set(asked.map(({ params }) => params.educatorId))).toEqual(new Set(['2']));
  });
});

describe('a public record', () => {
  it('leads signed-in readers to its ideas', async () => {
    const id = records.add('EUR/USD', won);
    await open();
    await table()
      .or(page.getByRole('region', { name: 'All ideas' }))
      .getByRole('link')
      .click();
    expect(location.pathname).toBe(`/ideas/${id}`);
  });

  it('says that there is nothing yet', async () => {
    await open(null);
    await expectShown(page.getByText('The track record starts with the first idea.'));
  });

  it('has no table before the first close', async () => {
    records.add('EUR/USD');
    await open(null);
    await expectShown(page.getByText('1 idea, not closed yet'));
    await expectGone(page.getByRole('table'));
  });

  it('tries again after a failure', async () => {
    records.add('EUR/USD', won);
    server().failUntilPressed(getPublicRecord);
    await open(null);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expectShown(page.getByRole('heading', { level: 1, name: 'Daniel Brandt' }));
  });

  it.each(['1', '9', 'x'])('is not found where nobody has published one: %s', async (id) => {
    await open(null, `/record/${id}`);
    await expectShown(page.getByRole('heading', { name: 'Page Not Found' }));
    await page.getByRole('link', { name: 'Go to home' }).click();
    expect(location.pathname).toBe('/');
  });
});

describe('publishing', () => {
  let published: boolean | null;
  const section = () => page.getByCss('section').filter({ hasText: 'Public page' }).last();
  const openOwn = (id = '2') => openApp(`/customer/educators/${id}`, { as: educator });
  beforeEach(() => {
    published = false;
    records.add('EUR/USD', won);
    server().on(getPublication, () => ({ published }));
    server().on(putPublication, ({ body }) => {
      published = body.published;
      return body;
    });
  });

  it('says what strangers will see, gives the address, and is taken back by the same button', async () => {
    await openOwn();
    await expectShown(section().getByText('Active ideas, notes, uploads and lessons are never shown.'));
    await expectGone(section().getByRole('link'));
    await section().getByRole('button', { name: 'Publish my record' }).click();
    const address = `${location.origin}/record/2`;
    await expectShown(section().getByRole('link', { name: address }));
    expect(published).toBe(true);
    const copied = watchCopying();
    await section().getByRole('button', { name: 'Copy link' }).click();
    expect(copied()).toBe(address);
    await section().getByRole('button', { name: 'Take back my record' }).click();
    await expectShown(section().getByRole('button', { name: 'Publish my record' }));
    await expectGone(section().getByRole('link'));
    expect(published).toBe(false);
  });

  it('says that it was not saved', async () => {
    server().fail(putPublication);
    await openOwn();
    await section().getByRole('button', { name: 'Publish my record' }).click();
    await expectShown(page.getByText('Not saved', { exact: true }).first());
    await expectShown(section().getByRole('button', { name: 'Publish my record' }));
  });

  it('is not offered unless the operator allows it', async () => {
    published = null;
    await openOwn();
    await expectShown(page.getByRole('heading', { level: 1, name: 'Daniel Brandt' }));
    await expect.poll(() => server().callsOf(getPublication).length).toBeGreaterThan(0);
    await expectGone(page.getByRole('heading', { name: 'Public page' }));
  });

  it("is not offered on another educator's record", async () => {
    await openOwn('1');
    await expectShown(page.getByRole('heading', { level: 1, name: 'Amara Osei' }));
    expect(server().callsOf(getPublication)).toEqual([]);
  });
});
