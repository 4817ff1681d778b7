import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUser } from '../account/users/users-service.ts';
import { admin } from '../testing/admin.ts';
import { jpeg } from '../testing/media-files.ts';
import { sendPortrait } from '../testing/profile-inputs.ts';
import { StreamReader } from '../testing/stream-reader.ts';
import { publish, startTestApp, type TestApp } from '../testing/test-app.ts';
import { PASSWORD, PASSWORD_HASH } from '../testing/test-passwords.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const give = (args: string[]) =>
  admin(args, { DATABASE_URL: test.testDatabase.connectionString, DATA_DIR: test.folder });
const rows = async <T = Record<string, unknown>>(query: string, values: unknown[] = []) =>
  (await test.database.pool.query(query, values)).rows as T[];
const signInStatus = async (email: string, password: string, selectedRole = 'customer') =>
  (await test.call('POST', '/api/auth/login', { body: { email, password, selectedRole } })).status;
const add = (email: string) =>
  addUser(test.database.db, {
    role: 'customer',
    email,
    firstName: 'Ann',
    lastName: 'Lee',
    passwordHash: PASSWORD_HASH,
  });

describe('users list', () => {
  it('lists accounts by address, and only those asked for', async () => {
    const all = await give(['users', 'list']);
    expect(all.code).toBe(0);
    expect(all.out).toMatch(/^one@test\.example +educator 1 +Educator One +\S+ \S+ +active$/m);
    const customers = await give(['users', 'list', '--role', 'customer']);
    expect(customers.out).toContain('customer@test.example');
    expect(customers.out).not.toContain('one@test.example');
    expect((await give(['users', 'list', '--role', 'admin'])).err).toContain(
      '--role must be one of customer, educator',
    );
  });
});

describe('users disable and enable', () => {
  it('ends sessions and closes streams, and lets nobody in until it is taken back', async () => {
    await add('shut@test.example');
    const token = await test.signIn('shut@test.example', 'customer');
    const stream = await StreamReader.open(test.url, token);
    const answer = await give(['users', 'disable', 'shut@test.example']);
    expect(answer).toEqual({ code: 0, out: 'Disabled shut@test.example. Sessions ended: 1.\n', err: '' });
    await stream.ended;
    expect((await test.call('GET', '/api/auth/user', { token })).status).toBe(401);
    expect(await signInStatus('shut@test.example', PASSWORD)).toBe(401);
    expect(await rows("select email, address from auth_events where kind = 'sessions_ended'")).toEqual([
      { email: 'shut@test.example', address: 'admin command' },
    ]);
    expect((await give(['users', 'list', '--disabled'])).out).toContain('shut@test.example');

    expect((await give(['users', 'enable', 'shut@test.example'])).code).toBe(0);
    expect(await signInStatus('shut@test.example', PASSWORD)).toBe(200);
  });

  it('says that the account does not exist', async () => {
    const answer = await give(['users', 'disable', 'nobody@test.example']);
    expect(answer).toMatchObject({ code: 2, out: '' });
    expect(answer.err).toContain('No account for nobody@test.example.');
    expect((await give(['users', 'enable', 'nobody@test.example'])).code).toBe(2);
  });
});

describe('users change-email', () => {
  it('gives a customer another address, in lower case, and says so in the activity', async () => {
    await add('moves@test.example');
    const token = await test.signIn('moves@test.example', 'customer');
    const answer = await give(['users', 'change-email', 'moves@test.example', 'Moved@test.example']);
    expect(answer).toMatchObject({ code: 0, out: 'Changed moves@test.example to moved@test.example.\n' });
    expect(await signInStatus('moved@test.example', PASSWORD)).toBe(200);
    expect(await signInStatus('moves@test.example', PASSWORD)).toBe(401);
    const activity = await test.call<object[]>('GET', '/api/auth/activity', { token });
    expect(activity.body).toContainEqual(
      expect.objectContaining({ kind: 'email_changed', address: 'admin command' }),
    );
  });

  it.each([
    ['customer@test.example', 'one@test.example', 'one@test.example already has an account.'],
    ['customer@test.example', 'nonsense', 'Not a valid email address.'],
    ['one@test.example', 'next@test.example', 'one@test.example is an educator.'],
  ])('refuses to change %s to %s with the reason', async (before, after, reason) => {
    const answer = await give(['users', 'change-email', before, after]);
    expect(answer).toMatchObject({ code: 2, out: '' });
    expect(answer.err).toContain(reason);
  });
});

