import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { SESSION_LIFETIME_MS, SESSION_MAX_MS, SESSION_RENEWAL_MS } from '../../../contract/account/auth.ts';
import { createDatabase } from '../../database/database.ts';
import { startRelay } from '../../testing/relay.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { withoutTable } from '../../testing/without-table.ts';
import { addUser } from '../users/users-service.ts';
import { Sessions } from './sessions-service.ts';

const MANY = 200;

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

it('loads many uncached sessions with one query', async () => {
  const { db } = test.database;
  // Separate connections: the app itself runs queries too.
  const other = createDatabase(test.database.connectionString);
  const clock = () => new Date();
  const before = new Sessions(db, clock);
  const tokens = await Promise.all(
    Array.from({ length: MANY }, async (_, count) => {
      const person = {
        role: 'customer',
        email: `c${count}@test.example`,
        firstName: 'C',
        lastName: 'D',
      } as const;
      const { id } = await addUser(db, person);
      return before.open(db, id, { address: '127.0.0.1', userAgent: null });
    }),
  );
  const forged = randomBytes(32).toString('base64url');

  let queries = 0;
  const count = () => queries++;
  other.pool.on('acquire', count);
  const justStarted = new Sessions(other.db, clock);
  const found = await Promise.allSettled([...tokens, forged].map(async (token) => justStarted.find(token)));
  await other.close();

  expect(found.slice(0, MANY).map(({ status }) => status)).toEqual(Array(MANY).fill('fulfilled'));
  const ids = found.flatMap((one) => (one.status === 'fulfilled' ? [one.value.sessionId] : []));
  expect(new Set(ids).size).toBe(MANY);
  expect(found.at(-1)).toMatchObject({ status: 'rejected', reason: { code: 'SESSION_ENDED' } });
  expect(queries).toBe(1);

  // Now cached and returned synchronously.
  expect(justStarted.find(tokens[0]!)).toMatchObject({ sessionId: ids[0] });
});

