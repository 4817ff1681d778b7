import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changePassword } from '../../../contract/account/account.ts';
import { acceptInvitation, invitationPasskeyOptions } from '../../../contract/account/account-links.ts';
import { passkeySignIn } from '../../../contract/account/passkeys.ts';
import { accountLinks, authEvents, sessions, users } from '../../database/schema.ts';
import { createTestLink } from '../../testing/account-links.ts';
import { countWaiting } from '../../testing/count-waiting.ts';
import { type CreationOptions, getSignInOptions, registerPasskey } from '../../testing/passkey-calls.ts';
import { SoftwareAuthenticator } from '../../testing/software-authenticator.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { createLinkToken, hashLinkToken } from './account-links.ts';

const CHOSEN = 'seven larks above the mill';

let test: TestApp;
let token: string;
let email: string;
let authenticator: SoftwareAuthenticator;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  email = `${randomUUID()}@test.example`;
  token = await createTestLink(test, 'invitation', email);
  authenticator = new SoftwareAuthenticator();
});

type Answer = {
  sessionToken: string;
  user: { hasPassword?: boolean; fullName: string };
  code?: string;
  fields?: Record<string, string>;
};
const person = { firstName: 'Ann', lastName: 'Lee', acceptTerms: true };
const getOptions = (changes: object = {}) =>
  test.call<CreationOptions & Answer>('POST', invitationPasskeyOptions.path, {
    body: { token, ...person, ...changes },
  });
const accept = (secret: object) =>
  test.call<Answer>('POST', acceptInvitation.path, { body: { token, ...person, ...secret } });
const createPasskey = async () => ({
  response: authenticator.register((await getOptions()).body),
  name: 'Phone',
});
const setPassword = (sessionToken: string, newPassword = CHOSEN) =>
  test.call<Answer>('PUT', changePassword.path, { token: sessionToken, body: { newPassword } });
const remove = (sessionToken: string, id = authenticator.id) =>
  test.call<Answer>('DELETE', `/api/auth/passkeys/${id}`, { token: sessionToken });
const readKinds = async () =>
  (await test.database.db.select().from(authEvents))
    .filter((event) => event.email === email)
    .map(({ kind }) => kind);
const signIn = async () => {
  const response = authenticator.sign(await getSignInOptions(test));
  return test.call<Answer>('POST', passkeySignIn.path, { body: { response, selectedRole: 'customer' } });
};

