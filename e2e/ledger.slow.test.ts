import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IdeaRevision } from '../contract/idea-revisions.ts';
import {
  LEDGER_GENESIS,
  type LedgerRow,
  revisionHashInput,
  serializeContent,
  serializeHeader,
} from '../contract/ledger.ts';
import { createLedgerRows } from '../contract/ledger-rows.fixture.ts';
import { ideaRevisions } from '../server/database/schema.ts';
import { toRevisionDto } from '../server/ideas/idea-revision.ts';
import { startApp, type TestApp } from './app.ts';
import { download } from './downloads.ts';
import { openPage, setUpPeople, signInCustomer } from './people.ts';

/** The change log as people see it: downloaded, verified on their own device, and watched by their browser. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();
const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const result = (page: Page) => page.getByRole('region', { name: 'Result' });
const remembered = (page: Page): Promise<{ count: number; head: string } | null> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('ledgerHead') ?? 'null'));

const downloaded = async (page: Page): Promise<LedgerRow[]> =>
  JSON.parse((await download(page, page.getByRole('button', { name: 'Download the ledger' }))).content);

const checkFile = (page: Page, rows: unknown, name = 'ledger.json') =>
  page
    .getByLabel('Ledger file')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(rows)) });

/** What only the operator of the database can do: rewrite the past as a valid chain. */
const rewriteHistory = async () => {
  const { pool } = app.database;
  const rows = await app.database.db.select().from(ideaRevisions).orderBy(ideaRevisions.number);
  let previous = LEDGER_GENESIS;
  await pool.query('alter table idea_revisions disable trigger user');
  for (const row of rows.map(toRevisionDto)) {
    const at = new Date(Date.parse(row.at) - 86_400_000).toISOString();
    const digest = hash(serializeContent({ ...row, at }));
    const next = hash(revisionHashInput(serializeHeader({ ...row, at, digest }), previous));
    await pool.query(
      'update idea_revisions set at = $1, digest = $2, prev_hash = $3, hash = $4 where number = $5',
      [at, digest, previous, next, row.number],
    );
    previous = next;
  }
  await pool.query('alter table idea_revisions enable trigger user');
  await pool.query('update feed set epoch = epoch + 1, seq = 0, ledger_head = $1', [previous]);
};

