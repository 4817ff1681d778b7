import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { acceptInvitation } from '../../contract/account/account-links.ts';
import type { User } from '../../contract/account/auth.ts';
import { type AccountActivity, listActivity } from '../../contract/account/own-data.ts';
import { removePasskey } from '../../contract/account/passkeys.ts';
import {
  confirmTimeCode,
  getSecondFactor,
  RECOVERY_CODE_COUNT,
  removeTimeCode,
  renewRecoveryCodes,
  startTimeCode,
} from '../../contract/account/second-factor.ts';
import { sessions } from '../database/schema.ts';
import { admin } from '../testing/admin.ts';
import { countWaiting } from '../testing/count-waiting.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { PASSWORD } from '../testing/test-passwords.ts';
import { readTimeCode } from '../testing/time-code.ts';
import { createLink } from './links/account-links.ts';

const EMAIL = 'one@test.example';
const STEP_MS = 30_000;

let test: TestApp;
/** Each test begins in another time step, because a code works once. */
let now = Date.parse('2026-11-23T10:00:00Z');
let token: string;

beforeAll(async () => {
  test = await startTestApp({ clock: () => new Date(now), settings: { TRUST_PROXY: '1' } });
});
afterAll(() => test.close());
beforeEach(async () => {
  now += 60 * 60_000;
  await test.database.pool.query(
    'delete from time_codes; delete from recovery_codes; delete from sign_in_limits; delete from auth_events',
  );
  token = await test.signIn(EMAIL);
});

type Answer = { code?: string; sessionToken?: string; fields?: Record<string, string> };
const give = <T>(route: { method: string; path: string }, body?: object) =>
  test.call<T>(route.method, route.path, { token, ...(body && { body }) });
const signIn = (code?: string, password = PASSWORD) =>
  test.call<Answer>('POST', '/api/auth/login', {
    body: { email: EMAIL, password, selectedRole: 'educator', ...(code !== undefined && { code }) },
  });
/** Switches the code on; returns the secret and the recovery codes. */
const switchOn = async () => {
  const { secret } = (await give<{ secret: string }>(startTimeCode)).body;
  const { body } = await give<{ recoveryCodes: string[] }>(confirmTimeCode, {
    code: readTimeCode(secret, now),
  });
  now += STEP_MS;
  return { secret, recoveryCodes: body.recoveryCodes };
};

describe('switching it on', () => {
  it('makes a secret for an app, and requires codes only once a first code was given', async () => {
    const { body } = await give<{ secret: string; uri: string }>(startTimeCode);
    const uri = new URL(body.uri);
    expect([uri.protocol, uri.searchParams.get('secret'), uri.searchParams.get('issuer')]).toEqual([
      'otpauth:',
      body.secret,
      'Chartlark',
    ]);
    expect(Secret.fromBase32(body.secret).bytes).toHaveLength(20);
    expect((await signIn()).status).toBe(200);
    expect((await give(getSecondFactor)).body).toEqual({ timeCode: false, recoveryCodesLeft: 0 });

    expect((await give<Answer>(confirmTimeCode, { code: '000000' })).body.fields?.code).toContain(
      "isn't right",
    );
    const confirmed = await give<{ recoveryCodes: string[] }>(confirmTimeCode, {
      code: readTimeCode(body.secret, now),
    });
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(RECOVERY_CODE_COUNT);
    expect((await give(getSecondFactor)).body).toEqual({
      timeCode: true,
      recoveryCodesLeft: RECOVERY_CODE_COUNT,
    });
    expect((await signIn()).body.code).toBe('SECOND_FACTOR_REQUIRED');
  });

  it('refuses to switch the second factor on while it is on, and keeps the secret', async () => {
    const { secret } = await switchOn();
    expect(await give(startTimeCode)).toMatchObject({ status: 409, body: { code: 'SECOND_FACTOR_EXISTS' } });
    expect(await give(confirmTimeCode, { code: readTimeCode(secret, now) })).toMatchObject({ status: 409 });
    expect((await signIn(readTimeCode(secret, now))).status).toBe(200);
  });

  it('keeps a secret that is confirmed while another one is being made', async () => {
    const client = await test.database.pool.connect();
    await client.query('begin');
    await client.query(
      "insert into time_codes (user_id, secret, confirmed_at) select id, '\\x00', now() from users where email = $1",
      [EMAIL],
    );
    const started = give(startTimeCode);
    await expect.poll(() => countWaiting(client)).toBe(1);
    await client.query('commit');
    client.release();
    expect(await started).toMatchObject({ status: 409, body: { code: 'SECOND_FACTOR_EXISTS' } });
    expect((await signIn()).body.code).toBe('SECOND_FACTOR_REQUIRED');
  });

  it('needs a recent password for every change of the second factor', async () => {
    await switchOn();
    await test.database.db.update(sessions).set({ authenticatedAt: new Date(now - 11 * 60_000) });
    for (const [route, body] of [
      [startTimeCode],
      [confirmTimeCode, { code: '000000' }],
      [removeTimeCode],
      [renewRecoveryCodes],
    ] as const)
      expect((await give<Answer>(route, body)).body.code, route.path).toBe('REAUTHENTICATION_REQUIRED');
  });
});

