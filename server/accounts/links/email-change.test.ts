import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sessions } from '../../database/schema.ts';
import { findToken, getAddress, startMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { PASSWORD, PASSWORD_HASH } from '../../testing/test-passwords.ts';
import { addUser } from '../../users/users-service.ts';
import { createLink } from './account-links.ts';

let withMail: TestApp;
let without: TestApp;
let mail: TestMailServer;
let count = 0;
let before: string;
let after: string;

beforeAll(async () => {
  mail = await startMailServer();
  withMail = await startTestApp({ settings: mail.settings });
  without = await startTestApp();
});
afterAll(async () => {
  await withMail.close();
  await without.close();
  await mail.close();
});
beforeEach(() => {
  count += 1;
  before = `before-${count}@test.example`;
  after = `after-${count}@test.example`;
});

/** A signed-in customer; returns the account's id too. */
const signUp = async ({ database, signIn }: TestApp) => {
  const person = {
    role: 'customer',
    email: before,
    firstName: 'Ann',
    lastName: 'Lee',
    passwordHash: PASSWORD_HASH,
  } as const;
  const { id } = await addUser(database.db, person);
  return { id, token: await signIn(before, 'customer') };
};
const change = (app: TestApp, token: string, email: string) =>
  app.call<{ changed?: boolean; code?: string; fields?: Record<string, string> }>('PUT', '/api/auth/email', {
    token,
    body: { email },
  });
const confirm = (app: TestApp, token: string) =>
  app.call<{ email?: string; code?: string }>('PUT', '/api/auth/email-change', { body: { token } });
const ownEmail = async (app: TestApp, token: string) =>
  (await app.call<{ email: string }>('GET', '/api/auth/user', { token })).body.email;
const canSignIn = async (app: TestApp, email: string) =>
  (
    await app.call('POST', '/api/auth/login', {
      body: { email, password: PASSWORD, selectedRole: 'customer' },
    })
  ).status === 200;

describe('a change of email without mail', () => {
  it('changes the email at once, in lower case, and refuses the former address at sign-in', async () => {
    const { token } = await signUp(without);
    expect((await change(without, token, ` ${after.toUpperCase()} `)).body).toEqual({ changed: true });
    expect(await ownEmail(without, token)).toBe(after);
    expect([await canSignIn(without, after), await canSignIn(without, before)]).toEqual([true, false]);
  });

  it.each([
    ['nonsense', 'Not a valid email address'],
    ['customer@test.example', "This address can't be used"],
    ['one@test.example', "This address can't be used"],
  ])('refuses %s at the field', async (email, message) => {
    const { token } = await signUp(without);
    expect(await change(without, token, email)).toMatchObject({
      status: 400,
      body: { fields: { email: message } },
    });
    expect(await ownEmail(without, token)).toBe(before);
  });

  it('revokes the links that were sent to the former address', async () => {
    const { id, token } = await signUp(without);
    const reset = await createLink(without.database.db, id, 'password_reset', new Date());
    await change(without, token, after);
    expect((await without.call('POST', '/api/auth/password-reset', { body: { token: reset } })).status).toBe(
      410,
    );
  });

  it('needs a recent password to change the email, and refuses educators', async () => {
    const { token } = await signUp(without);
    await without.database.db.update(sessions).set({ authenticatedAt: new Date(Date.now() - 11 * 60_000) });
    expect((await change(without, token, after)).body.code).toBe('REAUTHENTICATION_REQUIRED');
    const educator = await without.signIn('one@test.example');
    expect((await change(without, educator, after)).status).toBe(403);
  });
});

describe('a change of email with mail', () => {
  it('changes the email once the link in the mail to the new address is opened, and only once', async () => {
    const { token } = await signUp(withMail);
    expect((await change(withMail, token, after)).body).toEqual({ changed: false });
    expect([await canSignIn(withMail, before), await canSignIn(withMail, after)]).toEqual([true, false]);
    const received = await mail.waitForMail(after);
    expect(received.subject).toBe('Confirm your email for Chartlark');
    const link = findToken(received);
    const view = await withMail.call('POST', '/api/auth/email-change', { body: { token: link } });
    expect(view.body).toEqual({ email: after });
    const answers = await Promise.all([confirm(withMail, link), confirm(withMail, link)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    expect([await canSignIn(withMail, before), await canSignIn(withMail, after)]).toEqual([false, true]);
    expect((await confirm(withMail, link)).body.code).toBe('LINK_EXPIRED');
  });

  it('answers a taken address like a free one, and sends it nothing', async () => {
    const { token } = await signUp(withMail);
    expect((await change(withMail, token, 'customer@test.example')).body).toEqual({ changed: false });
    await change(withMail, token, after);
    await mail.waitForMail(after);
    expect(mail.received.map(getAddress)).not.toContain('customer@test.example');
    const exported = await withMail.call<{ tables: { account_links: { email: string }[] } }>(
      'GET',
      '/api/auth/export',
      { token },
    );
    const asked = exported.body.tables.account_links.map(({ email }) => email);
    const [first, ...others] = exported.body.tables.account_links.map((link) => Object.keys(link));
    for (const fields of others) expect(fields).toEqual(first);
    expect(first).not.toContain('revoked_at');
    expect(first).not.toContain('expires_at');
    expect(asked).toEqual(expect.arrayContaining(['customer@test.example', after]));
    for (let times = 2; times < 5; times++) await change(withMail, token, 'customer@test.example');
    expect((await change(withMail, token, 'customer@test.example')).status).toBe(429);
  });

  it('does not change the email if somebody else has the new address by now', async () => {
    const { token } = await signUp(withMail);
    await change(withMail, token, after);
    const link = findToken(await mail.waitForMail(after));
    await addUser(withMail.database.db, {
      role: 'customer',
      email: after,
      firstName: 'Bo',
      lastName: 'Ray',
      passwordHash: PASSWORD_HASH,
    });
    expect((await confirm(withMail, link)).body.code).toBe('LINK_EXPIRED');
    expect(await canSignIn(withMail, before)).toBe(true);
  });

  it('sends at most five mails an hour, and only the newest link works', async () => {
    const { token } = await signUp(withMail);
    for (let times = 0; times < 5; times++)
      expect((await change(withMail, token, `${times}.${after}`)).status).toBe(200);
    expect(await change(withMail, token, after)).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_ATTEMPTS' },
    });
    const newest = findToken(await mail.waitForMail(`4.${after}`));
    expect((await confirm(withMail, newest)).body.email).toBe(`4.${after}`);
    const { rows } = await withMail.database.pool.query(
      'select count(*)::int as open from account_links where email like $1 and used_at is null and revoked_at is null',
      [`%.${after}`],
    );
    expect(rows).toEqual([{ open: 0 }]);
  });
});
