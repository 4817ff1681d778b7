import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUser } from '../account/users/users-service.ts';
import {
  accountLinks,
  authEvents,
  idempotencyKeys,
  knownSources,
  sessions,
  signInLimits,
  usedChallenges,
} from '../database/schema.ts';
import { RETAINED_EVENTS } from '../live/feed-follower.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { Housekeeping } from './housekeeping.ts';

let test: TestDatabase;
let userId: string;
const now = new Date('2026-03-01T12:00:00.000Z');
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const deps = () => ({
  database: test.database,
  clock: () => now,
  env: { authLogDays: 90 },
  media: { removeUnreferenced: async () => undefined },
  push: { removeOld: async () => undefined },
  posts: { removeOld: async () => undefined },
  candles: { removeOld: async () => undefined },
});
const clean = () => new Housekeeping(deps() as never, { warn: () => undefined } as never).clean();
const seqs = async () => {
  const { rows } = await test.database.pool.query<{ first: string; last: string; count: string }>(
    'select min(seq) as first, max(seq) as last, count(*) as count from feed_events',
  );
  return rows[0];
};

beforeAll(async () => {
  test = await createTestDatabase();
  const person = {
    role: 'customer' as const,
    email: 'a@test.example',
    firstName: 'A',
    lastName: 'B',
  };
  userId = (await addUser(test.database.db, person)).id;
});
afterAll(() => test.drop());

const fillFeed = (count: number, created: Date) =>
  test.database.pool.query(
    `with head as (update feed set seq = seq + $1 returning epoch, seq)
     insert into feed_events (epoch, seq, kind, entity_id, audience, payload, ledger_count, ledger_head, created_at)
     select epoch, seq - $1 + step, 'trade_ideas_changes', 'x', 'everyone', '{}', 0, repeat('0', 64), $2
     from head, generate_series(1, $1::int) step`,
    [count, created],
  );

describe('Housekeeping', () => {
  it('keeps a day of the feed and at most 10,000 events, without gaps', async () => {
    await fillFeed(50, ago(30));
    await fillFeed(100, ago(1));
    await clean();
    expect(await seqs()).toEqual({ first: '51', last: '150', count: '100' });
    await fillFeed(RETAINED_EVENTS, ago(0.5));
    await clean();
    expect(await seqs()).toEqual({
      first: '151',
      last: String(150 + RETAINED_EVENTS),
      count: String(RETAINED_EVENTS),
    });
  });

  it('removes expired responses, failures, challenges, known sources, sign-in events and sessions', async () => {
    const { db } = test.database;
    const key = { userId, bodyHash: 'x'.repeat(64), answer: {} };
    await db.insert(idempotencyKeys).values([
      { ...key, key: 'old', createdAt: ago(25) },
      { ...key, key: 'new', createdAt: ago(23) },
    ]);
    await db.insert(signInLimits).values([
      { key: 'old', points: 3, expire: ago(0.1).getTime() },
      { key: 'new', points: 3, expire: ago(-0.1).getTime() },
    ]);
    await db.insert(usedChallenges).values([
      { hash: Buffer.from('old'), expiresAt: ago(0.1) },
      { hash: Buffer.from('new'), expiresAt: ago(-0.1) },
    ]);
    await db.insert(knownSources).values([
      { userId, source: 'old', lastUsedAt: ago(181 * 24) },
      { userId, source: 'new', lastUsedAt: ago(179 * 24) },
    ]);
    await db.insert(authEvents).values([
      { kind: 'sign_in', address: 'old', at: ago(91 * 24) },
      { kind: 'sign_in', address: 'new', at: ago(89 * 24) },
    ]);
    const session = { userId, address: 'x' };
    await db.insert(sessions).values([
      { ...session, tokenHash: Buffer.from('old'), expiresAt: ago(31 * 24) },
      { ...session, tokenHash: Buffer.from('new'), expiresAt: ago(29 * 24) },
    ]);
    await clean();
    expect((await db.select().from(idempotencyKeys)).map((row) => row.key)).toEqual(['new']);
    expect((await db.select().from(signInLimits)).map((row) => row.key)).toEqual(['new']);
    expect((await db.select().from(knownSources)).map((row) => row.source)).toEqual(['new']);
    expect((await db.select().from(usedChallenges)).map((row) => row.hash.toString())).toEqual(['new']);
    expect((await db.select().from(authEvents)).map((row) => row.address)).toEqual(['new']);
    expect((await db.select().from(sessions)).map((row) => row.tokenHash.toString())).toEqual(['new']);
  });

  it('takes the other steps although one fails', async () => {
    const warnings: unknown[] = [];
    let hasRemovedMedia = false;
    const failing = {
      ...deps(),
      push: { removeOld: () => Promise.reject(new Error('too many')) },
      media: {
        removeUnreferenced: async () => {
          hasRemovedMedia = true;
        },
      },
    };
    await new Housekeeping(
      failing as never,
      { warn: (line: unknown) => warnings.push(line) } as never,
    ).clean();
    expect([warnings.length, hasRemovedMedia]).toEqual([1, true]);
  });

  it('removes links a month after they stopped working, but no unused invitation', async () => {
    const link = (kind: 'invitation' | 'password_reset', days: number, usedAt: Date | null = null) => ({
      kind,
      userId,
      expiresAt: ago(24 * days),
      usedAt,
    });
    await test.database.db
      .insert(accountLinks)
      .values([
        link('password_reset', 31),
        link('password_reset', 29),
        link('invitation', 31),
        link('invitation', 31, ago(24 * 32)),
      ]);
    await clean();
    const kept = await test.database.db.select().from(accountLinks).orderBy(accountLinks.expiresAt);
    expect(kept.map(({ kind, usedAt }) => [kind, usedAt])).toEqual([
      ['invitation', null],
      ['password_reset', null],
    ]);
  });
});
