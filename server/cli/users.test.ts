import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admin } from '../testing/admin.ts';
import { adminProcess } from '../testing/admin-process.ts';
import { jpeg } from '../testing/media-files.ts';
import { sendPortrait } from '../testing/profile-inputs.ts';
import { StreamReader } from '../testing/stream-reader.ts';
import { publish, startTestApp, type TestApp } from '../testing/test-app.ts';
import { PASSWORD } from '../testing/test-passwords.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const give = (args: string[], stdin?: string) =>
  admin(args, { DATABASE_URL: test.testDatabase.connectionString, DATA_DIR: test.folder }, stdin);
const rows = async <T = Record<string, unknown>>(query: string, values: unknown[] = []) =>
  (await test.database.pool.query(query, values)).rows as T[];
const signInStatus = async (email: string, password: string, selectedRole = 'customer') =>
  (await test.call('POST', '/api/auth/login', { body: { email, password, selectedRole } })).status;
/** Adds a customer who has chosen a password already. */
const add = async (email: string) => {
  await give(
    ['users', 'add', email, '--first-name', 'Ann', '--last-name', 'Lee', '--password-stdin'],
    PASSWORD,
  );
  await test.database.pool.query('update users set must_change_password = false where email = $1', [email]);
};
const mustChangePassword = async (email: string) =>
  (await rows('select must_change_password from users where email = $1', [email]))[0]?.must_change_password;

describe('users add', () => {
  it('adds a customer with a password it prints once', async () => {
    const answer = await give([
      'users',
      'add',
      'Ann@Test.example',
      '--first-name',
      'Ann',
      '--last-name',
      'Lee',
    ]);
    expect(answer).toMatchObject({ code: 0, err: '' });
    expect(answer.out).toContain('Added customer ann@test.example.');
    const password = /^Password: (\S+)$/m.exec(answer.out)?.[1] ?? '';
    expect(await signInStatus('ann@test.example', password)).toBe(200);
    expect(await mustChangePassword('ann@test.example')).toBe(true);
  });

  it('adds an educator, who signs in with the password given on the standard input', async () => {
    const args = ['users', 'add', 'three@test.example', '--first-name', 'Edu', '--last-name', 'Three'];
    const answer = await adminProcess(
      [...args, '--educator-id', '3', '--password-stdin'],
      { DATABASE_URL: test.testDatabase.connectionString },
      'a password of mine\n',
    );
    expect(answer).toEqual({ code: 0, out: 'Added educator 3 three@test.example.\n', err: '' });
    expect(await signInStatus('three@test.example', 'a password of mine', 'educator')).toBe(200);
    expect(await mustChangePassword('three@test.example')).toBe(true);
  });

  it.each([
    [['ann@test.example'], 'ann@test.example already has an account.'],
    [['not an address'], 'Not a valid email address.'],
    [[], 'Missing: EMAIL.'],
    [
      ['new@test.example', '--educator-id', '8'],
      "An educator's id must be one of 1, 2, 3, 4, 5, 6, 7, not 8.",
    ],
    [['new@test.example', '--educator-id', '1'], 'Educator 1 is already one@test.example.'],
    [['new@test.example', '--password', 'secret'], "Unknown option '--password'"],
  ])('refuses %j with the reason', async (args, reason) => {
    const answer = await give(['users', 'add', ...args, '--first-name', 'A', '--last-name', 'B']);
    expect(answer).toMatchObject({ code: 2, out: '' });
    expect(answer.err).toContain(reason);
    expect(answer.err).not.toContain('    at ');
  });

  it.each([
    ['short', 'short', 'Use at least 12 characters.'],
    ['endless', 'seven larks '.repeat(100).slice(0, 1_025), 'Use up to 1024 characters for the password.'],
  ])('refuses a password that is %s', async (_what, password, message) => {
    const args = ['users', 'add', 'new@test.example', '--first-name', 'A', '--last-name', 'B'];
    const answer = await give([...args, '--password-stdin'], password);
    expect(answer).toEqual({ code: 2, out: '', err: `${message}\n` });
  });
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

describe('users reset-password', () => {
  it('replaces the password and ends the sessions', async () => {
    await add('forgot@test.example');
    const token = await test.signIn('forgot@test.example', 'customer');
    const stream = await StreamReader.open(test.url, token);
    const answer = await give(['users', 'reset-password', 'forgot@test.example']);
    expect(answer.out).toContain('Sessions ended: 1.');
    await stream.ended;
    const password = /^Password: (\S+)$/m.exec(answer.out)?.[1] ?? '';
    expect(await signInStatus('forgot@test.example', PASSWORD)).toBe(401);
    expect(await signInStatus('forgot@test.example', password)).toBe(200);
    expect(await mustChangePassword('forgot@test.example')).toBe(true);
    expect(
      await rows(
        "select kind from auth_events where address = 'admin command' and email = 'forgot@test.example'",
      ),
    ).toEqual([{ kind: 'password_changed' }, { kind: 'sessions_ended' }]);
  });

  it('does not set a password for the hidden educator', async () => {
    const answer = await give(['users', 'reset-password', 'hidden@test.example']);
    expect(answer).toMatchObject({ code: 2, out: '' });
    expect(answer.err).toContain("can't sign in");
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
