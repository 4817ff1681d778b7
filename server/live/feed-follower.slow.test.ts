import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatMessage } from '../../contract/chat/chat-schemas.ts';
import { startRelay } from '../testing/relay.ts';
import { scaleSize, scaleTimeout, soakLimit } from '../testing/soak-size.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type FeedEvent, FeedFollower, type FeedHead } from './feed-follower.ts';
import { appendToFeed } from './feed-service.ts';

/** R3: 2,200 events in `npm test`, 100,000 in a soak. */
const WRITERS = 50;
const SHORT_EVENTS = 2_200;
const FULL_EVENTS = 100_000;

let test: TestDatabase;
let feed: FeedFollower;
let events: FeedEvent[];
let resets: FeedHead[];

const silent = { warn: () => undefined, info: () => undefined } as never;

const message: ChatMessage = {
  id: '',
  room_id: '',
  user_id: 'edu-1',
  user_name: '',
  user_role: 'educator',
  message: '',
  image_url: null,
  created_at: '',
  updated_at: '',
  is_edited: false,
  is_deleted: false,
};
const append = (name: string, pauseMs = 0, outcome: 'commit' | 'rollback' = 'commit') =>
  test.database.db.transaction(async (tx) => {
    await sleep(pauseMs);
    const position = await appendToFeed(tx, {
      kind: 'chat_messages_changes',
      entityId: name,
      audience: 'everyone',
      data: {
        type: 'INSERT',
        schema: 'public',
        table: 'chat_messages',
        record: { ...message, id: name },
        old_record: null,
        commit_timestamp: '',
      },
      revision: null,
    });
    await sleep(pauseMs / 2);
    if (outcome === 'rollback') throw new Error('rolled back');
    return position;
  });

const follow = (connectionString = test.connectionString) => {
  const follower = new FeedFollower(connectionString, silent);
  follower.subscribe({ event: (event) => events.push(event), reset: (head) => resets.push(head) });
  return follower;
};
const seqs = () => events.map(({ seq }) => seq);
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

beforeEach(async () => {
  test = await createTestDatabase();
  events = [];
  resets = [];
  feed = follow();
  await feed.start();
});
afterEach(async () => {
  await feed.stop();
  await test.drop();
});

