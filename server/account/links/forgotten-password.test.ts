import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runJobsNow } from '../../testing/jobs.ts';
import { findLink, findToken, startMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import { StreamReader } from '../../testing/stream-reader.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { PASSWORD, PASSWORD_HASH } from '../../testing/test-passwords.ts';
import { addUser } from '../users/users-service.ts';
import { createLink } from './account-links.ts';

const METRICS_TOKEN = 'metrics-token-of-this-very-test';
const NEW_PASSWORD = 'seven larks above the mill';

let test: TestApp;
let mail: TestMailServer;
let log: { level: number; msg: string }[] = [];

beforeAll(async () => {
  mail = await startMailServer();
  test = await startTestApp({
    settings: { ...mail.settings, BRAND: 'Lark & Co', METRICS_TOKEN },
    onLog: (line) => log.push(JSON.parse(line)),
  });
});
beforeEach(() => {
  log = [];
  mail.behave('accept');
});
afterEach(async () => {
  await test.database.pool.query("delete from sign_in_limits where key like 'mails:%'");
});
afterAll(async () => {
  await test.close();
  await mail.close();
});

const rows = async <T = Record<string, unknown>>(query: string, values: unknown[] = []) =>
  (await test.database.pool.query(query, values)).rows as T[];
const add = async (email: string) => {
  const person = {
    role: 'customer',
    email,
    firstName: 'Ann',
    lastName: 'Lee',
    passwordHash: PASSWORD_HASH,
  } as const;
  return addUser(test.database.db, person);
};
const ask = (email: string, selectedRole = 'customer') =>
  test.call('POST', '/api/auth/forgotten-password', { body: { email, selectedRole } });
const view = (token: string) => test.call('POST', '/api/auth/password-reset', { body: { token } });
const reset = (token: string, newPassword = NEW_PASSWORD) =>
  test.call('PUT', '/api/auth/password-reset', { body: { token, newPassword } });
const signIn = async (email: string, password: string, selectedRole = 'customer') =>
  (await test.call('POST', '/api/auth/login', { body: { email, password, selectedRole } })).status;
/** The token of a printed link. */
const createTestLinkOf = (userId: string) =>
  createLink(test.database.db, userId, 'password_reset', new Date());
/** Jobs that wait, by task. */
const jobs = (task: string) =>
  rows<{ payload: unknown; last_error: string | null }>(
    `select p.payload, j.last_error from chartlark_jobs.jobs j join chartlark_jobs._private_jobs p using (id)
     where j.task_identifier = $1`,
    [task],
  );
/** All requests of forgotten passwords are answered, and all mails sent. */
const idle = () =>
  expect.poll(async () => [...(await jobs('forgotten_password')), ...(await jobs('mail'))]).toEqual([]);

describe('a forgotten password', () => {
  it('resets a forgotten password by a link in a mail with a text and an HTML part (§4.31)', async () => {
    await add('forgot@test.example');
    const answer = await ask(' Forgot@Test.example ');
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const received = await mail.waitForMail('forgot@test.example');
    expect(received.subject).toBe('Reset your Lark & Co password');
    expect(received.from?.value).toEqual([{ name: 'Lark', address: 'hello@lark.test.example' }]);
    expect(received.headers.get('auto-submitted')).toBe('auto-generated');
    expect(received.text).toContain('Hi Ann,');
    expect(received.html).toContain(`<a href="${findLink(received)}">`);
    expect(received.html).toContain('Lark &amp; Co');
    expect(received.html).not.toMatch(/<img|<script|<link|src=/);
    expect(findLink(received)).toMatch(/^https:\/\/lark\.test\.example\/reset-password#[A-Za-z0-9_-]{43}$/);
    const token = findToken(received);
    expect(await view(token)).toMatchObject({ status: 200, body: { email: 'forgot@test.example' } });
    expect(await reset(token)).toMatchObject({
      status: 200,
      body: { email: 'forgot@test.example', role: 'customer' },
    });
    expect(await signIn('forgot@test.example', PASSWORD)).toBe(401);
    expect(await signIn('forgot@test.example', NEW_PASSWORD)).toBe(200);
    expect(
      await rows(
        "select kind, selected_role from auth_events where email = 'forgot@test.example' order by id",
      ),
    ).toMatchObject([
      { kind: 'password_reset_requested', selected_role: 'customer' },
      { kind: 'password_reset', selected_role: 'customer' },
      { kind: 'sign_in_failed' },
      { kind: 'sign_in' },
    ]);
  });

  it('answers an unknown address alike, with the same rows, and sends nothing', async () => {
    await add('known@test.example');
    const countEvents = async () =>
      (await rows<{ count: number }>('select count(*)::int as count from auth_events'))[0]?.count ?? 0;
    for (const email of ['known@test.example', 'unknown@test.example']) {
      const before = await countEvents();
      expect(await ask(email), email).toMatchObject({ status: 200, body: { success: true } });
      expect(await countEvents(), email).toBe(before + 1);
    }
    await idle();
    expect(mail.recipients).toContain('known@test.example');
    expect(mail.recipients).not.toContain('unknown@test.example');
    const events = await rows<{ email: string }>(
      "select email from auth_events where kind = 'password_reset_requested' order by id desc limit 1",
    );
    expect(events[0]?.email).toMatch(/^unknown:/);
  });

  it('sends nothing to a disabled account, nor to test data without sign-in', async () => {
    await add('shut@test.example');
    await test.database.pool.query("update users set disabled_at = now() where email = 'shut@test.example'");
    await ask('shut@test.example');
    await ask('hidden@test.example');
    await idle();
    expect(mail.recipients).not.toContain('shut@test.example');
    expect(mail.recipients).not.toContain('hidden@test.example');
  });

  it('resets the forgotten password of an educator, and names the role only in that answer', async () => {
    await ask('two@test.example', 'educator');
    const token = findToken(await mail.waitForMail('two@test.example'));
    expect((await view(token)).body).toEqual({ email: 'two@test.example' });
    expect((await reset(token)).body).toEqual({ email: 'two@test.example', role: 'educator', passkeys: 0 });
    expect(await signIn('two@test.example', NEW_PASSWORD, 'educator')).toBe(200);
  });

  it('ends all sessions, forgets known browsers and lets a blocked network try again', async () => {
    const { id } = await add('sessions@test.example');
    const token = await test.signIn('sessions@test.example', 'customer');
    const stream = await StreamReader.open(test.url, token);
    for (let attempt = 0; attempt < 10; attempt++) await signIn('sessions@test.example', 'a wrong one');
    expect(await signIn('sessions@test.example', PASSWORD)).toBe(429);
    await reset(await createTestLinkOf(id));
    await stream.ended;
    expect((await test.call('GET', '/api/auth/user', { token })).status).toBe(401);
    expect(await rows('select source from known_sources where user_id = $1', [id])).toEqual([]);
    expect(await signIn('sessions@test.example', NEW_PASSWORD)).toBe(200);
  });

  it('lets its owner in again although the whole account was blocked', async () => {
    const { id } = await add('attacked@test.example');
    for (let guess = 0; guess < 10; guess++) await signIn('attacked@test.example', `guess ${guess}`);
    // As if ten other networks had guessed too.
    await test.database.pool.query("update sign_in_limits set points = 200 where key like 'account:%'");
    await test.database.pool.query("delete from sign_in_limits where key like 'failures:%'");
    expect(await signIn('attacked@test.example', PASSWORD)).toBe(429);
    expect((await reset(await createTestLinkOf(id))).status).toBe(200);
    expect(await signIn('attacked@test.example', NEW_PASSWORD)).toBe(200);
  });

  it('lets its owner in again although somebody with the password used up its sign-ins', async () => {
    const { id } = await add('used-up@test.example');
    expect(await signIn('used-up@test.example', PASSWORD)).toBe(200);
    await test.database.pool.query(
      "update sign_in_limits set points = 2000000000 where key like 'successes:%'",
    );
    expect(await signIn('used-up@test.example', PASSWORD)).toBe(429);
    expect((await reset(await createTestLinkOf(id))).status).toBe(200);
    expect(await signIn('used-up@test.example', NEW_PASSWORD)).toBe(200);
  });

  it('causes at most five mails an hour, and the answer does not tell', async () => {
    await add('often@test.example');
    for (let time = 1; time <= 7; time++) {
      expect((await ask('often@test.example')).status).toBe(200);
      await idle();
    }
    expect(mail.recipients.filter((address) => address === 'often@test.example')).toHaveLength(5);
  });

  it('limits requests for a new password to 20 an hour from one network, for every address alike', async () => {
    for (let time = 1; time <= 20; time++)
      expect((await ask(`somebody-${time}@test.example`)).status, String(time)).toBe(200);
    const [known, unknown] = [await ask('customer@test.example'), await ask('nobody@test.example')];
    expect(known).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
    expect(unknown.body).toEqual(known.body);
    expect(Number(known.headers.get('retry-after'))).toBeGreaterThan(3_000);
    await idle();
  });
});

describe('a link to reset a password', () => {
  const expired = { status: 410, body: { code: 'LINK_EXPIRED' } };

  it.each([
    ['expired', 'update account_links set expires_at = now() where user_id = $1'],
    ['revoked', 'update account_links set revoked_at = now() where user_id = $1'],
    ['of another kind', "update account_links set kind = 'invitation' where user_id = $1"],
    ['of a disabled account', 'update users set disabled_at = now() where id = $1'],
  ])('refuses a link to reset a password when it is %s', async (state, change) => {
    const { id } = await add(`${state.replaceAll(' ', '-')}@test.example`);
    const token = await createTestLinkOf(id);
    expect((await view(token)).status).toBe(200);
    await test.database.pool.query(change, [id]);
    expect(await view(token)).toMatchObject(expired);
    expect(await reset(token)).toMatchObject(expired);
  });

  it.each(['', 'A'.repeat(43), 'short', 'x'.repeat(200)])(
    'answers 404 for a reset link with the token "%s"',
    async (token) => {
      expect(await view(token)).toMatchObject(expired);
      expect(await reset(token)).toMatchObject(expired);
    },
  );

  it('accepts a reset link once, also when two use it at the same time', async () => {
    const { id } = await add('twice@test.example');
    const token = await createTestLinkOf(id);
    const answers = await Promise.all([
      reset(token, `${NEW_PASSWORD} one`),
      reset(token, `${NEW_PASSWORD} two`),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    expect(await reset(token)).toMatchObject(expired);
  });

  it('keeps a reset link usable after a password that is too easy', async () => {
    const { id } = await add('easy@test.example');
    const token = await createTestLinkOf(id);
    expect(await reset(token, 'password1234')).toMatchObject({
      status: 400,
      body: { fields: { newPassword: expect.stringContaining('easy to guess') } },
    });
    expect((await reset(token)).status).toBe(200);
  });

  it('replaces a reset link by a newer one, and makes it useless after a change of the password', async () => {
    const { id } = await add('newer@test.example');
    const [first, second] = [await createTestLinkOf(id), await createTestLinkOf(id)];
    expect(await view(first)).toMatchObject(expired);
    const token = await test.signIn('newer@test.example', 'customer');
    const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
    expect((await test.call('PUT', '/api/auth/password', { token, body })).status).toBe(200);
    expect(await view(second)).toMatchObject(expired);
  });

  it('keeps a reset link when somebody else asks for one, and ends all of them with a new password', async () => {
    const { id, email } = await add('asked-for@test.example');
    const printed = await createTestLinkOf(id);
    await ask(email);
    const mailed = findToken(await mail.waitForMail(email));
    expect((await view(printed)).status).toBe(200);
    expect((await reset(printed)).status).toBe(200);
    expect(await view(mailed)).toMatchObject(expired);
  });
});

describe('the queue of mails', () => {
  /** Lets a job that waits for its next attempt run now. */
  const retryNow = () => runJobsNow(test.database.pool, 'mail:%');

  it('keeps a mail that the server does not take, and sends it later with a new link', async () => {
    await add('later@test.example');
    mail.behave('delay');
    await ask('later@test.example');
    await expect.poll(async () => (await jobs('mail'))[0]?.last_error).toContain('does not take mail');
    const [job] = await jobs('mail');
    expect(JSON.stringify(job)).not.toContain('later@');
    // Polled: the next attempt may be under way, and withdraws its token too.
    const readHashes = () =>
      rows(
        "select token_hash from account_links where user_id = (select id from users where email = 'later@test.example')",
      );
    await expect.poll(readHashes).toEqual([{ token_hash: null }]);
    mail.behave('accept');
    await retryNow();
    const token = findToken(await mail.waitForMail('later@test.example'));
    expect((await view(token)).status).toBe(200);
    await idle();
    expect(log.filter(({ level }) => level >= 40).map(({ msg }) => msg)).toEqual([
      'Mail is delayed: the mail server does not take it',
    ]);
    expect(JSON.stringify(log)).not.toContain('later@');
  });

  it('gives up when the server refuses the recipient for good, and logs it without the address', async () => {
    await add('refused@test.example');
    mail.behave('refuse');
    await ask('refused@test.example');
    await expect.poll(() => log.map(({ msg }) => msg)).toContain('The mail server refused a mail for good');
    await idle();
    expect(mail.recipients.filter((address) => address === 'refused@test.example')).toHaveLength(1);
    const metrics = await test.call<string>('GET', '/metrics', { token: METRICS_TOKEN });
    expect(metrics.body).toMatch(/^chartlark_mails_total\{result="refused"\} 1$/m);
    expect(metrics.body).toMatch(/^chartlark_mails_total\{result="sent"\} [1-9]/m);
    expect(JSON.stringify(log)).not.toContain('refused@');
  });

  it('runs other jobs while the mail server hangs, and ends at once with the app', async () => {
    const hanging = await startMailServer();
    hanging.behave('hang');
    const app = await startTestApp({ settings: hanging.settings });
    const forget = (email: string) => app.call('POST', '/api/auth/forgotten-password', { body: { email } });
    const listJobs = async () =>
      (
        await app.database.pool.query(
          'select task_identifier as task, locked_at is not null as locked from chartlark_jobs.jobs order by locked_at',
        )
      ).rows;
    try {
      await forget('customer@test.example');
      await expect.poll(() => hanging.recipients).toContain('customer@test.example');
      for (const email of ['one@test.example', 'two@test.example']) await forget(email);
      await expect.poll(listJobs).toEqual([
        { task: 'mail', locked: true },
        { task: 'mail', locked: false },
        { task: 'mail', locked: false },
      ]);
    } finally {
      await app.close();
      await hanging.close();
    }
    expect(hanging.recipients).toEqual(['customer@test.example']);
  });
});

describe('without mail', () => {
  it('answers a request for a new password alike without mail, and says so in the configuration', async () => {
    const without = await startTestApp();
    try {
      const body = { email: 'customer@test.example' };
      const answer = await without.call('POST', '/api/auth/forgotten-password', { body });
      expect(answer).toMatchObject({ status: 200, body: { success: true } });
      expect((await without.database.pool.query('select from account_links')).rowCount).toBe(0);
      expect((await without.call('GET', '/api/config')).body).toMatchObject({ mail: false });
      expect((await test.call('GET', '/api/config')).body).toMatchObject({ mail: true });
    } finally {
      await without.close();
    }
  });
});
