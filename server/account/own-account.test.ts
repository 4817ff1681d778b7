import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AccountActivity,
  deleteOwnAccount,
  exportOwnData,
  listActivity,
} from '../../contract/account/own-data.ts';
import { sessions, users } from '../database/schema.ts';
import { runJobsNow } from '../testing/jobs.ts';
import { jpeg } from '../testing/media-files.ts';
import { registerPasskey } from '../testing/passkey-calls.ts';
import { sendPortrait } from '../testing/profile-inputs.ts';
import { StreamReader } from '../testing/stream-reader.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { PASSWORD, PASSWORD_HASH } from '../testing/test-passwords.ts';
import type { PersonExport } from './person-export.ts';
import { addUser } from './users/users-service.ts';

let test: TestApp;
let email: string;
let count = 0;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  email = `customer-${++count}@test.example`;
  await addUser(test.database.db, {
    role: 'customer',
    email,
    firstName: 'Own',
    lastName: 'Account',
    passwordHash: PASSWORD_HASH,
  });
});

type Tokens = { sessionToken: string; browserToken: string };
const signIn = async (browser: { browserTokens?: string[] } = {}): Promise<Tokens> => {
  const body = { email, password: PASSWORD, selectedRole: 'customer', ...browser };
  return (await test.call<Tokens>('POST', '/api/auth/login', { body })).body;
};
const readActivity = async (token: string) =>
  (await test.call<AccountActivity[]>('GET', listActivity.path, { token })).body;
const ageSessions = () =>
  test.database.db.update(sessions).set({ authenticatedAt: new Date(Date.now() - 11 * 60_000) });

describe('the activity', () => {
  it('tells which sign-ins came from a browser that was new to the account', async () => {
    const { browserToken } = await signIn();
    await signIn({ browserTokens: [browserToken] });
    const other = await signIn({ browserTokens: ['A'.repeat(43)] });
    const activity = await readActivity(other.sessionToken);
    expect(activity.map(({ kind, newBrowser }) => [kind, newBrowser])).toEqual([
      ['sign_in', true],
      ['sign_in', false],
    ]);
    expect(activity[0]).toMatchObject({ attempts: 2 });
  });

  it("treats the browser of another account as new, and shows nobody else's entries", async () => {
    const { browserToken } = await signIn();
    const body = {
      email: 'customer@test.example',
      password: PASSWORD,
      selectedRole: 'customer',
      browserTokens: [browserToken],
    };
    const { sessionToken } = (await test.call<Tokens>('POST', '/api/auth/login', { body })).body;
    const theirs = await readActivity(sessionToken);
    expect(theirs[0]).toMatchObject({ kind: 'sign_in', newBrowser: true });
    const mine = await readActivity((await signIn({ browserTokens: [browserToken] })).sessionToken);
    expect(mine).toHaveLength(2);
  });

  it('lists failed attempts, the newest first, at most thirty', async () => {
    const { sessionToken } = await signIn();
    await test.call('POST', '/api/auth/login', {
      body: { email, password: 'a guess', selectedRole: 'customer' },
    });
    expect((await readActivity(sessionToken)).map(({ kind }) => kind)).toEqual(['sign_in_failed', 'sign_in']);
    await test.database.pool.query(
      `insert into auth_events (kind, email, user_id, address) select kind, email, id, '10.0.0.' || n from users,
        generate_series(1, 50) n, unnest('{password_changed, email_changed, passkey_added, passkey_removed, data_exported}'::text[]) kind
        where email = $1`,
      [email],
    );
    expect(await readActivity(sessionToken)).toHaveLength(30);
  });

  it('keeps a sign-in from a new browser and a new passkey in the list, however often a known browser signs in', async () => {
    const { browserToken, sessionToken } = await signIn();
    await registerPasskey(test, sessionToken);
    for (let times = 0; times < 3; times++) await signIn({ browserTokens: [browserToken] });
    await test.database.pool.query(
      `insert into auth_events (kind, email, user_id, address, user_agent)
        select kind, email, id, '10.0.0.1', 'browser ' || n from users, generate_series(1, 40) n,
          unnest('{sign_in, sessions_ended, password_refused}'::text[]) kind where email = $1`,
      [email],
    );
    const activity = await readActivity(sessionToken);
    expect(activity.slice(-2)).toMatchObject([
      { kind: 'passkey_added', attempts: 1 },
      { kind: 'sign_in', newBrowser: true, attempts: 1 },
    ]);
    await test.database.pool.query("delete from auth_events where address = '10.0.0.1'");
    expect((await readActivity(sessionToken))[0]).toMatchObject({ kind: 'sign_in', attempts: 3 });
  });

  it('keeps a new browser in the list, however often its owner signs in from new ones alike', async () => {
    const { sessionToken } = await signIn();
    await test.database.pool.query(
      `insert into auth_events (kind, email, user_id, address, user_agent, new_browser)
        select 'sign_in', email, id, '10.0.0.1', case n when 1 then 'unknown' else 'own' end, true
        from users, generate_series(1, 30) n where email = $1`,
      [email],
    );
    expect((await readActivity(sessionToken)).map(({ attempts }) => attempts)).toEqual([29, 1, 1]);
  });

  it('keeps a new passkey in the list, however often whoever added it does something else', async () => {
    const { sessionToken } = await signIn();
    await registerPasskey(test, sessionToken);
    await test.database.pool.query(
      `insert into auth_events (kind, email, user_id, address, user_agent)
        select 'recovery_codes_renewed', email, id, '10.0.0.1', 'browser ' || n from users, generate_series(1, 50) n where email = $1`,
      [email],
    );
    const kinds = (await readActivity(sessionToken)).map(({ kind }) => kind);
    expect(kinds).toEqual([...Array(7).fill('recovery_codes_renewed'), 'passkey_added', 'sign_in']);
  });

  it('counts equal events in one entry, so that the first of a kind stays', async () => {
    const { sessionToken } = await signIn();
    await registerPasskey(test, sessionToken);
    await test.database.pool.query(
      `insert into auth_events (kind, email, user_id, address)
        select 'passkey_added', email, id, '10.0.0.1' from users, generate_series(1, 9) where email = $1`,
      [email],
    );
    expect((await readActivity(sessionToken)).map(({ kind, attempts }) => [kind, attempts])).toEqual([
      ['passkey_added', 9],
      ['passkey_added', 1],
      ['sign_in', 1],
    ]);
  });

  it('keeps a sign-in in the list, however often a stranger asks for a new password', async () => {
    const { sessionToken } = await signIn();
    await test.database.pool.query(
      `insert into auth_events (kind, email, user_id, address)
        select 'password_reset_requested', email, id, '10.0.0.' || n from users, generate_series(1, 50) n where email = $1`,
      [email],
    );
    const kinds = (await readActivity(sessionToken)).map(({ kind }) => kind);
    expect(kinds).toEqual([...Array(7).fill('password_reset_requested'), 'sign_in']);
  });
});

