import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startRelay } from '../testing/relay.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type FeedEvent, FeedFollower, type FeedHead } from './feed-follower.ts';

const DAY_MS = 24 * 60 * 60_000;

let test: TestDatabase;
let feed: FeedFollower;
let events: FeedEvent[];
let resets: FeedHead[];

const silent = { warn: () => undefined, info: () => undefined } as never;

const follow = async (connectionString = test.connectionString) => {
  const follower = new FeedFollower(connectionString, silent);
  follower.subscribe({ event: (event) => events.push(event), reset: (head) => resets.push(head) });
  await follower.start();
  return follower;
};
const seqs = () => events.map(({ seq }) => seq);
const query = (text: string, values: unknown[] = []) => test.database.pool.query(text, values);
/** Unlike `expect.poll`, it advances no fake timers. */
const waitUntil = async (check: () => Promise<boolean>) => {
  while (!(await check()));
};
/** Inserts an event for each age without NOTIFY, so that the follower reads only when a test makes it. */
const insert = (...ages: number[]) =>
  query(
    `with head as (update feed set seq = seq + cardinality($1::float8[]) returning *)
    insert into feed_events (epoch, seq, kind, entity_id, audience, payload, ledger_count, ledger_head, created_at)
    select epoch, seq - cardinality($1::float8[]) + number, 'chat_messages_changes', 'x', 'everyone', '{}', ledger_count,
      ledger_head, $2::timestamptz - make_interval(secs => age / 1000)
    from head, unnest($1::float8[]) with ordinality as ages (age, number)`,
    [ages, new Date()],
  );

beforeEach(async () => {
  // No polling, and no time passes.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] });
  test = await createTestDatabase();
  events = [];
  resets = [];
  feed = await follow();
});
afterEach(async () => {
  await feed.stop();
  await test.drop();
  vi.useRealTimers();
});

