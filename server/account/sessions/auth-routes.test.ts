import { pbkdf2Sync } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  MAX_SESSIONS,
  SESSION_LIFETIME_MS,
  SESSION_MAX_MS,
  SESSION_RENEWAL_MS,
  type User,
} from '../../../contract/account/auth.ts';
import type { Config } from '../../../contract/shared/config.ts';
import { authEvents, sessions, users } from '../../database/schema.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { cheapHasher, PASSWORD } from '../../testing/test-passwords.ts';
import { SIGN_IN_LIMITS } from './sign-in-limits.ts';

let test: TestApp;
let now = Date.parse('2026-03-01T12:00:00.000Z');
const advanceClock = (ms: number) => {
  now += ms;
};

const login = (body: unknown, address = '127.0.0.1') =>
  test.call<{ sessionToken: string; user: User; message: string; code: string }>('POST', '/api/auth/login', {
    body,
    headers: { 'x-forwarded-for': address },
  });
const asCustomer = { email: 'customer@test.example', password: PASSWORD, selectedRole: 'customer' };
const wrong = { ...asCustomer, password: 'wrong' };

const WAITING_FOR_A_ROW =
  "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

const selectEvents = async (kind: (typeof authEvents.$inferSelect)['kind']) =>
  test.database.db.select().from(authEvents).where(eq(authEvents.kind, kind));

beforeAll(async () => {
  // Trusts one proxy, so that tests can use different client addresses.
  test = await startTestApp({ clock: () => new Date(now), settings: { TRUST_PROXY: '1' } });
});
afterAll(() => test.close());

describe('POST /api/auth/login', () => {
  it('returns a token and the user, ignoring the case of the address (§3.5, §3.10, §5.17, §6.1, §7.1)', async () => {
    const answer = await login({ ...asCustomer, email: ' Customer@TEST.example ' });
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({
      role: 'customer',
      firstName: 'Cus',
      email: 'customer@test.example',
    });
    expect(answer.body.sessionToken).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(JSON.stringify(answer.body)).not.toContain('argon2');
  });

  it('stores only a hash of the token', async () => {
    const { body } = await login(asCustomer);
    const rows = await test.database.db.select().from(sessions);
    expect(rows.every((row) => !row.tokenHash.toString('base64url').includes(body.sessionToken))).toBe(true);
    expect(rows.every((row) => row.tokenHash.length === 32)).toBe(true);
  });

  it.each([
    ['a wrong password', wrong],
    ['an unknown address', { ...asCustomer, email: 'nobody@test.example' }],
    ['the wrong role', { ...asCustomer, selectedRole: 'educator' }],
    ['an educator at the customer login', { ...asCustomer, email: 'one@test.example' }],
    ['the hidden educator', { ...asCustomer, email: 'hidden@test.example', selectedRole: 'educator' }],
  ])('returns the same error for %s (§7.1)', async (_case, body) => {
    const answer = await login(body, '10.0.0.1');
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ code: 'BAD_CREDENTIALS', message: 'Invalid email or password' });
  });

  it('requires both fields', async () => {
    const answer = await login({ email: '', password: '', selectedRole: 'customer' });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      message: 'Please fill in all required fields',
      fields: { email: 'Email is required', password: 'Password is required' },
    });
  });

  it('rejects a disabled account', async () => {
    await test.database.db
      .update(users)
      .set({ disabledAt: new Date(now) })
      .where(eq(users.email, 'two@test.example'));
    const answer = await login(
      { email: 'two@test.example', password: PASSWORD, selectedRole: 'educator' },
      '10.0.0.2',
    );
    expect(answer.status).toBe(401);
    await test.database.db.update(users).set({ disabledAt: null }).where(eq(users.email, 'two@test.example'));
  });

  it('opens no session with a password that is being replaced', async () => {
    const { id } = test.people.customer;
    const [kept] = await test.database.db.select().from(users).where(eq(users.id, id));
    const another = await cheapHasher.hash('another password');
    const operator = await test.database.pool.connect();
    try {
      await operator.query('begin');
      await operator.query('update users set password_hash = $1 where id = $2', [another, id]);
      await operator.query('update sessions set ended_at = now() where user_id = $1 and ended_at is null', [
        id,
      ]);
      // For everyone else the old password is still valid.
      const answer = login(asCustomer, '10.0.0.4');
      await expect.poll(async () => (await test.database.pool.query(WAITING_FOR_A_ROW)).rowCount).toBe(1);
      await operator.query('commit');
      expect(await answer).toMatchObject({ status: 401, body: { code: 'BAD_CREDENTIALS' } });
      const open = await operator.query('select from sessions where user_id = $1 and ended_at is null', [id]);
      expect(open.rowCount).toBe(0);
    } finally {
      operator.release();
      await test.database.db
        .update(users)
        .set({ passwordHash: kept?.passwordHash ?? null })
        .where(eq(users.id, id));
    }
  });

  it('writes sign-ins, failures and sign-outs to auth_events (§2.18)', async () => {
    const before = [
      await selectEvents('sign_in'),
      await selectEvents('sign_in_failed'),
      await selectEvents('sign_out'),
    ].map((rows) => rows.length);
    const { body } = await login(asCustomer, '10.0.0.3');
    await login(wrong, '10.0.0.3');
    await test.call('POST', '/api/auth/logout', { token: body.sessionToken });
    const after = [
      await selectEvents('sign_in'),
      await selectEvents('sign_in_failed'),
      await selectEvents('sign_out'),
    ].map((rows) => rows.length);
    expect(after).toEqual(before.map((count) => count + 1));
    expect((await selectEvents('sign_in_failed')).at(-1)).toMatchObject({
      email: 'customer@test.example',
      address: '10.0.0.3',
      selectedRole: 'customer',
    });
  });
});