describe('the other sessions', () => {
  const endOthers = (token: string) => test.call('DELETE', '/api/auth/other-sessions', { token });

  it('ends the other sessions and forgets their browsers, but not this one', async () => {
    const [here, there] = [await signIn(), await signIn()];
    expect((await endOthers(here.sessionToken)).body).toEqual({ success: true });
    const status = async (token: string) => (await test.call('GET', '/api/auth/user', { token })).status;
    expect([await status(here.sessionToken), await status(there.sessionToken)]).toEqual([200, 401]);
    const again = await signIn({ browserTokens: [there.browserToken] });
    expect((await readActivity(again.sessionToken))[0]).toMatchObject({ kind: 'sign_in', newBrowser: true });
  });

  it('keeps the other sessions until the password is given again', async () => {
    const here = await signIn();
    await ageSessions();
    expect(await endOthers(here.sessionToken)).toMatchObject({
      status: 403,
      body: { code: 'REAUTHENTICATION_REQUIRED' },
    });
  });
});

/** A passkey, an app and a recovery code of the account. */
const addSecrets = () =>
  test.database.pool.query(
    `with owner as (select id from users where email = $1),
      passkey as (insert into passkeys (id, user_id, public_key, counter, transports, backed_up, name)
        select email, id, '\\x00ff', 0, '{}', true, 'Phone' from users where email = $1),
      app as (insert into time_codes (user_id, secret) select id, '\\x00ff' from owner)
    insert into recovery_codes (user_id, position, code_hash) select id, 0, sha256('code') from owner`,
    [email],
  );
const SECRET_TABLES = ['passkeys', 'time_codes', 'recovery_codes'];

