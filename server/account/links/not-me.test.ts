import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { passkeys, timeCodes, users } from '../../database/schema.ts';
import { createTestLink } from '../../testing/account-links.ts';
import { admin } from '../../testing/admin.ts';
import { countWaiting } from '../../testing/count-waiting.ts';
import { findToken, getAddress, startMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import { getSignInOptions, registerPasskey } from '../../testing/passkey-calls.ts';
import { SoftwareAuthenticator } from '../../testing/software-authenticator.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { PASSWORD, PASSWORD_HASH } from '../../testing/test-passwords.ts';
import { readTimeCode } from '../../testing/time-code.ts';
import { addUser } from '../users/users-service.ts';
import { createLink, MAX_MAILS } from './account-links.ts';

let test: TestApp;
let mail: TestMailServer;
let email: string;
let id: string;

beforeAll(async () => {
  mail = await startMailServer();
  test = await startTestApp({ settings: mail.settings });
});
afterAll(async () => {
  await test.close();
  await mail.close();
});
beforeEach(async () => {
  email = `${randomUUID()}@test.example`;
  const names = { firstName: 'Ann', lastName: 'Lee' };
  id = (await addUser(test.database.db, { role: 'customer', email, ...names, passwordHash: PASSWORD_HASH }))
    .id;
});

type Tokens = { sessionToken: string; browserToken: string; code?: string };
const signIn = (changes: Record<string, unknown> = {}) =>
  test.call<Tokens>('POST', '/api/auth/login', {
    body: { email, password: PASSWORD, selectedRole: 'customer', ...changes },
  });
const confirmNotMe = (token: string) =>
  test.call<{ email: string; resetToken: string; code?: string }>('PUT', '/api/auth/not-me', {
    body: { token },
  });
/** Signs in, and changes the email as a stranger would; returns the new one. */
const changeEmail = async () => {
  const { sessionToken } = (await signIn()).body;
  const next = `${randomUUID()}@test.example`;
  await test.call('PUT', '/api/auth/email', { token: sessionToken, body: { email: next } });
  const confirmation = findToken(await mail.waitForMail(next));
  await test.call('PUT', '/api/auth/email-change', { body: { token: confirmation } });
  return next;
};
const resetPassword = (token: string, newPassword: string) =>
  test.call('PUT', '/api/auth/password-reset', { body: { token, newPassword } });
/** Adds a passkey as a stranger with the session would. */
const addPasskey = (sessionToken: string) =>
  registerPasskey(test, sessionToken, new SoftwareAuthenticator(mail.settings.BASE_URL));
const signInWithPasskey = async (authenticator: SoftwareAuthenticator, selectedRole: string) => {
  const response = authenticator.sign(await getSignInOptions(test));
  return (await test.call('POST', '/api/auth/passkeys/sign-in', { body: { response, selectedRole } })).status;
};
const readKinds = async (token: string) =>
  (await test.call<{ kind: string }[]>('GET', '/api/auth/activity', { token })).body.map(({ kind }) => kind);

describe('a sign-in from a new browser', () => {
  it('tells the owner once for each browser, and its link ends all sessions and the password', async () => {
    const { browserToken, sessionToken } = (await signIn()).body;
    const notice = await mail.waitForNotice(email);
    expect(notice.subject).toBe('New sign-in to Chartlark');
    expect(notice.text).toMatch(/from a new browser: .+, network 127\.0\.0\.1, .+ UTC\./);
    await signIn({ browserTokens: [browserToken] });
    const { sessionToken: stranger } = (await signIn()).body;
    const link = findToken(await mail.waitForNotice(email, 2));
    const view = await test.call('POST', '/api/auth/not-me', { body: { token: link } });
    expect(view.body).toEqual({ email, role: 'customer' });
    const answers = await Promise.all([confirmNotMe(link), confirmNotMe(link)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    for (const token of [sessionToken, stranger])
      expect((await test.call('GET', '/api/auth/user', { token })).status).toBe(401);
    expect((await signIn({ browserTokens: [browserToken] })).body.code).toBe('BAD_CREDENTIALS');
    const { resetToken = '' } = answers.find(({ status }) => status === 200)?.body ?? {};
    expect((await resetPassword(resetToken, 'seven larks above the mill')).status).toBe(200);
    const own = await signIn({ password: 'seven larks above the mill' });
    expect(await readKinds(own.body.sessionToken)).toContain('sign_in_disowned');
  });

  it('tells the owner of a known browser in another network, once: its token may be a copy', async () => {
    const { browserToken } = (await signIn()).body;
    await mail.waitForNotice(email);
    const signInElsewhere = () =>
      test.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        remoteAddress: '203.0.113.9',
        payload: { email, password: PASSWORD, selectedRole: 'customer', browserTokens: [browserToken] },
      });
    const elsewhere = await signInElsewhere();
    expect((await mail.waitForNotice(email, 2)).text).toContain('network 203.0.113.9');
    await signInElsewhere();
    const token = elsewhere.json<Tokens>().sessionToken;
    const { body } = await test.call<{ newBrowser: boolean }[]>('GET', '/api/auth/activity', { token });
    expect(body.filter(({ newBrowser }) => newBrowser)).toHaveLength(2);
  });

  it('sends no notice to somebody who has just accepted an invitation', async () => {
    const token = await createTestLink(test, 'invitation');
    const names = { firstName: 'Bo', lastName: 'Ray' };
    const accepted = await test.call<{ user: { email: string } }>('POST', '/api/auth/invitation/accept', {
      body: { token, ...names, password: 'seven larks above the mill', acceptTerms: true },
    });
    await signIn();
    await mail.waitForNotice(email);
    const { rows } = await test.database.pool.query(
      "select count(*)::int as count from account_links l join users u on u.id = l.user_id where u.email = $1 and l.kind = 'not_me'",
      [accepted.body.user.email],
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('sends five notices of sign-ins an hour at most, which no other mail uses up, and then those of changes', async () => {
    for (let times = 0; times < MAX_MAILS; times++)
      await test.call('POST', '/api/auth/forgotten-password', { body: { email } });
    let sessionToken = '';
    for (let times = 0; times <= MAX_MAILS; times++) ({ sessionToken } = (await signIn()).body);
    await mail.waitForNotice(email, MAX_MAILS);
    const { rows } = await test.database.pool.query(
      "select count(*)::int as count from account_links where user_id = $1 and kind = 'not_me'",
      [id],
    );
    expect(rows).toEqual([{ count: MAX_MAILS }]);
    await addPasskey(sessionToken);
    await mail.waitForNotice(email, MAX_MAILS + 1);
  });

  it.each([
    ['change-email', async () => [email, `${randomUUID()}@test.example`]],
    [
      'reset-second-factor',
      async () => {
        await test.database.db
          .insert(timeCodes)
          .values({ userId: id, secret: Buffer.from('secret'), confirmedAt: new Date() });
        return [email];
      },
    ],
  ])("is offered to the owner after an operator's users %s", async (command, prepare) => {
    const args = ['users', command, ...(await prepare())];
    const settings = { DATABASE_URL: test.testDatabase.connectionString, ...mail.settings };
    expect(await admin(args, settings)).toMatchObject({ code: 0 });
    const link = findToken(await mail.waitForNotice(email));
    expect((await confirmNotMe(link)).status).toBe(200);
  });

  it.each([
    ['an email', 'PUT', '/api/auth/email', () => ({ email: `${randomUUID()}@test.example` })],
    ['a token', 'POST', '/api/auth/tokens', () => ({ kind: 'feed', name: 'Reader' })],
  ] as const)(
    'leaves no change to %s that began before it ended the session',
    async (_, method, path, body) => {
      const token = (await signIn()).body.sessionToken;
      const other = await test.database.pool.connect();
      await other.query('begin');
      await other.query('select from users where id = $1 for no key update', [id]);
      const changing = test.call<{ code: string }>(method, path, { token, body: body() });
      try {
        await expect.poll(() => countWaiting(other)).toBe(1);
        await other.query('update sessions set ended_at = now() where user_id = $1', [id]);
        await other.query('commit');
      } finally {
        other.release();
      }
      expect((await changing).body.code).toBe('SESSION_ENDED');
    },
  );

  it('removes all passkeys, however long ago they were added', async () => {
    const { sessionToken } = (await signIn()).body;
    const planted = await addPasskey(sessionToken);
    await test.database.db.update(passkeys).set({ createdAt: new Date(0) });
    const link = findToken(await mail.waitForNotice(email));
    expect((await confirmNotMe(link)).status).toBe(200);
    expect(await signInWithPasskey(planted, 'customer')).toBe(401);
  });

  it('locks an educator out until the operator invites them again: nothing from before signs in', async () => {
    const { educator1 } = test.people;
    const planted = await addPasskey(await test.signIn(educator1.email));
    const link = findToken(await mail.waitForNotice(educator1.email));
    await test.database.db.insert(timeCodes).values({ userId: educator1.id, secret: Buffer.from('secret') });
    expect((await confirmNotMe(link)).body).toEqual({ email: educator1.email, resetToken: null });
    const body = { email: educator1.email, password: PASSWORD, selectedRole: 'educator' };
    const give = (...args: string[]) =>
      admin(args, { DATABASE_URL: test.testDatabase.connectionString, ...mail.settings });
    expect((await give('users', 'enable', educator1.email)).code).toBe(0);
    expect((await test.call('POST', '/api/auth/login', { body })).status).toBe(401);
    expect(await signInWithPasskey(planted, 'educator')).toBe(401);
    expect(await test.database.db.select().from(timeCodes)).toEqual([]);
    // The mailbox alone is no way in.
    await test.call('POST', '/api/auth/forgotten-password', { body: { email: educator1.email } });
    await expect
      .poll(async () => (await test.database.pool.query('select from chartlark_jobs.jobs')).rows)
      .toEqual([]);
    expect(mail.received.map(getAddress)).not.toContain(educator1.email);
    const invited = await give('users', 'invite', educator1.email, '--print');
    expect(invited.out).toContain('/invitation#');
  });

  it('gives nothing away after an operator disabled the account', async () => {
    await signIn();
    const link = findToken(await mail.waitForNotice(email));
    const answer = await admin(['users', 'disable', email], {
      DATABASE_URL: test.testDatabase.connectionString,
      ...mail.settings,
    });
    expect(answer.code).toBe(0);
    expect((await confirmNotMe(link)).body.code).toBe('LINK_EXPIRED');
  });
});

describe('a change of what signs in', () => {
  const expectNotice = async (to: string, count: number, text: string) =>
    expect((await mail.waitForNotice(to, count)).text).toContain(`Your Chartlark account ${text}: `);

  it('is told to its owner, be it a passkey or the password', async () => {
    const { sessionToken: token } = (await signIn()).body;
    const added = await addPasskey(token);
    await expectNotice(email, 2, 'has a new passkey');
    await test.call('DELETE', `/api/auth/passkeys/${added.id}`, { token });
    await expectNotice(email, 3, 'has a passkey less');
    await addPasskey(token);
    await mail.waitForNotice(email, 4);
    const link = await createLink(test.database.db, id, 'password_reset', new Date());
    const reset = await resetPassword(link, 'seven larks above the mill');
    expect(reset.body).toEqual({ email, role: 'customer', passkeys: 1 });
    await expectNotice(email, 5, 'has a new password');
  });

  it('is told to its owner when codes are switched on, made anew or switched off', async () => {
    const { educator2 } = test.people;
    const token = await test.signIn(educator2.email);
    const { secret } = (await test.call<{ secret: string }>('POST', '/api/auth/time-code', { token })).body;
    const body = { code: readTimeCode(secret, Date.now()) };
    await test.call('POST', '/api/auth/time-code/confirm', { token, body });
    await expectNotice(educator2.email, 2, 'asks for codes from an app now');
    await test.call('POST', '/api/auth/recovery-codes', { token });
    await expectNotice(educator2.email, 3, 'has new recovery codes');
    await test.call('DELETE', '/api/auth/time-code', { token });
    await expectNotice(educator2.email, 4, 'asks for no codes from an app any more');
    const next = 'seven larks above the mill';
    await test.call('PUT', '/api/auth/password', {
      token,
      body: { currentPassword: PASSWORD, newPassword: next },
    });
    await expectNotice(educator2.email, 5, 'has a new password');
  });
});

describe('a change of email', () => {
  it('sends a notice to the former address, whose link takes the account back', async () => {
    const next = await changeEmail();
    const notice = await mail.waitForNotice(email, 2);
    expect(notice.text).toContain('Your Chartlark account has a new email: ');
    expect(notice.text).not.toContain(next);
    expect((await confirmNotMe(findToken(notice))).body).toMatchObject({ email });
    const account = (await test.database.db.select().from(users)).find((user) => user.id === id);
    expect(account?.email).toBe(email);
    expect((await confirmNotMe(findToken(notice))).body.code).toBe('LINK_EXPIRED');
  });

  it('refuses a change of email that a stranger asked for after the owner has answered', async () => {
    const { sessionToken } = (await signIn()).body;
    const next = `${randomUUID()}@test.example`;
    const stranger = (await signIn()).body.sessionToken;
    await test.call('PUT', '/api/auth/email', { token: stranger, body: { email: next } });
    const confirmation = findToken(await mail.waitForMail(next));
    const body = { currentPassword: PASSWORD, newPassword: 'seven larks above the mill' };
    expect((await test.call('PUT', '/api/auth/password', { token: sessionToken, body })).status).toBe(200);
    const confirmed = await test.call('PUT', '/api/auth/email-change', { body: { token: confirmation } });
    expect(confirmed.status).toBe(410);
  });

  it('lets the owner take the account back after a stranger answered the notice at the new address', async () => {
    const next = await changeEmail();
    await signIn({ email: next });
    const strangers = findToken(await mail.waitForNotice(next));
    const owners = findToken(await mail.waitForNotice(email, 2));
    // The stranger's does not shut out the owner's.
    expect((await confirmNotMe(strangers)).body).toMatchObject({ email: next });
    expect((await confirmNotMe(owners)).body).toMatchObject({ email });
    const account = (await test.database.db.select().from(users)).find((user) => user.id === id);
    expect(account?.email).toBe(email);
  });

  it("refuses the stranger's notice once the owner has answered", async () => {
    const next = await changeEmail();
    await signIn({ email: next });
    const strangers = findToken(await mail.waitForNotice(next));
    const owners = findToken(await mail.waitForNotice(email, 2));
    expect((await confirmNotMe(owners)).body).toMatchObject({ email });
    expect((await confirmNotMe(strangers)).body.code).toBe('LINK_EXPIRED');
  });

  it('keeps the new address if somebody else has the former one by now', async () => {
    const next = await changeEmail();
    const notice = await mail.waitForNotice(email, 2);
    const names = { firstName: 'Bo', lastName: 'Ray' };
    await addUser(test.database.db, { role: 'customer', email, ...names, passwordHash: PASSWORD_HASH });
    expect((await confirmNotMe(findToken(notice))).body).toMatchObject({ email: next });
  });
});

it('sends no notice where no mail is set up', async () => {
  const without = await startTestApp();
  try {
    await without.signIn('customer@test.example');
    const { rows } = await without.database.pool.query('select id from account_links');
    expect(rows).toEqual([]);
  } finally {
    await without.close();
  }
});