describe('FeedFollower reads', () => {
  it('reads when it is notified', async () => {
    const applied = feed.waitUntilApplied({ epoch: feed.head.epoch, seq: 1 }, DAY_MS);
    await query("select append_to_feed('chat_messages_changes', 'x', 'everyone', '{}', null)");
    await applied;
    expect(seqs()).toEqual([1]);
  });

  it('reads every two seconds until it is stopped', async () => {
    await insert(0);
    vi.advanceTimersByTime(2_000);
    await expect.poll(seqs).toEqual([1]);
    expect(vi.getTimerCount()).toBe(1);
    await feed.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('reads a backlog larger than a batch at once', async () => {
    await insert(...Array<number>(1_001).fill(0));
    await feed.catchUp();
    expect(seqs()).toEqual(Array.from({ length: 1_001 }, (_, index) => index + 1));
    expect(resets).toEqual([]);
  });

  it('reads again if asked during a read', async () => {
    const relay = await startRelay(test.connectionString);
    const follower = await follow(relay.url);
    const readIdle = async () => {
      const { rows } = await query(
        `select string_agg(query_start::text, ' ' order by pid) as starts, bool_and(state = 'idle') as idle
        from pg_stat_activity where application_name = 'chartlark feed' and datname = current_database()`,
      );
      return rows[0] as { starts: string; idle: boolean };
    };
    const before = await readIdle();
    relay.freeze('responses');
    const reading = follower.catchUp();
    // The database answers the first read before the event exists.
    await waitUntil(async () => {
      const { starts, idle } = await readIdle();
      return idle && starts !== before.starts;
    });
    await insert(0);
    const again = follower.catchUp();
    relay.thaw();
    await Promise.all([reading, again]);
    expect(seqs()).toEqual([1]);
    await follower.stop();
    await relay.close();
  });

  it('reads what is committed while it starts', async () => {
    const locker = await test.database.pool.connect();
    await locker.query('begin; lock table feed_events in access exclusive mode');
    const starting = follow();
    const waiting = "select 1 from pg_locks where relation = 'feed_events'::regclass and not granted";
    await waitUntil(async () => (await query(waiting)).rowCount === 1);
    await locker.query(
      `update feed set seq = 1;
      insert into feed_events (epoch, seq, kind, entity_id, audience, payload, ledger_count, ledger_head)
        select epoch, seq, 'chat_messages_changes', 'x', 'everyone', '{}', ledger_count, ledger_head from feed;
      commit`,
    );
    locker.release();
    const follower = await starting;
    expect([follower.takeRetainedEvents(), seqs()]).toEqual([[], [1]]);
    await follower.stop();
  });

  it('reads at its start the events of the last day', async () => {
    await insert(DAY_MS + 60_000, DAY_MS - 60_000);
    const follower = await follow();
    expect(follower.takeRetainedEvents().map(({ seq }) => seq)).toEqual([2]);
    expect(follower.takeRetainedEvents()).toEqual([]);
    await follower.stop();
  });
});

describe('FeedFollower resets', () => {
  it('resets on a new epoch that has come to the same number', async () => {
    await insert(0);
    await feed.catchUp();
    await query('update feed set epoch = epoch + 1');
    await feed.catchUp();
    expect(resets).toMatchObject([{ seq: 1 }]);
  });

  it('resets when the feed went back', async () => {
    await insert(0, 0);
    await feed.catchUp();
    await query('update feed set seq = 1');
    await feed.catchUp();
    expect(resets).toMatchObject([{ seq: 1 }]);
  });

  it('resets when all unread events were pruned', async () => {
    await insert(0, 0);
    await query('delete from feed_events');
    await feed.catchUp();
    expect([seqs(), resets]).toMatchObject([[], [{ seq: 2 }]]);
  });

  it('forgets the retained events of the old epoch when it resets', async () => {
    await insert(0);
    const follower = await follow();
    await query('update feed set epoch = epoch + 1');
    await follower.catchUp();
    expect(follower.takeRetainedEvents()).toEqual([]);
    await follower.stop();
  });
});

describe('FeedFollower.waitUntilApplied', () => {
  it('returns once the change is applied', async () => {
    const { epoch } = feed.head;
    await insert(0);
    const seen = feed.waitUntilApplied({ epoch, seq: 1 }, DAY_MS).then(seqs);
    await feed.catchUp();
    expect(await seen).toEqual([1]);
  });

  it('waits for a newer epoch, whatever its number', async () => {
    await insert(0);
    await feed.catchUp();
    const epoch = feed.head.epoch + 1;
    const seen = feed.waitUntilApplied({ epoch, seq: 0 }, DAY_MS).then(() => feed.head);
    await query('update feed set epoch = epoch + 1, seq = 0');
    await feed.catchUp();
    expect(await seen).toMatchObject({ epoch, seq: 0 });
  });
});

describe('FeedFollower.lag', () => {
  it('counts the events that are known but not applied', async () => {
    expect(feed.lag).toEqual({ events: 0, readAgeMs: 0, delayMs: 0 });
    const unread: number[] = [];
    feed.subscribe({ event: () => unread.push(feed.lag.events), reset: () => undefined });
    await insert(0, 0, 0);
    await feed.catchUp();
    expect(unread).toEqual([2, 1, 0]);
  });

  it('reports the age of the newest event when it was read', async () => {
    await insert(60_000, 5_000);
    await feed.catchUp();
    expect(feed.lag.delayMs).toBe(5_000);
    // The database's clock may be ahead.
    await insert(-5_000);
    await feed.catchUp();
    expect(feed.lag.delayMs).toBe(0);
  });

  it('reports the time since the last read, and is not current from 3.5 seconds on', async () => {
    vi.advanceTimersByTime(3_499);
    expect([feed.lag.readAgeMs, feed.isCurrent()]).toEqual([3_499, true]);
    vi.advanceTimersByTime(1);
    expect([feed.lag.readAgeMs, feed.isCurrent()]).toEqual([3_500, false]);
    await feed.catchUp();
    expect([feed.lag.readAgeMs, feed.isCurrent()]).toEqual([0, true]);
  });

  it('tells with each read that sessions may have ended, while earlier reads get no answer', async () => {
    let told = 0;
    feed.onSessionsEnded(() => told++);
    // No answer arrives meanwhile.
    vi.advanceTimersByTime(2_000);
    expect(told).toBe(0);
    vi.advanceTimersByTime(4_000);
    expect(told).toBe(2);
    await feed.catchUp();
    vi.advanceTimersByTime(2_000);
    expect(told).toBe(2);
  });
});