describe('users reset-second-factor', () => {
  it('lets an educator in with the password alone, and ends the sessions', async () => {
    const token = await test.signIn('two@test.example');
    await test.database.pool.query(
      "insert into time_codes (user_id, secret, confirmed_at) select id, '\\x00', now() from users where email = 'two@test.example'",
    );
    await test.database.pool.query(
      `insert into passkeys (id, user_id, public_key, counter, transports, backed_up, name)
       select 'lost', id, '', 0, '{}', false, 'Phone' from users where email = 'two@test.example'`,
    );
    const reset = () => give(['users', 'reset-second-factor', 'two@test.example']);
    expect(await reset()).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        /^Removed the codes and passkeys of two@test\.example\. Sessions ended: \d+\.\n$/,
      ),
    });
    await expect.poll(async () => (await test.call('GET', '/api/auth/user', { token })).status).toBe(401);
    expect(await test.signIn('two@test.example')).toMatch(/\S/);
    expect(await rows('select from passkeys')).toEqual([]);
    expect(await reset()).toMatchObject({
      code: 1,
      out: 'two@test.example has neither codes nor passkeys.\n',
    });
    expect((await give(['users', 'reset-second-factor', 'nobody@test.example'])).code).toBe(2);
  });
});

describe('users delete', () => {
  it('removes the person, and makes their entries in the sign-in log anonymous', async () => {
    await add('gone@test.example');
    const token = await test.signIn('gone@test.example', 'customer');
    const stream = await StreamReader.open(test.url, token);
    const { body: pictured } = await sendPortrait<{ profileImage: string }>(test, token, await jpeg());
    const pictureStatus = async () => (await fetch(new URL(pictured.profileImage, test.url))).status;
    expect(await pictureStatus()).toBe(200);
    const [{ id } = { id: '' }] = await rows<{ id: string }>(
      "select id from users where email = 'gone@test.example'",
    );
    const answer = await give(['users', 'delete', 'gone@test.example', '--yes']);
    expect(answer).toEqual({ code: 0, out: 'Removed gone@test.example.\n', err: '' });
    await stream.ended;
    expect(await pictureStatus()).toBe(404);
    expect(await rows('select from users where id = $1', [id])).toEqual([]);
    expect(await rows('select from sessions where user_id = $1', [id])).toEqual([]);
    expect(
      await rows("select from auth_events where user_id = $1 or email = 'gone@test.example'", [id]),
    ).toEqual([]);
    expect(
      await rows("select kind, user_agent from auth_events where address = 'removed' order by id"),
    ).toEqual([
      { kind: 'sign_in', user_agent: null },
      { kind: 'sessions_ended', user_agent: null },
    ]);
  });

  it('asks first, and removes nothing where nobody can answer', async () => {
    const answer = await give(['users', 'delete', 'customer@test.example']);
    expect(answer).toMatchObject({ code: 2, out: '' });
    expect(await rows("select from users where email = 'customer@test.example'")).toHaveLength(1);
  });

  it('refuses an educator who has published, and says what to do instead', async () => {
    await publish(test, await test.signIn('one@test.example'));
    const answer = await give(['users', 'delete', 'one@test.example', '--yes']);
    expect(answer).toMatchObject({ code: 2, out: '' });
    expect(answer.err).toContain('is educator 1 with 1 ideas');
    expect(answer.err).toContain('Disabling it ends their access');
    expect(await rows("select disabled_at from users where email = 'one@test.example'")).toEqual([
      { disabled_at: null },
    ]);
  });
});