describe('the own data', () => {
  it('exports everything stored about the person, without secrets', async () => {
    const { sessionToken } = await signIn();
    await addSecrets();
    const answer = await test.call<PersonExport>('GET', exportOwnData.path, { token: sessionToken });
    expect((await readActivity(sessionToken))[0]?.kind).toBe('data_exported');
    expect(answer.status).toBe(200);
    for (const table of SECRET_TABLES) expect(answer.body.tables[table], table).toHaveLength(1);
    expect(answer.body.person).toMatchObject({ email, full_name: 'Own Account' });
    expect(answer.body.tables.sessions).toHaveLength(1);
    expect(answer.body.tables.auth_events).toHaveLength(2);
    const text = JSON.stringify({ ...answer.body, withheld: [] });
    for (const secret of ['password_hash', 'token_hash', 'code_hash', '"secret"', '$argon2'])
      expect(text).not.toContain(secret);
    expect(text).not.toContain('customer@test.example');
  });

  it('exports the data of the account when somebody else has its former address by now', async () => {
    const { sessionToken } = await signIn();
    const moved = `moved-${email}`;
    // Another process has changed the address, so this session's cached one is the former.
    await test.database.pool.query('update users set email = $1 where email = $2', [moved, email]);
    const names = { firstName: 'Later', lastName: 'Owner' };
    const later = await addUser(test.database.db, {
      role: 'customer',
      email,
      ...names,
      passwordHash: PASSWORD_HASH,
    });
    const answer = await test.call<PersonExport>('GET', exportOwnData.path, { token: sessionToken });
    expect(answer.body.person).toMatchObject({ email: moved, full_name: 'Own Account' });
    const theirs = (await signIn()).sessionToken;
    const { tables } = (await test.call<PersonExport>('GET', exportOwnData.path, { token: theirs })).body;
    expect(new Set(tables.auth_events?.map(({ user_id }) => user_id))).toEqual(new Set([later.id]));
    await test.call('DELETE', deleteOwnAccount.path, { token: sessionToken });
    await runJobsNow(test.database.pool);
    const findEmails = async () => (await test.database.db.select().from(users)).map((user) => user.email);
    await expect.poll(findEmails).not.toContain(moved);
    expect(await findEmails()).toContain(email);
  });

  it('needs a recent password to export the data or delete the account', async () => {
    const { sessionToken } = await signIn();
    await ageSessions();
    for (const route of [exportOwnData, deleteOwnAccount])
      expect(await test.call(route.method, route.path, { token: sessionToken })).toMatchObject({
        status: 403,
        body: { code: 'REAUTHENTICATION_REQUIRED' },
      });
    expect((await test.call('GET', '/api/auth/user', { token: sessionToken })).status).toBe(200);
  });
});

describe('an account that its owner deletes', () => {
  const find = async () => (await test.database.db.select().from(users).where(eq(users.email, email)))[0];

  it('ends sessions and streams of a deleted account, refuses its sign-in, and makes the sign-in log anonymous', async () => {
    const [{ sessionToken }, other] = [await signIn(), await signIn()];
    const { rows } = await test.database.pool.query('select id from users where email = $1', [email]);
    await test.call('PUT', '/api/follows/1', { token: sessionToken });
    await addSecrets();
    const { body } = await sendPortrait<{ profileImage: string }>(test, sessionToken, await jpeg());
    const pictureStatus = async () => (await fetch(new URL(body.profileImage, test.url))).status;
    expect(await pictureStatus()).toBe(200);
    const stream = await StreamReader.open(test.url, other.sessionToken);
    const answer = await test.call('DELETE', deleteOwnAccount.path, { token: sessionToken });
    expect(answer.body).toEqual({ success: true });
    await stream.ended;
    for (const token of [sessionToken, other.sessionToken])
      expect((await test.call('GET', '/api/auth/user', { token })).status).toBe(401);
    await runJobsNow(test.database.pool);
    await expect.poll(find).toBeUndefined();
    await expect.poll(pictureStatus).toBe(404);
    const credentials = { email, password: PASSWORD, selectedRole: 'customer' };
    expect((await test.call('POST', '/api/auth/login', { body: credentials })).status).toBe(401);
    const left = await test.database.pool.query('select from auth_events where user_id = $1 or email = $2', [
      rows[0].id,
      email,
    ]);
    expect(left.rowCount).toBe(0);
    for (const table of SECRET_TABLES) {
      const { rowCount } = await test.database.pool.query(`select from ${table} where user_id = $1`, [
        rows[0].id,
      ]);
      expect(rowCount, table).toBe(0);
    }
  });

  it('keeps a deleted account if an operator enables it again before it is removed', async () => {
    const { sessionToken } = await signIn();
    await test.call('DELETE', deleteOwnAccount.path, { token: sessionToken });
    await test.database.pool.query('update users set disabled_at = null where email = $1', [email]);
    await runJobsNow(test.database.pool);
    await expect
      .poll(async () => (await test.database.pool.query('select from chartlark_jobs.jobs')).rowCount)
      .toBe(0);
    expect(await find()).toBeDefined();
  });
});