describe('a session', () => {
  const MINUTE_MS = 60_000;
  let now = Date.parse('2026-03-01T12:00:00.000Z');
  const clock = () => new Date(now);

  /** Sessions of a new process, with a connection of their own, and one that is cached. */
  const openSession = async (
    { id: userId } = test.people.customer,
    secondFactor: 'optional' | 'required' = 'optional',
  ) => {
    const database = createDatabase(test.database.connectionString);
    const sessions = new Sessions(database.db, clock, secondFactor);
    const ended: string[] = [];
    sessions.onEnded((ids) => ended.push(...ids));
    const token = await sessions.open(database.db, userId, {
      address: '127.0.0.1',
      userAgent: null,
      isStrong: true,
    });
    const find = async () => sessions.find(token);
    const { sessionId } = await find();
    return { database, sessions, sessionId, token, find, ended };
  };
  const query = (statement: string) => test.database.pool.query(statement);

  it('refuses a text that is no token at once', () => {
    const sessions = new Sessions(test.database.db, clock);
    expect(() => sessions.find('A'.repeat(42))).toThrow('Your session has ended');
    expect(() => sessions.find('A'.repeat(44))).toThrow('Your session has ended');
  });

  it('ends and announces a session when its row is gone at the next recheck', async () => {
    const { database, sessionId, find, ended } = await openSession();
    await query(`delete from sessions where id = '${sessionId}'`);
    now += MINUTE_MS - 1;
    expect(await find()).toMatchObject({ sessionId });
    now += 1;
    await expect(find()).rejects.toMatchObject({ code: 'SESSION_ENDED' });
    expect(ended).toEqual([sessionId]);
    await database.close();
  });

  it('ends and announces a session when its row is gone and somebody asks', async () => {
    const { database, sessions, sessionId, find, ended } = await openSession();
    await sessions.recheck([sessionId]);
    expect(ended).toEqual([]);
    await query(`delete from sessions where id = '${sessionId}'`);
    await sessions.recheck([sessionId]);
    expect(ended).toEqual([sessionId]);
    await expect(find()).rejects.toMatchObject({ code: 'SESSION_ENDED' });
    await database.close();
  });

  it('looks its row up again after a restore, which leaves none of those opened since the backup', async () => {
    const { database, sessions, sessionId, find } = await openSession();
    let reset: () => void = () => undefined;
    sessions.followEnded({
      onSessionsEnded: () => undefined,
      subscribe: (listener) => {
        reset = listener.reset;
      },
    });
    await query(`delete from sessions where id = '${sessionId}'`);
    expect(await find()).toMatchObject({ sessionId });
    reset();
    await expect(find()).rejects.toMatchObject({ code: 'SESSION_ENDED' });
    await database.close();
  });

  it('keeps a session working while the database is unavailable, also when it is due for renewal', async () => {
    const { database, sessionId, find } = await openSession();
    await database.close();
    now += MINUTE_MS;
    expect(await find()).toMatchObject({ sessionId });
    now += SESSION_RENEWAL_MS;
    expect(await find()).toMatchObject({ sessionId, renewedAt: now, expiresAt: now + SESSION_LIFETIME_MS });
  });

  it('looks a session up again 5 s after a look-up that failed', async () => {
    const { database, sessions, token, find } = await openSession();
    const isLookedUp = () => sessions.find(token) instanceof Promise;
    expect(isLookedUp()).toBe(false);
    await database.close();
    now += MINUTE_MS;
    await find();
    now += 4_999;
    expect(isLookedUp()).toBe(false);
    now += 1;
    expect(isLookedUp()).toBe(true);
  });

  it('answers from memory when the look-up gets no response', async () => {
    const { database, sessionId, find } = await openSession();
    const blocking = await test.database.pool.connect();
    await blocking.query('begin; lock table sessions');
    now += MINUTE_MS;
    expect(await find()).toMatchObject({ sessionId });
    await blocking.query('rollback');
    blocking.release();
    await database.close();
  });

  it('answers no request from memory after the user has changed', async () => {
    const { database, sessions, find } = await openSession();
    const { id: userId, fullName } = test.people.customer;
    const findName = async () => (await find()).user.fullName;
    const rename = (name: string) => query(`update users set full_name = '${name}' where id = '${userId}'`);
    await rename('New Name');
    onTestFinished(async () => {
      await rename(fullName);
      await database.close();
    });
    expect(await findName()).toBe(fullName);
    sessions.recheckUser(userId);
    // The second one must not use what the first is about to replace.
    expect(await Promise.all([findName(), findName()])).toEqual(['New Name', 'New Name']);
  });

  it('reads the user again when it has changed while it was read', async () => {
    const { database, sessions, token, find } = await openSession();
    onTestFinished(() => database.close());
    now += MINUTE_MS;
    const reading = find();
    sessions.recheckUser(test.people.customer.id);
    await reading;
    expect(sessions.findCached(token)).toBeUndefined();
    await find();
    expect(sessions.findCached(token)).toBeDefined();
  });

  it('waits for the database while the user must finish the account', async () => {
    const { database, find } = await openSession(test.people.educator1, 'required');
    expect((await find()).user.mustAddSecondFactor).toBe(true);
    await database.close();
    await expect(find()).rejects.toThrow('Failed query');
  });

  it('reads ended sessions when told, once a second at most, and again after a read that failed', async () => {
    const { sessions, sessionId, ended, database } = await openSession();
    // Time passes by `advanceTimersByTime` only.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    let tell: () => void = () => undefined;
    let reads = 0;
    database.pool.on('acquire', () => reads++);
    sessions.followEnded({ onSessionsEnded: (listener) => (tell = listener), subscribe: () => undefined });
    onTestFinished(async () => {
      sessions.stop();
      vi.useRealTimers();
      await database.close();
    });
    const readOnce = async () => {
      const isRead = once(database.pool, 'release');
      vi.advanceTimersByTime(1_000);
      await isRead;
    };
    tell();
    await readOnce();
    expect(reads).toBe(1);
    await withoutTable(test.database.pool, 'sessions', async () => {
      for (let count = 0; count < 5; count++) tell();
      await readOnce();
    });
    expect(reads).toBe(2);
    await new Sessions(test.database.db, clock).end(test.database.db, sessionId);
    vi.advanceTimersByTime(999);
    expect(reads).toBe(2);
    vi.advanceTimersByTime(1);
    await vi.waitUntil(() => ended.includes(sessionId));
  });

  it('does not use a session that ends while it is looked up', async () => {
    const { sessionId, token, database } = await openSession();
    const relay = await startRelay(test.database.connectionString);
    const other = createDatabase(relay.url, { connections: 1 });
    const sessions = new Sessions(other.db, clock);
    const { rows } = await other.pool.query('select pg_backend_pid() as pid');
    relay.freeze('responses');
    const found = sessions.find(token) as Promise<unknown>;
    const refused = expect(found).rejects.toMatchObject({ code: 'SESSION_ENDED' });
    // Answered; the response is on its way.
    await expect
      .poll(async () => {
        const { rows: activity } = await test.database.pool.query(
          "select 1 from pg_stat_activity where pid = $1 and state = 'idle' and query like '%token_hash%'",
          [rows[0].pid],
        );
        return activity.length;
      })
      .toBe(1);
    await sessions.end(test.database.db, sessionId);
    relay.thaw();
    await refused;
    expect(sessions.hasEnded(sessionId)).toBe(true);
    await other.close();
    await relay.close();
    await database.close();
  });

  it('does not use a session after an error that is a defect', async () => {
    const { database, find } = await openSession();
    now += SESSION_RENEWAL_MS;
    await query(`create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create trigger refuse before update on sessions execute function refuse()`);
    await expect(find()).rejects.toThrow();
    await query('drop function refuse cascade');
    now += MINUTE_MS;
    await withoutTable(test.database.pool, 'sessions', () => expect(find()).rejects.toThrow());
    await database.close();
  });

  it('returns the same object after a reload, because open streams hold it', async () => {
    const { database, find } = await openSession();
    const viewer = await find();
    now += MINUTE_MS;
    expect(await find()).toBe(viewer);
    await database.close();
  });

  it('looks a session up for each request while a second factor is missing', async () => {
    const { educator1 } = test.people;
    const { database, sessions, token, find } = await openSession(educator1, 'required');
    expect(sessions.find(token)).toBeInstanceOf(Promise);
    await query(
      `insert into time_codes (user_id, secret, confirmed_at) values ('${educator1.id}', '\\x00', now())`,
    );
    await find();
    expect(sessions.find(token)).not.toBeInstanceOf(Promise);
    await database.close();
  });

  it('ends a session for good at its greatest age, even if it was just used', async () => {
    const { database, find } = await openSession();
    const end = now + SESSION_MAX_MS;
    // Used often enough to be renewed until then.
    const uses = [2 * SESSION_LIFETIME_MS + 1, SESSION_LIFETIME_MS + 2, MINUTE_MS - 1, 1];
    for (const remaining of uses) {
      now = end - remaining;
      await find();
    }
    now = end;
    await expect(find()).rejects.toMatchObject({ code: 'SESSION_ENDED' });
    await database.close();
  });

  it('accepts a session as proof of the password for ten minutes', async () => {
    const { database, sessions, sessionId } = await openSession();
    now += 10 * MINUTE_MS;
    await sessions.assertRecentlyAuthenticated(sessionId);
    now += 1;
    await expect(sessions.assertRecentlyAuthenticated(sessionId)).rejects.toMatchObject({
      code: 'REAUTHENTICATION_REQUIRED',
    });
    await sessions.confirmAuthentication(database.db, sessionId);
    await sessions.assertRecentlyAuthenticated(sessionId);
    await database.close();
  });

  it('accepts no session that does not exist as proof of the password', async () => {
    const sessions = new Sessions(test.database.db, clock);
    const ended = { code: 'SESSION_ENDED' };
    await expect(sessions.assertRecentlyAuthenticated(randomUUID())).rejects.toMatchObject(ended);
    await expect(sessions.confirmAuthentication(test.database.db, randomUUID())).rejects.toMatchObject(ended);
  });
});
