import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OwnSession } from '../../../contract/account/account.ts';
import { authEvents, sessions } from '../../database/schema.ts';
import { countWaiting } from '../../testing/count-waiting.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { PASSWORD } from '../../testing/test-passwords.ts';
import { SIGN_IN_LIMITS } from './sign-in-limits.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp({ settings: { TRUST_PROXY: '1' } });
});
afterAll(() => test.close());

const signIn = (email = 'customer@test.example') => test.signIn(email);
const listSessions = async (token: string) =>
  (await test.call<OwnSession[]>('GET', '/api/auth/sessions', { token })).body;
const isSignedIn = async (token: string) =>
  (await test.call('GET', '/api/auth/user', { token })).status === 200;
const change = (token: string, currentPassword: string, newPassword: string, address = '10.9.0.1') =>
  test.call<{ fields?: Record<string, string> }>('PUT', '/api/auth/password', {
    token,
    body: { currentPassword, newPassword },
    headers: { 'x-forwarded-for': address },
  });
const events = (kind: (typeof authEvents.$inferSelect)['kind']) =>
  test.database.db.select().from(authEvents).where(eq(authEvents.kind, kind));

describe('own sessions', () => {
  it('lists own sessions with the current one marked and without other accounts', async () => {
    const [phone, laptop] = [await signIn(), await signIn()];
    await signIn('one@test.example');
    const list = await listSessions(laptop);
    expect(list.length).toBeGreaterThanOrEqual(2);
    expect(list.filter(({ current }) => current)).toHaveLength(1);
    const mine = (await listSessions(phone)).find(({ current }) => current);
    expect(list.find(({ id }) => id === mine?.id)?.current).toBe(false);
    expect(JSON.stringify(list)).not.toContain('tokenHash');
  });

  it('ends own sessions one by one', async () => {
    const [phone, laptop] = [await signIn(), await signIn()];
    const lost = (await listSessions(phone)).find(({ current }) => current);
    const answer = await test.call('DELETE', `/api/auth/sessions/${lost?.id}`, { token: laptop });
    expect(answer.body).toEqual({ success: true });
    expect([await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([false, true]);
    expect((await test.call('DELETE', `/api/auth/sessions/${lost?.id}`, { token: laptop })).status).toBe(404);
    expect((await events('sessions_ended')).at(-1)).toMatchObject({ email: 'customer@test.example' });
  });

  it('answers 404 for sessions of other accounts', async () => {
    const [mine, theirs] = [await signIn(), await signIn('one@test.example')];
    const other = (await listSessions(theirs)).find(({ current }) => current);
    expect((await test.call('DELETE', `/api/auth/sessions/${other?.id}`, { token: mine })).status).toBe(404);
    expect(await isSignedIn(theirs)).toBe(true);
  });

  it('ends sessions for one request at a time, so that two requests do not lock each other out', async () => {
    const token = await signIn();
    const other = await test.database.pool.connect();
    await other.query('begin');
    const { rows } = await other.query<{ id: string }>(
      `select id from users where email = 'customer@test.example' for no key update`,
    );
    const ending = test.call('DELETE', '/api/auth/sessions', { token });
    try {
      await expect.poll(() => countWaiting(other)).toBe(1);
      // Not locked yet by the request that waits.
      await other.query('select from sessions where user_id = $1 for update nowait', [rows[0]?.id]);
    } finally {
      await other.query('rollback');
      other.release();
    }
    expect((await ending).status).toBe(200);
  });

  it("ends all own sessions at once, including the current one, but no other account's", async () => {
    const tokens = [await signIn(), await signIn(), await signIn('one@test.example')] as const;
    await test.call('DELETE', '/api/auth/sessions', { token: tokens[0] });
    expect(await Promise.all(tokens.map(isSignedIn))).toEqual([false, false, true]);
  });
});

describe('a session whose password was given more than ten minutes ago', () => {
  const address = '10.9.0.3';
  const signInAndAge = async (email: string) => {
    const token = await signIn(email);
    const id = (await listSessions(token)).find(({ current }) => current)?.id ?? '';
    const authenticatedAt = new Date(Date.now() - 11 * 60_000);
    await test.database.db.update(sessions).set({ authenticatedAt }).where(eq(sessions.id, id));
    return { token, id };
  };
  const end = (token: string, id?: string) =>
    test.call<{ code?: string }>('DELETE', id ? `/api/auth/sessions/${id}` : '/api/auth/sessions', { token });
  const confirm = (token: string, password: string, from = address) =>
    test.call<{ fields?: Record<string, string> }>('POST', '/api/auth/confirm', {
      token,
      body: { password },
      headers: { 'x-forwarded-for': from },
    });

  it.each(['customer@test.example', 'one@test.example'])(
    'does not end other sessions of %s before the password is given again (§4.29)',
    async (email) => {
      const [here, there] = [await signInAndAge(email), await signInAndAge(email)];
      for (const answer of [await end(here.token, there.id), await end(here.token)])
        expect([answer.status, answer.body.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
      expect((await confirm(here.token, 'a guess')).body.fields).toEqual({ password: 'Incorrect password' });
      expect((await end(here.token, there.id)).status).toBe(403);
      expect((await confirm(here.token, PASSWORD)).body).toEqual({ success: true });
      expect((await end(here.token, there.id)).status).toBe(200);
      expect((await end(here.token)).status).toBe(200);
    },
  );

  it('ends the current session without the password', async () => {
    const [first, second] = [await signInAndAge('one@test.example'), await signInAndAge('one@test.example')];
    expect((await end(first.token, first.id)).status).toBe(200);
    expect((await test.call('POST', '/api/auth/logout', { token: second.token })).status).toBe(200);
  });

  it('counts a session as confirmed once the password is changed', async () => {
    const { token } = await signInAndAge('customer@test.example');
    const other = await signIn();
    expect((await change(token, PASSWORD, 'an entirely new one', address)).status).toBe(200);
    expect(await isSignedIn(other)).toBe(false);
    expect((await change(token, 'an entirely new one', PASSWORD, address)).status).toBe(200);
    expect((await end(token)).status).toBe(200);
  });

  it('does not confirm a session by the password given in another session of the account', async () => {
    const [here, there] = [await signInAndAge('one@test.example'), await signInAndAge('one@test.example')];
    await confirm(there.token, PASSWORD);
    expect((await end(here.token)).status).toBe(403);
  });

  it('confirms a session from a network new to the account while many others guess its password', async () => {
    const { token } = await signInAndAge('two@test.example');
    const guess = (from: string) =>
      test.call('POST', '/api/auth/login', {
        body: { email: 'two@test.example', password: 'a guess', selectedRole: 'educator' },
        headers: { 'x-forwarded-for': from },
      });
    await guess('10.9.1.1');
    await test.database.pool.query("update sign_in_limits set points = 100 where key like 'account:%'");
    expect((await guess('10.9.1.2')).status).toBe(429);
    expect((await confirm(token, PASSWORD, '10.9.1.3')).status).toBe(200);
    await test.database.pool.query('delete from sign_in_limits');
  });

  it('limits guesses of the password like sign-ins, from any network', async () => {
    const { token } = await signInAndAge('one@test.example');
    const from = '10.9.0.4';
    for (let count = 0; count < SIGN_IN_LIMITS.failures.points; count++)
      expect((await confirm(token, 'a guess', `10.9.2.${count}`)).status).toBe(400);
    expect((await confirm(token, PASSWORD, from)).status).toBe(429);
    expect((await end(token)).status).toBe(403);
    expect((await events('password_refused')).at(-1)).toMatchObject({
      email: 'one@test.example',
      address: from,
    });
  });
});

describe('PUT /api/auth/password', () => {
  const two = 'two@test.example';

  it('changes the password and ends the other sessions', async () => {
    const [here, there] = [await signIn(two), await signIn(two)];
    expect((await change(here, PASSWORD, 'an entirely new one')).body).toEqual({ success: true });
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false]);
    await expect(signIn(two)).rejects.toThrow('401');
    expect((await change(here, 'an entirely new one', PASSWORD)).status).toBe(200);
    await signIn(two);
    expect((await events('password_changed')).filter(({ email }) => email === two)).toHaveLength(2);
  });

  it('accepts a change that is repeated because its answer was lost', async () => {
    const here = await signIn(two);
    const repeat = () => change(here, PASSWORD, 'an entirely new one');
    expect([(await repeat()).status, (await repeat()).status]).toEqual([200, 200]);
    expect((await change(here, 'an entirely new one', PASSWORD)).status).toBe(200);
  });

  it('rejects a wrong current password, and a new one that is short or easy to guess', async () => {
    const here = await signIn(two);
    const wrong = await change(here, 'a guess', 'an entirely new one');
    expect([wrong.status, wrong.body.fields]).toEqual([400, { currentPassword: 'Incorrect password' }]);
    const short = await change(here, PASSWORD, 'short');
    expect(short.body.fields).toEqual({ newPassword: 'Use at least 12 characters' });
    for (const guessable of ['password1234', two, 'Chartlark 2026'])
      expect((await change(here, PASSWORD, guessable)).body.fields?.newPassword, guessable).toContain(
        'easy to guess',
      );
    await signIn(two);
    expect((await events('password_refused')).at(-1)).toMatchObject({ email: two, address: '10.9.0.1' });
  });

  it('applies the sign-in rate limit to guesses with a stolen session', async () => {
    const here = await signIn(two);
    const address = '10.9.0.2';
    for (let count = 0; count < SIGN_IN_LIMITS.failures.points; count++)
      expect((await change(here, 'a guess', 'an entirely new one', address)).status).toBe(400);
    expect((await change(here, PASSWORD, 'an entirely new one', address)).status).toBe(429);
  });
});
