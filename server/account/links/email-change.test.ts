import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sessions } from '../../database/schema.ts';
import { findToken, getAddress, startMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { PASSWORD, PASSWORD_HASH } from '../../testing/test-passwords.ts';
import { addUser } from '../users/users-service.ts';
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
  app.call<{ success?: boolean; code?: string; fields?: Record<string, string> }>('PUT', '/api/auth/email', {
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

it('leaves a change of email to the operator where no mail is set up, taken or not', async () => {
  const { token } = await signUp(without);
  for (const email of [after, 'customer@test.example'])
    expect(await change(without, token, email)).toMatchObject({
      status: 400,
      body: { fields: { email: 'Only the operator can change it' } },
    });
  expect(await ownEmail(without, token)).toBe(before);
});

describe('a change of email with mail', () => {
  it('changes the email once the link in the mail to the new address is opened, and only once', async () => {
    const { token } = await signUp(withMail);
    expect((await change(withMail, token, ` ${after.toUpperCase()} `)).body).toEqual({ success: true });
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

  it('answers a taken address like a free one, sends it nothing, and an export tells no difference', async () => {
    const { token } = await signUp(withMail);
    const taken = 'customer@test.example';
    expect((await change(withMail, token, taken)).body).toEqual({ success: true });
    await expect
      .poll(async () => (await withMail.database.pool.query('select from chartlark_jobs.jobs')).rows)
      .toEqual([]);
    await change(withMail, token, after);
    await mail.waitForMail(after);
    expect((await change(withMail, token, `another.${after}`)).status).toBe(200);
    await mail.waitForMail(`another.${after}`);
    expect(mail.received.map(getAddress)).not.toContain(taken);
    type Link = { email: string; created_at: string; expires_at: string; revoked_at: string | null };
    const { body } = await withMail.call<{ tables: { account_links: Link[] } }>('GET', '/api/auth/export', {
      token,
    });
    const links = body.tables.account_links.filter(({ email }) => [taken, after].includes(email));
    const describeLink = ({ created_at, expires_at, revoked_at }: Link) => [
      Math.round((Date.parse(expires_at) - Date.parse(created_at)) / 60_000),
      revoked_at !== null,
    ];
    expect(links.map(describeLink)).toEqual([
      [24 * 60, true],
      [24 * 60, true],
    ]);
    for (let times = 3; times < 5; times++) await change(withMail, token, taken);
    expect((await change(withMail, token, taken)).status).toBe(429);
  });

  it('refuses an invalid email at the field', async () => {
    const { token } = await signUp(withMail);
    expect(await change(withMail, token, 'nonsense')).toMatchObject({
      status: 400,
      body: { fields: { email: 'Not a valid email address' } },
    });
  });

  it('revokes the links that were sent to the former address', async () => {
    const { id, token } = await signUp(withMail);
    const reset = await createLink(withMail.database.db, id, 'password_reset', new Date());
    await change(withMail, token, after);
    await confirm(withMail, findToken(await mail.waitForMail(after)));
    expect((await withMail.call('POST', '/api/auth/password-reset', { body: { token: reset } })).status).toBe(
      410,
    );
  });

  it('needs a recent password to change the email, and refuses educators', async () => {
    const { token } = await signUp(withMail);
    await withMail.database.db.update(sessions).set({ authenticatedAt: new Date(Date.now() - 11 * 60_000) });
    expect((await change(withMail, token, after)).body.code).toBe('REAUTHENTICATION_REQUIRED');
    const educator = await withMail.signIn('one@test.example');
    expect((await change(withMail, educator, after)).status).toBe(403);
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