describe('a session', () => {
  it('returns the user of a session and ends it at logout (§7.2, §7.8)', async () => {
    const { body } = await login(asCustomer, '10.0.1.1');
    const token = body.sessionToken;
    expect((await test.call('GET', '/api/auth/user', { token })).body).toMatchObject({
      email: 'customer@test.example',
    });
    expect((await test.call('POST', '/api/auth/logout', { token })).body).toEqual({ success: true });
    const after = await test.call('GET', '/api/auth/user', { token });
    expect([after.status, after.body]).toMatchObject([401, { code: 'SESSION_ENDED' }]);
  });

  it('ends a session when its browser signs in again, and not by an attempt that fails', async () => {
    const { sessionToken: token } = (await login(asCustomer, '10.0.1.3')).body;
    const others = (await login(asCustomer, '10.0.1.3')).body.sessionToken;
    const fetchStatus = async (of: string) =>
      (await test.call('GET', '/api/auth/user', { token: of })).status;
    const educator = { email: 'one@test.example', password: PASSWORD, selectedRole: 'educator' };
    await login({ ...educator, password: 'wrong', replacedSessionToken: token }, '10.0.1.3');
    expect(await fetchStatus(token)).toBe(200);
    const answer = await login({ ...educator, replacedSessionToken: token }, '10.0.1.3');
    expect([await fetchStatus(token), await fetchStatus(others)]).toEqual([401, 200]);
    expect(await fetchStatus(answer.body.sessionToken)).toBe(200);
  });

  it('never accepts a session token that the server did not make', async () => {
    const token = 'f'.repeat(43);
    const answer = await login({ ...asCustomer, replacedSessionToken: token }, '10.0.1.3');
    expect(answer.body.sessionToken).not.toBe(token);
    expect((await test.call('GET', '/api/auth/user', { token })).status).toBe(401);
  });

  it('keeps a session 30 days from its last use, and renews it at most every 30 minutes (§4.27)', async () => {
    const { body } = await login(asCustomer, '10.0.1.2');
    const token = body.sessionToken;
    const begin = now;
    const expiry = async () => {
      const rows = await test.database.db.select().from(sessions);
      return Math.max(...rows.map((row) => row.expiresAt.getTime())) - begin;
    };
    advanceClock(SESSION_RENEWAL_MS - 1);
    await test.call('GET', '/api/auth/user', { token });
    expect(await expiry()).toBe(SESSION_LIFETIME_MS);
    advanceClock(1);
    await test.call('GET', '/api/auth/user', { token });
    expect(await expiry()).toBe(SESSION_LIFETIME_MS + SESSION_RENEWAL_MS);
    advanceClock(SESSION_LIFETIME_MS);
    expect((await test.call('GET', '/api/auth/user', { token })).status).toBe(401);
  });

  it('ends a session 90 days after its sign-in, however often it is used', async () => {
    const { body } = await login(asCustomer, '10.0.1.9');
    const status = async () =>
      (await test.call('GET', '/api/auth/user', { token: body.sessionToken })).status;
    for (let used = 0; used < SESSION_MAX_MS; used += SESSION_LIFETIME_MS / 2) {
      expect(await status()).toBe(200);
      advanceClock(SESSION_LIFETIME_MS / 2);
    }
    expect(await status()).toBe(401);
  });

  it('ends a session when its account has a twentieth newer one, also of parallel sign-ins', async () => {
    const account = { email: 'two@test.example', password: PASSWORD, selectedRole: 'educator' };
    const tokens = [];
    for (let count = 0; count < 3; count++) {
      tokens.push((await login(account, '10.0.1.8')).body.sessionToken);
      advanceClock(1_000);
    }
    await Promise.all(
      Array.from({ length: MAX_SESSIONS - 1 }, (_, host) => login(account, `10.0.2.${host + 1}`)),
    );
    const statuses = await Promise.all(
      tokens.map(async (token) => (await test.call('GET', '/api/auth/user', { token })).status),
    );
    expect(statuses).toEqual([401, 401, 200]);
    const { rowCount } = await test.database.pool.query(
      `select from sessions join users on users.id = user_id
       where email = 'two@test.example' and ended_at is null and expires_at > $1`,
      [new Date(now)],
    );
    expect(rowCount).toBe(MAX_SESSIONS);
  });

  it('lets no cache store a session, nor what it reads of its account', async () => {
    const signIn = await login(asCustomer, '10.0.1.7');
    const token = signIn.body.sessionToken;
    const answers = [signIn];
    for (const path of ['/api/auth/user', '/api/auth/sessions', `/api/user-profiles/${signIn.body.user.id}`])
      answers.push(await test.call('GET', path, { token }));
    for (const { headers } of answers) expect(headers.get('cache-control')).toBe('no-store');
  });

  it('ends a session when its account is disabled, at the next recheck', async () => {
    const { body } = await login(
      { email: 'two@test.example', password: PASSWORD, selectedRole: 'educator' },
      '10.0.1.3',
    );
    await test.database.db
      .update(users)
      .set({ disabledAt: new Date(now) })
      .where(eq(users.email, 'two@test.example'));
    advanceClock(60_000);
    expect((await test.call('GET', '/api/auth/user', { token: body.sessionToken })).status).toBe(401);
    await test.database.db.update(users).set({ disabledAt: null }).where(eq(users.email, 'two@test.example'));
  });

  it('ends a session here within 5 s after another process ended it', async () => {
    const { body } = await login(asCustomer, '10.0.1.4');
    const token = body.sessionToken;
    expect((await test.call('GET', '/api/auth/user', { token })).status).toBe(200);
    await test.database.db.update(sessions).set({ endedAt: new Date(now) });
    await expect.poll(async () => (await test.call('GET', '/api/auth/user', { token })).status).toBe(401);
  });
});

