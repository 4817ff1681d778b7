import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IdeaRevision } from '../../contract/idea-revisions.ts';
import { type LedgerRow, serializeContent, serializeHeader } from '../../contract/ledger.ts';
import { verifyLedger } from '../../contract/verify-ledger.ts';
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
    const { salt, ...guess } = full;
    expect(await sha256(serializeContent(full))).toBe(digest);
    expect(await sha256(serializeContent(guess))).not.toBe(digest);
    expect(await sha256(serializeContent({ ...guess, salt: '' }))).not.toBe(digest);
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

describe('rows of the first format', () => {
  it('keeps rows of the first format in the chain; customers see all but the changes of the hidden educator', async () => {
    const changes = [{ field: 'notes', old: null, new: 'written by an earlier version' }];
    const content = {
      idea_id: '00000000-0000-4000-8000-000000000009',
      version: 1,
      action: 'created' as const,
      at: '2026-01-01T00:00:00.000Z',
      educator_id: '9',
      changes,
    };
    const digest = await sha256(serializeContent(content));
    const revision = { ...content, digest, actor_id: null, header: serializeHeader({ ...content, digest }) };
    const before = await read(customer);
    await test.database.db.execute(
      sql`select append_to_feed('trade_ideas_changes', 'x', 'educators', '{"record":null,"old_record":null}'::json, ${JSON.stringify(revision)}::jsonb)`,
    );
    await publish(test, one);
    const rows = await read(customer);
    expect(rows.slice(0, before.length)).toEqual(before);
    const { changes: _, ...visible } = content;
    expect(rows.at(-2)).toMatchObject({ ...visible, digest, changes: null });
    expect(Object.hasOwn(rows.at(-2) as object, 'salt')).toBe(false);
    expect(await verifyLedger(rows, { sha256 })).toMatchObject({ valid: true, redacted: 2 });
    expect(await verifyLedger(await read(one), { sha256 })).toMatchObject({ valid: true, redacted: 0 });
  });
});

describe('verifyStoredLedger', () => {
  it('verifies the stored ledger against the head in the feed', async () => {
    const { result, feedHead } = await verifyStoredLedger(test.database.db);
    expect(result).toMatchObject({ valid: true, count: 7, comparison: 'contained' });
    expect(feedHead.count).toBe(7);
  });

  it('reveals a truncated end and an altered row', async () => {
    await tamper(
      'create table kept as select * from idea_revisions; delete from idea_revisions where number = 7',
    );
    expect((await verifyStoredLedger(test.database.db)).result).toMatchObject({ comparison: 'shorter' });
    await tamper('insert into idea_revisions select * from kept where number = 7');
    await tamper(`update idea_revisions set changes = '[]' where number = 2`);
    expect((await verifyStoredLedger(test.database.db)).result).toEqual({
      valid: false,
      error: { kind: 'header', position: 2 },
    });
    await test.database.db.execute(sql`drop table kept`);
  });
});
