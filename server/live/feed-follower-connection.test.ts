import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Sessions } from '../account/sessions/sessions-service.ts';
import { addUser } from '../account/users/users-service.ts';
import { systemClock } from '../shared/clock.ts';
import { startRelay } from '../testing/relay.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { withoutTable } from '../testing/without-table.ts';
import { FeedFollower } from './feed-follower.ts';

let test: TestDatabase;
let feed: FeedFollower;
let seqs: number[];
let warnings: unknown[];

const log = { warn: (...args: unknown[]) => warnings.push(args), info: () => undefined } as never;

beforeEach(async () => {
  test = await createTestDatabase();
  seqs = [];
  warnings = [];
  feed = new FeedFollower(test.connectionString, log);
  feed.subscribe({ event: ({ seq }) => seqs.push(seq), reset: () => undefined });
});
afterEach(() => test.drop());

const query = (text: string) => test.database.pool.query(text);
const append = () => query("select append_to_feed('chat_messages_changes', 'x', 'everyone', '{}', null)");
const OURS = "application_name = 'chartlark feed' and datname = current_database()";
const countConnections = async () => (await query(`select from pg_stat_activity where ${OURS}`)).rowCount;
const stop = async () => {
  await feed.stop();
  await expect.poll(countConnections).toBe(0);
};

/** Makes reads of the feed wait until the returned function is called. */
const lockFeed = async () => {
  const locker = await test.database.pool.connect();
  await locker.query('begin; lock table feed in access exclusive mode');
  return async () => {
    await locker.query('commit');
    locker.release();
  };
};
/** The process of the database that reads for the follower, once it waits for the lock. */
const waitForReader = async (previous = 0): Promise<number> => {
  const waiting = `select pid from pg_locks where relation = 'feed'::regclass and not granted and pid <> ${previous}`;
  let pid: number | undefined;
  await expect
    .poll(async () => {
      pid = (await query(waiting)).rows[0]?.pid;
      return pid;
    })
    .toBeDefined();
  return pid ?? 0;
};

describe("FeedFollower's connection", () => {
  it('closes its connection when it is stopped, without a warning', async () => {
    await feed.start();
    expect(await countConnections()).toBe(1);
    await stop();
    expect(warnings).toEqual([]);
  });

  it('closes its connection when it is stopped during a read, without a warning', async () => {
    await feed.start();
    const release = await lockFeed();
    const reading = feed.catchUp();
    await waitForReader();
    await feed.stop();
    await reading;
    await release();
    await expect.poll(countConnections).toBe(0);
    expect(warnings).toEqual([]);
  });

  it('throws at its start when the database is unreachable', async () => {
    const relay = await startRelay(test.connectionString);
    relay.cut();
    await expect(new FeedFollower(relay.url, log).start()).rejects.toThrow();
    await relay.close();
  });

  it('closes its connection and throws at its start if the first read fails', async () => {
    await query('delete from feed');
    await expect(feed.start()).rejects.toThrow('The feed has no row');
    await expect.poll(countConnections).toBe(0);
  });

  it('replaces its connection after a failed read, by one only', async () => {
    await feed.start();
    await withoutTable(test.database.pool, 'feed', async () => {
      await feed.catchUp();
      // Attempts to reconnect close their connections too.
      await expect.poll(countConnections).toBe(0);
    });
    await append();
    await expect.poll(() => seqs).toEqual([1]);
    await stop();
  });

  it('replaces its connection by one only if it breaks during a read, after failed attempts too', async () => {
    await feed.start();
    const release = await lockFeed();
    const reading = feed.catchUp();
    const first = await waitForReader();
    await query(`select pg_terminate_backend(${first})`);
    await reading;
    const second = await waitForReader(first);
    await query(`select pg_terminate_backend(${second})`);
    await waitForReader(second);
    await release();
    await append();
    await expect.poll(() => seqs).toEqual([1]);
    // Read by a later poll, without NOTIFY: by then a further attempt would have connected too.
    await query(
      `with head as (update feed set seq = seq + 1 returning *)
      insert into feed_events (epoch, seq, kind, entity_id, audience, payload, ledger_count, ledger_head)
      select epoch, seq, 'chat_messages_changes', 'x', 'everyone', '{}', ledger_count, ledger_head from head`,
    );
    await expect.poll(() => seqs).toEqual([1, 2]);
    await stop();
  });

  it('tells when sessions have ended, or may have while the connection was lost', async () => {
    let told = 0;
    feed.onSessionsEnded(() => told++);
    await feed.start();
    expect(told).toBe(1);
    const person = { role: 'customer', email: 'a@test.example', firstName: 'A', lastName: 'B' } as const;
    const { id } = await addUser(test.database.db, person);
    await new Sessions(test.database.db, systemClock).open(test.database.db, id, {
      address: '',
      userAgent: null,
    });
    // Renewing ends nothing; both were told in this order.
    await query('update sessions set renewed_at = now()');
    await query('update sessions set ended_at = now()');
    await expect.poll(() => told).toBe(2);
    await query(`select pg_terminate_backend(pid) from pg_stat_activity where ${OURS}`);
    await expect.poll(() => told).toBe(3);
    await stop();
    expect(told).toBe(3);
  });
});
