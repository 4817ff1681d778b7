import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newIdea } from '../../contract/idea-writing.ts';
import type { LedgerRow } from '../../contract/ledger.ts';
import { verifyLedger } from '../../contract/verify-ledger.ts';
import { feed } from '../database/schema.ts';
import { noNotifications } from '../ideas/idea-notifier.ts';
import { createIdeaRow, IdeasService } from '../ideas/ideas-service.ts';
import { ideaInput, publish, startTestApp, type TestApp } from '../testing/test-app.ts';
import { sha256, verifyStoredLedger } from './ledger-service.ts';

let test: TestApp;
let one: string;
let customer: string;

const read = async (token: string, limit?: number): Promise<LedgerRow[]> => {
  const rows: LedgerRow[] = [];
  let path: string | undefined = `/api/ledger${limit === undefined ? '' : `?limit=${limit}`}`;
  while (path !== undefined) {
    const answer: Awaited<ReturnType<typeof test.call<LedgerRow[]>>> = await test.call('GET', path, {
      token,
    });
    expect(answer.status).toBe(200);
    rows.push(...answer.body);
    path = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  return rows;
};

/** Changes rows with the triggers disabled, which needs direct database access. */
const tamper = (statement: string) =>
  test.database.pool.query(
    `alter table idea_revisions disable trigger user; ${statement}; alter table idea_revisions enable trigger user`,
  );

beforeAll(async () => {
  test = await startTestApp();
  one = await test.signIn('one@test.example');
  customer = await test.signIn('customer@test.example');
  const idea = await publish(test, one, { notes: 'Zürich, “quotes”, 鳥 \u2028' });
  await test.call('PUT', `/api/trade-ideas/${idea.id}`, { token: one, body: { exit_3: null } });
  await test.call('DELETE', `/api/trade-ideas/${idea.id}`, { token: one });
  // Educator 9 can't sign in, so the idea is written like the demo does.
  const ideas = new IdeasService(
    test.database.db,
    { waitUntilApplied: async () => undefined },
    () => new Date(),
    noNotifications,
  );
  await test.database.db.transaction((tx) =>
    ideas.createInTransaction(
      tx,
      test.people.hidden,
      createIdeaRow(test.people.hidden, newIdea.parse(ideaInput({ notes: 'hidden' })), 'active', new Date()),
    ),
  );
  await publish(test, one);
});
afterAll(() => test.close());

describe('GET /api/ledger', () => {
  it('returns all revisions in chain order, also of deleted ideas, page by page', async () => {
    const whole = await read(one);
    expect(whole.map(({ action }) => action)).toEqual([
      'created',
      'changed',
      'deleted',
      'created',
      'created',
    ]);
    expect(await read(one, 2)).toEqual(whole);
    expect(await read(one, 5)).toEqual(whole);
    expect(await verifyLedger(whole, { sha256 })).toMatchObject({ valid: true, count: 5, redacted: 0 });
  });

  it("redacts the hidden educator's changes for customers, whose copy verifies to the same head", async () => {
    const rows = await read(customer);
    expect(rows.filter(({ changes }) => changes === null).map(({ educator_id }) => educator_id)).toEqual([
      '9',
    ]);
    expect(JSON.stringify(rows)).not.toContain('"hidden"');
    const [head] = await test.database.db.select().from(feed);
    expect(await verifyLedger(rows, { sha256 })).toMatchObject({
      valid: true,
      redacted: 1,
      head: head?.ledgerHead,
    });
  });

  it('returns the single row that the browser requests to check its saved head', async () => {
    const { body } = await test.call<LedgerRow[]>('GET', '/api/ledger?cursor=2&limit=1', { token: customer });
    expect(body.map(({ number }) => number)).toEqual([3]);
    expect((await test.call('GET', '/api/ledger?cursor=900', { token: customer })).body).toEqual([]);
  });

  it.each(['cursor=-1', 'cursor=x', 'limit=0', 'limit=1001', 'cursor=1e3'])('rejects ?%s', async (query) => {
    expect((await test.call('GET', `/api/ledger?${query}`, { token: customer })).status).toBe(400);
  });
});

describe('verifyStoredLedger', () => {
  it('is verified against the head in the feed', async () => {
    const { result, feedHead } = await verifyStoredLedger(test.database.db);
    expect(result).toMatchObject({ valid: true, count: 5, comparison: 'contained' });
    expect(feedHead.count).toBe(5);
  });

  it('reveals a truncated end and an altered row', async () => {
    await tamper(
      'create table kept as select * from idea_revisions; delete from idea_revisions where number = 5',
    );
    expect((await verifyStoredLedger(test.database.db)).result).toMatchObject({ comparison: 'shorter' });
    await tamper('insert into idea_revisions select * from kept where number = 5');
    await tamper(`update idea_revisions set changes = '[]' where number = 2`);
    expect((await verifyStoredLedger(test.database.db)).result).toEqual({
      valid: false,
      fault: { kind: 'changes', position: 2, claimedNumber: 2 },
    });
    await test.database.db.execute(sql`drop table kept`);
  });
});
