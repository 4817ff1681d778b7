import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TradeIdea } from '../../../contract/ideas/ideas.ts';
import {
  type IdeaRead,
  READING_BATCH,
  type ReadingState,
  type ReadState,
} from '../../../contract/ideas/reading.ts';
import { addRoom } from '../../testing/chat-rooms.ts';
import { publish, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { MAX_IDEA_READS } from './reading-db.ts';

const DAY_MS = 24 * 60 * 60_000;
let now = new Date('2026-11-20T09:00:00.000Z');
let test: TestApp;
let educator: string;
let customer: string;
const signIn = async () => {
  educator = await test.openSession('one@test.example');
  customer = await test.openSession('customer@test.example');
};
beforeAll(async () => {
  test = await startTestApp({ clock: () => now });
  await signIn();
});
afterAll(() => test.close());

const get = async (token = customer) =>
  (await test.call<ReadingState>('GET', '/api/reading', { token })).body;
const add = (more: Partial<ReadingState>, token = customer) =>
  test.call('POST', '/api/reading', { token, body: { markets: [], ideas: [], rooms: [], ...more } });
const clear = () =>
  test.database.pool.query('delete from idea_reads; delete from room_reads; delete from reading_states');

const readState = (version: number, exit_1 = '1.0921'): ReadState => ({
  version,
  status: 'active',
  levels: {
    entry_1: '1.0842',
    entry_2: null,
    invalidation_level: '1.0755',
    exit_1,
    exit_2: null,
    exit_3: null,
  },
});
const seen = (id: string, more: Partial<IdeaRead> = {}): IdeaRead => ({
  id,
  viewed: false,
  read: null,
  ...more,
});
const close = (idea: TradeIdea) =>
  test.call('PUT', `/api/trade-ideas/${idea.id}`, { token: educator, body: { status: 'successful' } });

describe('reading state', () => {
  it('returns an empty reading state before the first device', async () => {
    expect(await get()).toEqual({ markets: [], ideas: [], rooms: [] });
  });

  it('keeps markets, seen, viewed and read ideas per person (§4.16)', async () => {
    const idea = await publish(test, educator);
    await add({ markets: ['Forex'], ideas: [seen(idea.id)] });
    expect(await get()).toEqual({ markets: ['Forex'], ideas: [seen(idea.id)], rooms: [] });
    await add({ markets: ['Crypto', 'Forex'], ideas: [seen(idea.id, { viewed: true, read: readState(1) })] });
    const viewed = seen(idea.id, { viewed: true, read: readState(1) });
    expect(await get()).toEqual({ markets: ['Crypto', 'Forex'], ideas: [viewed], rooms: [] });
    await add({ ideas: [seen(idea.id)] });
    expect((await get()).ideas).toEqual([viewed]);
    expect(await get(educator)).toEqual({ markets: [], ideas: [], rooms: [] });
  });

  it('merges reading states alike in whatever order and however often devices send them', async () => {
    const ideas = [await publish(test, educator), await publish(test, educator)];
    const entry = fc.record({
      idea: fc.nat(1),
      viewed: fc.boolean(),
      version: fc.option(fc.integer({ min: 1, max: 3 })),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(entry, { minLength: 1, maxLength: 4 }), { maxLength: 4 }),
        async (calls) => {
          await clear();
          for (const call of calls)
            await add({
              ideas: call.map(({ idea, viewed, version }) =>
                seen(ideas[idea]?.id ?? '', { viewed, read: version === null ? null : readState(version) }),
              ),
            });
          const sent = calls.flat();
          const expected = ideas.flatMap(({ id }, index) => {
            const own = sent.filter(({ idea }) => idea === index);
            if (own.length === 0) return [];
            const version = Math.max(...own.map((one) => one.version ?? 0));
            const read = version === 0 ? null : readState(version);
            return [seen(id, { viewed: own.some(({ viewed }) => viewed), read })];
          });
          const stored = (await get()).ideas;
          expect(stored.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
            expected.toSorted((a, b) => a.id.localeCompare(b.id)),
          );
        },
      ),
      { numRuns: 25 },
    );
  });

  it('leaves out closed ideas after 30 days, and never drops an active one', async () => {
    await clear();
    const [open, closed] = [await publish(test, educator), await publish(test, educator)];
    await add({ ideas: [seen(open.id), seen(closed.id)] });
    await close(closed);
    expect((await get()).ideas).toHaveLength(2);
    now = new Date(now.getTime() + 31 * DAY_MS);
    await signIn();
    expect((await get()).ideas).toEqual([seen(open.id)]);
    // Later ideas fill the whole space.
    await test.database.pool.query(
      'insert into idea_reads select $1, gen_random_uuid(), $2 from generate_series(1, $3)',
      [test.people.customer.id, now, MAX_IDEA_READS + 20],
    );
    const latest = await publish(test, educator);
    await add({ ideas: [seen(latest.id)] });
    const { rows } = await test.database.pool.query('select idea_id from idea_reads');
    expect(rows).toHaveLength(MAX_IDEA_READS + 2);
    const kept = rows.map(({ idea_id }) => idea_id);
    expect(kept).toEqual(expect.arrayContaining([open.id, latest.id]));
    expect(kept).not.toContain(closed.id);
  });

  it('keeps the limit when devices send at the same time', async () => {
    await clear();
    const batch = () => Array.from({ length: READING_BATCH }, () => seen(randomUUID()));
    const batches = Math.ceil(MAX_IDEA_READS / READING_BATCH) + 3;
    await Promise.all(Array.from({ length: batches }, () => add({ ideas: batch() })));
    const { rows } = await test.database.pool.query('select count(*)::int as count from idea_reads');
    expect(rows).toEqual([{ count: MAX_IDEA_READS }]);
  });

  it('moves the read position of a channel forward only, and ignores unknown channels', async () => {
    const room = await addRoom(test, 'Leverage Ideas');
    const [early, late] = ['2026-11-20T09:00:00.000Z', '2026-11-20T10:00:00.000Z'];
    const at = (created_at: string) => ({ room_id: room.id, created_at, id: room.id });
    await add({ rooms: [at(late)] });
    await add({ rooms: [at(early), { ...at(late), room_id: randomUUID() }] });
    expect((await get()).rooms).toEqual([at(late)]);
  });

  it.each([
    { ideas: [{ id: 'x', viewed: true, read: null }] },
    { ideas: [seen(randomUUID(), { read: { ...readState(1), version: 0 } })] },
    { ideas: [seen(randomUUID(), { read: { ...readState(1), version: 2 ** 31 } })] },
    { ideas: Array.from({ length: READING_BATCH + 1 }, () => seen(randomUUID())) },
    { rooms: [{ room_id: randomUUID(), created_at: 'yesterday', id: randomUUID() }] },
    { rooms: [{ room_id: randomUUID(), created_at: '0000-01-01T00:00:00.000Z', id: randomUUID() }] },
    { rooms: [{ room_id: randomUUID(), created_at: '+010000-01-01T00:00:00.000Z', id: randomUUID() }] },
    { ideas: [seen(randomUUID(), { read: readState(1, 'much') })] },
    { ideas: [seen(randomUUID(), { read: readState(1, '-1') })] },
    { ideas: [seen(randomUUID(), { read: readState(1, ' 1.1 ') })] },
    { ideas: null },
    { markets: ['Stocks'] },
  ])('rejects a malformed entry: %j', async (body) => {
    expect((await add(body as Partial<ReadingState>)).status).toBe(400);
  });

  it('accepts the largest batch', async () => {
    const long = `${'9'.repeat(12)}.${'9'.repeat(12)}`;
    const levels = Object.fromEntries(Object.keys(readState(1).levels).map((name) => [name, long]));
    const read = { version: 1, status: 'unsuccessful', levels } as ReadState;
    const ideas = Array.from({ length: READING_BATCH }, () => seen(randomUUID(), { viewed: true, read }));
    expect((await add({ ideas })).status).toBe(200);
  });
});