describe('an invitation accepted with a passkey', () => {
  it('creates an account without a password, which its passkey signs in to', async () => {
    const { body } = await getOptions();
    expect(body).toMatchObject({ user: { name: email, displayName: 'Ann Lee' }, excludeCredentials: [] });
    const answer = await accept({ passkey: await createPasskey() });
    expect(answer).toMatchObject({
      status: 200,
      body: { user: { fullName: 'Ann Lee', hasPassword: false } },
    });
    expect(await readKinds()).toEqual(['invitation_accepted', 'passkey_added', 'sign_in']);
    expect((await signIn()).body.user.hasPassword).toBe(false);
    const body2 = { email, password: CHOSEN, selectedRole: 'customer' };
    expect((await test.call('POST', '/api/auth/login', { body: body2 })).status).toBe(401);
    expect((await accept({ password: CHOSEN })).body.code).toBe('LINK_EXPIRED');
  });

  it('accepts a password beside the passkey of an invitation', async () => {
    const answer = await accept({ passkey: await createPasskey(), password: CHOSEN });
    expect(answer.body.user).not.toHaveProperty('hasPassword');
    expect((await remove(answer.body.sessionToken)).status).toBe(200);
  });

  it.each([
    ['no secret at all', {}, 'password'],
    ['a weak password', { password: 'password1234' }, 'password'],
  ])('refuses an invitation with %s, and keeps it usable', async (_name, secret, field) => {
    const answer = await accept(secret);
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]]);
    expect((await accept({ passkey: await createPasskey() })).status).toBe(200);
  });

  it('checks names and terms before the browser makes a passkey', async () => {
    const answer = await getOptions({ firstName: ' ', acceptTerms: false });
    expect(answer.body.fields).toEqual({
      firstName: 'First name is required',
      acceptTerms: 'Accept the terms to continue',
    });
  });

  it('refuses a passkey made for another invitation, or used before, and stores nothing', async () => {
    const passkey = await createPasskey();
    const other = await createTestLink(test, 'invitation');
    const stolen = await test.call<Answer>('POST', acceptInvitation.path, {
      body: { token: other, ...person, passkey },
    });
    expect([stolen.status, stolen.body.code]).toEqual([422, 'PASSKEY_REFUSED']);
    expect((await accept({ passkey })).status).toBe(200);
    const replayed = await test.call<Answer>('POST', acceptInvitation.path, {
      body: { token: other, ...person, passkey },
    });
    expect(replayed.body.code).toBe('PASSKEY_REFUSED');
    const invited = (await test.database.db.select().from(users)).filter((user) => user.firstName === '');
    expect(invited.every(({ termsAcceptedAt }) => termsAcceptedAt === null)).toBe(true);
  });

  it('lets one person in of two who accept two invitations of one account at the same time', async () => {
    const { db, pool } = test.database;
    const userId = (await db.select().from(users)).find((user) => user.email === email)?.id ?? '';
    const second = createLinkToken();
    const expiresAt = new Date(Date.now() + 60_000);
    await db
      .insert(accountLinks)
      .values({ kind: 'invitation', userId, tokenHash: hashLinkToken(second), expiresAt });
    const passkey = await createPasskey();
    const client = await pool.connect();
    await client.query('begin');
    await client.query('select from users where id = $1 for update', [userId]);
    const answers = [
      accept({ passkey }),
      test.call<Answer>('POST', acceptInvitation.path, {
        body: { token: second, ...person, password: CHOSEN },
      }),
    ];
    await expect.poll(() => countWaiting(client)).toBe(2);
    await client.query('commit');
    client.release();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 410]);
    const links = await db.select().from(accountLinks).where(eq(accountLinks.userId, userId));
    expect(links.filter(({ usedAt, revokedAt }) => !usedAt && !revokedAt)).toEqual([]);
  });

  it('gives no challenge for a link that does not work', async () => {
    expect((await getOptions({ token: 'forged' })).body.code).toBe('LINK_EXPIRED');
    await accept({ password: CHOSEN });
    expect((await getOptions()).body.code).toBe('LINK_EXPIRED');
  });
});

describe('an account without a password', () => {
  it('keeps the last passkey of an account until it has a password', async () => {
    const { sessionToken } = (await accept({ passkey: await createPasskey() })).body;
    expect((await remove(sessionToken)).body.code).toBe('LAST_PASSKEY');
    const second = await registerPasskey(test, sessionToken);
    const answers = await Promise.all([remove(sessionToken), remove(sessionToken, second.id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await setPassword(sessionToken, 'password1234')).body.fields).toHaveProperty('newPassword');
    expect((await setPassword(sessionToken)).status).toBe(200);
    const left = answers[0]?.status === 200 ? second.id : authenticator.id;
    expect((await remove(sessionToken, left)).status).toBe(200);
    const user = await test.call<Answer['user']>('GET', '/api/auth/user', { token: sessionToken });
    expect(user.body).not.toHaveProperty('hasPassword');
  });

  it('sets a first password only after a recent sign-in, and asks for the current one from then on', async () => {
    const { sessionToken } = (await accept({ passkey: await createPasskey() })).body;
    await test.database.db.update(sessions).set({ authenticatedAt: new Date(Date.now() - 11 * 60_000) });
    expect((await setPassword(sessionToken)).body.code).toBe('REAUTHENTICATION_REQUIRED');
    await test.database.db.update(sessions).set({ authenticatedAt: new Date() });
    const answers = await Promise.all([
      setPassword(sessionToken),
      setPassword(sessionToken, `${CHOSEN} two`),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect((await setPassword(sessionToken)).body.fields).toEqual({
      currentPassword: 'Current password is required',
    });
  });
});