describe('rate limit of sign-ins (DESIGN §7)', () => {
  it('blocks only this address for ten minutes after ten failures', async () => {
    for (let count = 0; count < SIGN_IN_LIMITS.failures.points; count++)
      expect((await login(wrong, '10.1.0.1')).status).toBe(401);
    const paused = await login(asCustomer, '10.1.0.1');
    expect(paused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
    expect((await login(asCustomer, '10.1.0.2')).status).toBe(200);
    expect((await selectEvents('sign_in_refused')).at(-1)?.address).toBe('10.1.0.1');
    await test.database.pool.query('update sign_in_limits set expire = 0');
    expect((await login(asCustomer, '10.1.0.1')).status).toBe(200);
  });

  it('counts parallel guesses correctly', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => login(wrong, '10.1.0.3')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(SIGN_IN_LIMITS.failures.points);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  it('does not count a success as a failure', async () => {
    for (let count = 0; count < SIGN_IN_LIMITS.failures.points - 1; count++) await login(wrong, '10.1.0.4');
    for (let count = 0; count < 2; count++) expect((await login(asCustomer, '10.1.0.4')).status).toBe(200);
  });

  it('counts an IPv6 /64 network as one address', async () => {
    for (let count = 0; count < SIGN_IN_LIMITS.failures.points; count++)
      await login(wrong, `2001:db8:1:2::${count + 1}`);
    expect((await login(asCustomer, '2001:db8:1:2:ffff::9')).status).toBe(429);
    expect((await login(asCustomer, '2001:db8:1:3::1')).status).toBe(200);
  });

  it('allows an attacked account only from addresses that signed in to it before', async () => {
    const account = { email: 'one@test.example', password: PASSWORD, selectedRole: 'educator' };
    expect((await login(account, '10.2.0.1')).status).toBe(200);
    const addresses = Array.from(
      { length: Math.ceil((SIGN_IN_LIMITS.account.points + 1) / 9) },
      (_, index) => `10.3.0.${index + 1}`,
    );
    for (const address of addresses) {
      for (let count = 0; count < 9; count++) await login({ ...account, password: 'guess' }, address);
    }
    expect((await login(account, '10.4.0.1')).status).toBe(429);
    expect((await login(account, '10.2.0.1')).status).toBe(200);
    await test.database.pool.query('update sign_in_limits set expire = 0');
    expect((await login(account, '10.4.0.1')).status).toBe(200);
  });
});

describe('public data', () => {
  it('contains the allow-list only as slow hashes that match the seven addresses (§3.11, §9.2)', async () => {
    const { body } = await test.call<Config>('GET', '/api/config');
    const { salt, iterations, hashes } = body.allowList;
    const hashOf = (email: string) =>
      pbkdf2Sync(email, Buffer.from(salt, 'base64'), iterations, 32, 'sha256').toString('base64');
    expect(hashes).toContain(hashOf('one@test.example'));
    expect(hashes).not.toContain(hashOf('customer@test.example'));
    expect(hashes).not.toContain(hashOf('hidden@test.example'));
    expect(JSON.stringify(body)).not.toContain('@test.example');
  });

  it("returns educators' addresses to educators only, and never the hidden one (§7.3)", async () => {
    const customer = (await login(asCustomer, '10.5.0.1')).body.sessionToken;
    const educator = (
      await login({ email: 'one@test.example', password: PASSWORD, selectedRole: 'educator' }, '10.2.0.1')
    ).body.sessionToken;
    const seenByCustomer = await test.call<{ id: string; email: string | null }[]>(
      'GET',
      '/api/users/educators',
      { token: customer },
    );
    const seenByEducator = await test.call<{ id: string; email: string | null }[]>(
      'GET',
      '/api/users/educators',
      { token: educator },
    );
    expect(seenByCustomer.body.map(({ id, email }) => [id, email])).toEqual([
      ['1', null],
      ['2', null],
    ]);
    expect(seenByEducator.body.map(({ email }) => email)).toEqual(['one@test.example', 'two@test.example']);
  });
});