describe('a sign-in with it', () => {
  it('takes the code of now, of the step before and of the one after, with spaces and what is invisible, and no other', async () => {
    const { secret } = await switchOn();
    for (const [offset, status] of [
      [-2, 401],
      [-1, 200],
      [0, 200],
      [1, 200],
      [2, 401],
    ] as const) {
      now += 10 * STEP_MS;
      const code = readTimeCode(secret, now + offset * STEP_MS);
      expect((await signIn(`\u202a${code.slice(0, 3)} ${code.slice(3)}\u202c`)).status, String(offset)).toBe(
        status,
      );
    }
  });

  it('takes each code once, also from two browsers at the same moment', async () => {
    const { secret } = await switchOn();
    const code = readTimeCode(secret, now);
    const answers = await Promise.all([signIn(code), signIn(code), signIn(code)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    // Nor an older one afterwards.
    expect((await signIn(readTimeCode(secret, now - STEP_MS))).body.code).toBe('BAD_SECOND_FACTOR');
  });

  it('takes each recovery code once, as people type it', async () => {
    const { recoveryCodes } = await switchOn();
    const [first = '', second = ''] = recoveryCodes;
    expect((await signIn(` ${first.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200);
    expect((await signIn(first)).body.code).toBe('BAD_SECOND_FACTOR');
    expect((await signIn(second)).status).toBe(200);
    expect((await give<{ recoveryCodesLeft: number }>(getSecondFactor)).body.recoveryCodesLeft).toBe(
      RECOVERY_CODE_COUNT - 2,
    );
  });

  it("reveals nothing without the password, and accepts nobody else's codes", async () => {
    const { secret, recoveryCodes } = await switchOn();
    for (const code of [undefined, readTimeCode(secret, now), recoveryCodes[0]])
      expect((await signIn(code, 'a guess')).body.code).toBe('BAD_CREDENTIALS');
    expect((await signIn(recoveryCodes[0])).status).toBe(200);
    const other = new TOTP({ secret: new Secret({ size: 20 }) }).generate({ timestamp: now });
    expect((await signIn(other)).body.code).toBe('BAD_SECOND_FACTOR');
  });

  it('counts wrong codes like wrong passwords, and says so in the activity', async () => {
    const { secret } = await switchOn();
    for (let guess = 0; guess < 10; guess++)
      expect((await signIn(`12345${guess}`)).body.code).toBe('BAD_SECOND_FACTOR');
    expect(await signIn(readTimeCode(secret, now))).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_ATTEMPTS' },
    });
    const activity = (await give<AccountActivity[]>(listActivity)).body;
    expect(activity.map(({ kind }) => kind)).toContain('second_factor_refused');
  });

  it('does not count a sign-in as failed while the code is still missing', async () => {
    const { secret } = await switchOn();
    for (let times = 0; times < 12; times++)
      expect((await signIn()).body.code).toBe('SECOND_FACTOR_REQUIRED');
    expect((await signIn(readTimeCode(secret, now))).status).toBe(200);
  });

  it('asks for the code also after a forgotten password', async () => {
    const { secret } = await switchOn();
    const user = await test.database.pool.query('select id from users where email = $1', [EMAIL]);
    const link = await createLink(test.database.db, user.rows[0].id, 'password_reset', new Date(now));
    const reset = (linkToken: string, newPassword: string) =>
      test.call('PUT', '/api/auth/password-reset', { body: { token: linkToken, newPassword } });
    expect((await reset(link, 'an entirely new one')).status).toBe(200);
    expect((await signIn(undefined, 'an entirely new one')).body.code).toBe('SECOND_FACTOR_REQUIRED');
    expect((await signIn(readTimeCode(secret, now), 'an entirely new one')).status).toBe(200);
    const back = await createLink(test.database.db, user.rows[0].id, 'password_reset', new Date(now));
    expect((await reset(back, PASSWORD)).status).toBe(200);
  });

  it('allows ten guesses of a code from one /64 network, in parallel and with own sign-ins in between', async () => {
    const { secret } = await switchOn();
    const from = (host: number, code?: string, email = EMAIL) =>
      test.call<Answer>('POST', '/api/auth/login', {
        body: { email, password: PASSWORD, selectedRole: 'educator', ...(code !== undefined && { code }) },
        headers: { 'x-forwarded-for': `2001:db8:7::${host.toString(16)}` },
      });
    const guess = (host: number) => from(host, String(100_000 + host));
    const answers = await Promise.all(Array.from({ length: 9 }, (_, host) => guess(host)));
    // Another account of the attacker's takes nothing back.
    expect((await from(1000, undefined, 'two@test.example')).status).toBe(200);
    answers.push(...(await Promise.all(Array.from({ length: 9 }, (_, host) => guess(100 + host)))));
    expect(answers.filter(({ body }) => body.code === 'BAD_SECOND_FACTOR')).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(8);
    // The owner, from elsewhere.
    expect((await signIn(readTimeCode(secret, now))).status).toBe(200);
  });

  it('tells the owner that somebody knows the password, in one entry, but not of a code given a little later', async () => {
    const readMissing = async () =>
      (await give<AccountActivity[]>(listActivity)).body.filter(
        ({ kind }) => kind === 'second_factor_missing',
      );
    const { secret } = await switchOn();
    await signIn();
    await signIn();
    expect(await readMissing()).toMatchObject([{ attempts: 2 }]);
    await signIn(readTimeCode(secret, now));
    expect(await readMissing()).toEqual([]);
    await signIn();
    now += 11 * 60_000;
    await signIn(readTimeCode(secret, now));
    expect(await readMissing()).toMatchObject([{ attempts: 1 }]);
  });
});

describe('new recovery codes, and switching it off', () => {
  it('replaces the former recovery codes by new ones', async () => {
    const { recoveryCodes } = await switchOn();
    const renewed = (await give<{ recoveryCodes: string[] }>(renewRecoveryCodes)).body.recoveryCodes;
    expect((await signIn(recoveryCodes[0])).status).toBe(401);
    expect((await signIn(renewed[0])).status).toBe(200);
  });

  it('asks only for the password after the second factor is switched off', async () => {
    await switchOn();
    expect((await give(removeTimeCode)).body).toEqual({ success: true });
    expect((await signIn()).status).toBe(200);
    for (const route of [removeTimeCode, renewRecoveryCodes]) expect((await give(route)).status).toBe(404);
    expect((await give(getSecondFactor)).body).toEqual({ timeCode: false, recoveryCodesLeft: 0 });
  });

  it('stores no code and no token that could be read', async () => {
    const { recoveryCodes } = await switchOn();
    const { rows } = await test.database.pool.query(
      'select encode(code_hash, $1) as hash from recovery_codes',
      ['escape'],
    );
    for (const { hash } of rows) for (const code of recoveryCodes) expect(hash).not.toContain(code);
  });
});

describe('where the operator requires it', () => {
  let strict: TestApp;
  beforeAll(async () => {
    strict = await startTestApp({ settings: { EDUCATOR_SECOND_FACTOR: 'required' } });
  });
  afterAll(() => strict.close());

  const signInStrictly = () => {
    const body = { email: EMAIL, password: PASSWORD, selectedRole: 'educator' };
    return strict.call<Answer>('POST', '/api/auth/login', { body });
  };
  /** Accepts the link that the operator prints, with a password alone. */
  const enrol = async () => {
    const printed = await admin(['educators', 'enrol', '1'], {
      DATABASE_URL: strict.testDatabase.connectionString,
    });
    const link = /#(\S+)/.exec(printed.out)?.[1];
    const names = { firstName: 'Educator', lastName: 'One', acceptTerms: true };
    const body = { token: link, password: PASSWORD, ...names };
    return (await strict.call<{ sessionToken: string; user: User }>('POST', acceptInvitation.path, { body }))
      .body;
  };
  const callStrict = (own: string, { method, path }: { method: string; path: string }, body?: object) =>
    strict.call<{ code?: string; secret: string }>(method, path, { token: own, ...(body && { body }) });

  it('adds the first second factor after a link of the operator only, never after a password alone', async () => {
    expect(await signInStrictly()).toMatchObject({ status: 401, body: { code: 'ENROLMENT_REQUIRED' } });
    // Opened by a password alone, before the operator required more.
    const before = await strict.openSession(EMAIL);
    await strict.database.pool.query('update sessions set is_strong = false');
    expect((await callStrict(before, startTimeCode)).status).toBe(401);
    const { sessionToken, user } = await enrol();
    expect(user.mustAddSecondFactor).toBe(true);
    expect((await signInStrictly()).body.code).toBe('ENROLMENT_REQUIRED');
    for (const path of ['/api/trade-ideas', '/api/live', '/api/auth/sessions'])
      expect(await callStrict(sessionToken, { method: 'GET', path })).toMatchObject({
        status: 403,
        body: { code: 'SECOND_FACTOR_SETUP_REQUIRED' },
      });
    const elsewhere = await strict.openSession(EMAIL);
    const { secret } = (await callStrict(sessionToken, startTimeCode)).body;
    await callStrict(sessionToken, confirmTimeCode, { code: readTimeCode(secret, Date.now()) });
    const others = await callStrict(elsewhere, { method: 'GET', path: '/api/auth/user' });
    expect(others.status).toBe(401);
    const own = await strict.call<User>('GET', '/api/auth/user', { token: sessionToken });
    expect(own.body.mustAddSecondFactor).toBeUndefined();
    expect((await callStrict(sessionToken, { method: 'GET', path: '/api/trade-ideas' })).status).toBe(200);
  });

  it.each(['an app', 'a passkey'])(
    'allows nothing else at once when %s, the only one, is removed',
    async (kind) => {
      const { rows } = await strict.database.pool.query('select id from users where email = $1', [EMAIL]);
      await strict.database.pool.query('delete from time_codes');
      const { sessionToken } = await enrol();
      await strict.database.pool.query(
        kind === 'an app'
          ? `insert into time_codes (user_id, secret, created_at, confirmed_at) values ($1, 'secret', now(), now())`
          : `insert into passkeys (id, user_id, public_key, counter, transports, backed_up, name)
           values ('b', $1, '', 0, '{}', false, 'Phone')`,
        [rows[0].id],
      );
      const ideas = { method: 'GET', path: '/api/trade-ideas' };
      expect((await callStrict(sessionToken, ideas)).status).toBe(200);
      const removed =
        kind === 'an app'
          ? removeTimeCode
          : { ...removePasskey, path: removePasskey.path.replace(':id', 'b') };
      expect((await callStrict(sessionToken, removed)).status).toBe(200);
      expect(await callStrict(sessionToken, ideas)).toMatchObject({
        status: 403,
        body: { code: 'SECOND_FACTOR_SETUP_REQUIRED' },
      });
    },
  );

  it('does not accept a password alone from an educator who has a passkey', async () => {
    await strict.database.pool.query('delete from time_codes');
    const { sessionToken } = await enrol();
    await strict.database.pool.query(
      `insert into passkeys (id, user_id, public_key, counter, transports, backed_up, name)
       select 'a', id, '', 0, '{}', false, 'Phone' from users where email = $1`,
      [EMAIL],
    );
    expect((await strict.call('GET', '/api/trade-ideas', { token: sessionToken })).status).toBe(200);
    const body = { email: EMAIL, password: PASSWORD, selectedRole: 'educator' };
    expect(await strict.call('POST', '/api/auth/login', { body })).toMatchObject({
      status: 401,
      body: { code: 'PASSKEY_REQUIRED' },
    });
  });

  it('requires of customers neither a second factor nor a passkey instead of the password', async () => {
    await strict.database.pool.query(
      `insert into passkeys (id, user_id, public_key, counter, transports, backed_up, name)
       select 'c', id, '', 0, '{}', false, 'Phone' from users where email = 'customer@test.example'`,
    );
    const own = await strict.signIn('customer@test.example');
    expect((await strict.call('GET', '/api/trade-ideas', { token: own })).status).toBe(200);
  });
});