describe('FeedFollower (DESIGN §5)', () => {
  it(
    'delivers changes of 50 concurrent writers gapless and in commit order, despite rollbacks',
    async () => {
      const turns = scaleSize(SHORT_EVENTS, FULL_EVENTS) / WRITERS;
      const [plan] = fc.sample(
        fc.array(
          fc.array(fc.record({ pause: fc.integer({ min: 0, max: 6 }), rollback: fc.boolean() }), {
            minLength: turns,
            maxLength: turns,
          }),
          {
            minLength: WRITERS,
            maxLength: WRITERS,
          },
        ),
        1,
      );
      let committed = 0;
      const writer = async (turns: { pause: number; rollback: boolean }[], index: number) => {
        for (const [turn, { pause, rollback }] of turns.entries()) {
          const isLost = rollback && turn % 10 === 0;
          await append(`${index}.${turn}`, pause, isLost ? 'rollback' : 'commit').catch(() => undefined);
          if (!isLost) committed++;
        }
      };
      await Promise.all((plan ?? []).map(writer));
      await feed.catchUp();
      // At most a tenth of a writer's transactions are rolled back.
      expect(committed).toBeGreaterThanOrEqual(WRITERS * turns * 0.88);
      expect(seqs()).toEqual(range(1, committed));
      expect(resets).toEqual([]);
      // Events arrive in the order in which the database numbered them.
      const { rows } = await test.database.pool.query<{ entity_id: string }>(
        'select entity_id from feed_events order by seq',
      );
      expect(events.map(({ payload }) => JSON.parse(payload).record.id)).toEqual(
        rows.map((row) => row.entity_id),
      );
    },
    scaleTimeout(SHORT_EVENTS, FULL_EVENTS),
  );

  it('delivers a change after its commit (within 500 ms in a soak)', async () => {
    const begin = performance.now();
    await append('now');
    await expect.poll(seqs, { interval: 2 }).toEqual([1]);
    // Without the notification it would wait for the next read, which comes every two seconds.
    expect(performance.now() - begin).toBeLessThan(soakLimit(500));
  });

  it(
    'reconnects after its connection is killed and misses nothing',
    async () => {
      await append('before');
      await feed.catchUp();
      const rounds = scaleSize(3, 30);
      for (let round = 0; round < rounds; round++) {
        await test.database.pool.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'chartlark feed' and datname = current_database()",
        );
        await append(`after ${round}`);
        await expect.poll(seqs, { interval: 20 }).toEqual(range(1, round + 2));
      }
      expect(resets).toEqual([]);
    },
    scaleTimeout(3, 30),
  );

  it('is not current while the database is unavailable', async () => {
    expect(feed.isCurrent()).toBe(true);
    await feed.stop();
    await expect.poll(() => feed.isCurrent()).toBe(false);
  });

  it('returns the retained events from before its start', async () => {
    for (const name of ['a', 'b', 'c']) await append(name);
    const follower = follow();
    await follower.start();
    expect(follower.takeRetainedEvents().map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(follower.head.seq).toBe(3);
    await follower.stop();
  });

  it('misses nothing when it starts during writes', async () => {
    let isOver = false;
    let written = 0;
    const write = async () => {
      while (!isOver) {
        await append(String(written));
        written++;
      }
    };
    const writing = [write(), write(), write()];
    for (let starts = 0; starts < 25; starts++) {
      const follower = new FeedFollower(test.connectionString, silent);
      const seen: number[] = [];
      follower.subscribe({ event: ({ seq }) => seen.push(seq), reset: () => seen.push(Number.NaN) });
      await follower.start();
      const kept = follower.takeRetainedEvents().map(({ seq }) => seq);
      const next = Math.max(0, ...kept, ...seen) + 5;
      await expect.poll(() => seen.at(-1) ?? 0).toBeGreaterThanOrEqual(next);
      await follower.stop();
      expect([...kept, ...seen]).toEqual(range(1, seen.at(-1) ?? 0));
    }
    isOver = true;
    await Promise.all(writing);
  });

  it('continues to read over a new connection when the old one does not respond any more', async () => {
    await feed.stop();
    const relay = await startRelay(test.connectionString);
    const follower = follow(relay.url);
    await follower.start();
    relay.freeze();
    await append('unseen');
    await follower.catchUp();
    relay.thaw('new');
    await expect.poll(() => events.at(-1)).toMatchObject({ seq: 1 });
    await follower.stop();
    await relay.close();
  });

  it('resets on a new epoch', async () => {
    await append('old history');
    await feed.catchUp();
    await test.database.pool.query('update feed set epoch = epoch + 1, seq = 0');
    await expect.poll(() => resets.length).toBe(1);
    const { epoch } = await append('new history');
    await expect.poll(() => events.at(-1)).toMatchObject({ epoch, seq: 1 });
  });

  it('resets when unread events were pruned', async () => {
    await feed.stop();
    const follower = follow();
    await follower.start();
    await test.database.db.transaction(async (tx) => {
      for (const entityId of ['1', '2', '3']) {
        await appendToFeed(tx, {
          kind: 'chat_messages_changes',
          entityId,
          audience: 'everyone',
          data: {
            type: 'DELETE',
            schema: 'public',
            table: 'chat_messages',
            record: null,
            old_record: null,
            commit_timestamp: '',
          },
          revision: null,
        });
      }
      await tx.execute('delete from feed_events where seq < 3');
    });
    await follower.catchUp();
    expect(resets).toMatchObject([{ seq: 3 }]);
    await follower.stop();
  });

  it('waits until a change is applied, or until the timeout', async () => {
    const position = await append('mine');
    await feed.waitUntilApplied(position);
    expect(seqs()).toEqual([1]);
    await feed.waitUntilApplied({ epoch: position.epoch, seq: 99 }, 50);
    expect(seqs()).toEqual([1]);
  });

  it('waits no longer than the timeout in a process that has run for days', async () => {
    const now = performance.now.bind(performance);
    const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + 5 * 24 * 60 * 60_000);
    await feed.waitUntilApplied({ epoch: feed.head.epoch, seq: 99 }, 50);
    spy.mockRestore();
  });

  it('does not wait for a change that is applied or of an older epoch, nor after it was stopped', async () => {
    const DAY_MS = 24 * 60 * 60_000;
    const { epoch, seq } = await append('mine');
    await feed.catchUp();
    await feed.waitUntilApplied({ epoch, seq }, DAY_MS);
    await feed.waitUntilApplied({ epoch: epoch - 1, seq: 99 }, DAY_MS);
    await feed.stop();
    await feed.waitUntilApplied({ epoch, seq: 99 }, DAY_MS);
  });
});