describe('/verify', () => {
  it('verifies a long ledger in a worker and shows its progress', async () => {
    const page = await watched(openPage(app.url, '/verify'));
    await page.getByLabel('Ledger file').waitFor({ state: 'attached' });
    const seen: string[] = [];
    const posted: number[] = [];
    await page.exposeFunction('noteStep', (text: string) => seen.push(text));
    await page.exposeFunction('notePosted', (checked: number) => posted.push(checked));
    await page.evaluate(() => {
      // The page hashes in a worker, so it stays responsive.
      crypto.subtle.digest = () => Promise.reject(new Error('hashed in the page'));
      const { noteStep, notePosted } = window as unknown as {
        noteStep: (text: string) => void;
        notePosted: (checked: number) => void;
      };
      const Plain = Worker;
      const Noted = class extends Plain {
        constructor(...given: ConstructorParameters<typeof Worker>) {
          super(...given);
          this.addEventListener('message', ({ data }) => {
            if (data.checked !== undefined) notePosted(data.checked);
          });
        }
      };
      Object.assign(window, { Worker: Noted });
      new MutationObserver(() => {
        const line = document.querySelector('main [role=status] p')?.textContent;
        if (line) noteStep(line);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    await checkFile(page, createLedgerRows(20_000));
    await page.getByText('Ledger intact').waitFor();
    const rows = seen.map((line) => Number(/^Checking entry (\d+) of 20000/.exec(line)?.[1] ?? 0));
    // A busy page does not show each step.
    expect(new Set(posted).size).toBeGreaterThan(3);
    expect(rows).not.toEqual([]);
    expect(rows).toEqual(rows.toSorted((a, b) => a - b));
    await expect.poll(() => page.workers().length).toBe(0);

    // Choosing another file cancels the check of the previous one: its result is never shown.
    await checkFile(page, createLedgerRows(20_000), 'long.json');
    await checkFile(page, createLedgerRows(3).slice(1), 'short.json');
    await page.getByText('Ledger altered').waitFor();
    await expect.poll(() => page.workers().length).toBe(0);
    await expect.poll(() => page.getByText('Ledger intact').count()).toBe(0);
  });

  it('verifies a downloaded ledger in the browser only, and says what it cannot prove', async () => {
    const page = await watched(signInCustomer(app.url));
    await expect.poll(() => remembered(page)).toMatchObject({ count: expect.any(Number) });
    await page.goto('/verify');
    const rows = await downloaded(page);
    expect(rows.length).toBe((await remembered(page))?.count);
    expect(rows.some((row) => !('changes' in row))).toBe(true);

    const requests: string[] = [];
    page.on('request', (request) => {
      // What the person has seen is sent at any time.
      if (request.method() !== 'GET' && !request.url().endsWith('/api/reading')) requests.push(request.url());
    });
    await checkFile(page, rows);
    await result(page).getByText('Ledger intact').waitFor();
    await result(page).getByText('so the history is unchanged').waitFor();
    await result(page).getByText('a file cut short still verifies').waitFor();
    expect(requests).toEqual([]);

    const forged = rows.with(4, { ...(rows[4] as IdeaRevision), at: '2020-01-01T00:00:00.000Z' });
    await checkFile(page, forged);
    await result(page).getByText('Ledger altered').waitFor();
    await result(page).getByText('Entry 5 was altered').waitFor();

    await checkFile(page, rows.slice(0, -2));
    await result(page).getByText('its latest entries are missing').waitFor();
  });

  it('opens to everyone, compares with a saved fingerprint, and rejects other files with a message', async () => {
    const reader = await watched(signInCustomer(app.url, { path: '/verify' }));
    const rows = await downloaded(reader);

    const page = await watched(openPage(app.url, '/verify'));
    await page.getByRole('heading', { name: 'Verify the ledger' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Download the ledger' }).count()).toBe(0);
    await checkFile(page, rows.slice(0, -1));
    await result(page).getByText('Ledger intact').waitFor();
    await result(page).getByText('No saved fingerprint').waitFor();

    await page.getByLabel('Compare with a saved fingerprint').fill(`${rows.length}:${rows.at(-1)?.hash}`);
    await checkFile(page, rows.slice(0, -1));
    await result(page).getByText('its latest entries are missing').waitFor();
    await page.getByLabel('Compare with a saved fingerprint').fill('yesterday');
    await page.getByText('A fingerprint looks like 120:9f2c… (64 hex digits)').waitFor();

    await checkFile(page, { not: 'a ledger' }, 'other.json');
    await page.getByText("other.json isn't a ledger file").waitFor();
  });
});

describe("the browser's stored fingerprint", () => {
  it('detects a rewritten history, warns until the reader accepts it, and keeps the evidence', async () => {
    const page = await watched(signInCustomer(app.url));
    await expect.poll(() => remembered(page)).not.toBeNull();
    const before = await remembered(page);
    const warning = page.getByText('The idea history has changed since your last visit');
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => warning.count()).toBe(0);

    await rewriteHistory();
    await warning.waitFor();
    await page.getByText('has a different entry in its place').waitFor();
    await expect.poll(() => remembered(page)).toEqual(before);
    await page.goto('/customer/forex');
    await warning.waitFor();
    await expect.poll(() => remembered(page)).toEqual(before);

    await page.getByRole('button', { name: 'I understand, accept this history' }).click();
    await warning.waitFor({ state: 'detached' });
    await page.reload();
    await expect.poll(async () => (await remembered(page))?.head).not.toBe(before?.head);
    await expect.poll(() => warning.count()).toBe(0);
  });

  it('detects a missing end of the history', async () => {
    const page = await watched(signInCustomer(app.url));
    await expect.poll(() => remembered(page)).not.toBeNull();
    await app.database.pool.query(`
      alter table idea_revisions disable trigger user;
      delete from idea_revisions where number = (select max(number) from idea_revisions);
      alter table idea_revisions enable trigger user;
      update feed set epoch = epoch + 1, seq = 0, ledger_count = ledger_count - 1,
        ledger_head = (select hash from idea_revisions order by number desc limit 1)`);
    await page.getByText('now ends before that entry').waitFor();
  });
});
