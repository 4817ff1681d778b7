import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IdeaRevision } from '../../contract/ideas/idea-revisions.ts';
import { type LedgerRow, serializeContent } from '../../contract/record/ledger.ts';
import { verifyLedger } from '../../contract/record/verify-ledger.ts';
import { feed } from '../database/schema.ts';
import { publish, publishHidden, startTestApp, type TestApp } from '../testing/test-app.ts';
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
  one = await test.openSession('one@test.example');
  customer = await test.openSession('customer@test.example');
  const idea = await publish(test, one, { notes: 'Zürich, “quotes”, 鳥 \u2028' });
  await test.call('PUT', `/api/trade-ideas/${idea.id}`, { token: one, body: { exit_3: null } });
  await test.call('DELETE', `/api/trade-ideas/${idea.id}`, { token: one });
  // Educator 9 can't sign in, so the idea is written like the demo does.
  await publishHidden(test, { notes: 'hidden' });
  await publish(test, one);
});
afterAll(() => test.close());

describe('GET /api/ledger', () => {
  it('returns all revisions in chain order, also of deleted ideas, page by page', async () => {
    const whole = await read(one);
    expect(whole.map((row) => 'action' in row && row.action)).toEqual([
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

  it("shows customers only the position of the hidden educator's change, and their copy has the same head", async () => {
    const [full, redacted] = [(await read(one))[3] as IdeaRevision, (await read(customer))[3]];
    expect(full).toMatchObject({ educator_id: '9', salt: expect.stringMatching(/^[0-9a-f]{32}$/) });
    const { number, digest, prev_hash, hash } = full;
    expect(redacted).toEqual({ number, digest, prev_hash, hash });
    // Who guesses everything but the salt can't confirm it.
    expect(await sha256(serializeContent(full))).toBe(digest);
    expect(await sha256(serializeContent({ ...full, salt: '' }))).not.toBe(digest);
    const [head] = await test.database.db.select().from(feed);
    expect(await verifyLedger(await read(customer), { sha256 })).toMatchObject({
      valid: true,
      count: 5,
      redacted: 1,
      head: head?.ledgerHead,
    });
  });

  it('uses a new salt for each row', async () => {
    const salts = (await read(one)).map((row) => 'salt' in row && row.salt);
    expect(new Set(salts).size).toBe(5);
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
  it('verifies the stored ledger against the head in the feed', async () => {
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
      error: { kind: 'content', position: 2 },
    });
    await test.database.db.execute(sql`drop table kept`);
  });
});
