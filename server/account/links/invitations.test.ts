import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestLink } from '../../testing/account-links.ts';
import { admin } from '../../testing/admin.ts';
import { findLink, findToken, startMailServer, type TestMailServer } from '../../testing/mail-server.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { PASSWORD } from '../../testing/test-passwords.ts';

const CHOSEN = 'seven larks above the mill';
const EXPIRED = { status: 410, body: { code: 'LINK_EXPIRED' } };

let test: TestApp;
let mail: TestMailServer;

beforeAll(async () => {
  mail = await startMailServer();
  test = await startTestApp({ settings: mail.settings });
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
const give = (...args: string[]) =>
  admin(args, { DATABASE_URL: test.testDatabase.connectionString, ...mail.settings });
const view = (token: string) => test.call('POST', '/api/auth/invitation', { body: { token } });
const accept = (token: string, changes: object = {}) =>
  test.call<{ sessionToken: string; user: object }>('POST', '/api/auth/invitation/accept', {
    body: { token, firstName: 'Ann', lastName: 'Lee', password: CHOSEN, acceptTerms: true, ...changes },
  });

describe('an invitation', () => {
  it('leads from the mail of an invitation to a signed-in customer, who can sign in again later (§4.30)', async () => {
    expect(await give('users', 'invite', 'Ann@Test.example')).toMatchObject({ code: 0, err: '' });
    const received = await mail.waitForMail('ann@test.example');
    expect(received.subject).toBe("You're invited to Chartlark");
    expect(findLink(received)).toMatch(/^https:\/\/lark\.test\.example\/invitation#[A-Za-z0-9_-]{43}$/);
    const token = findToken(received);
    expect(await view(token)).toMatchObject({
      status: 200,
      body: { email: 'ann@test.example', firstName: '', lastName: '', role: 'customer', brand: 'Chartlark' },
    });
    const { status, body } = await accept(token);
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ fullName: 'Ann Lee' });
    expect((await test.call('GET', '/api/auth/user', { token: body.sessionToken })).status).toBe(200);
    expect(await rows("select terms_accepted_at from users where email = 'ann@test.example'")).toEqual([
      { terms_accepted_at: expect.any(Date) },
    ]);
    // Who has just chosen the password knows this browser.
    expect(
      await rows("select kind, new_browser from auth_events where email = 'ann@test.example' order by id"),
    ).toEqual([
      { kind: 'invited', new_browser: false },
      { kind: 'invitation_accepted', new_browser: false },
      { kind: 'sign_in', new_browser: false },
    ]);
    const again = { email: 'ann@test.example', password: CHOSEN, selectedRole: 'customer' };
    expect((await test.call('POST', '/api/auth/login', { body: again })).status).toBe(200);
    expect(await accept(token)).toMatchObject(EXPIRED);
    expect(await view(token)).toMatchObject(EXPIRED);
  });

  it('names every invalid field, and stays usable', async () => {
    const token = await createTestLink(test, 'invitation', 'fields@test.example');
    const answer = await accept(token, { firstName: ' ', password: 'short', acceptTerms: false });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        fields: {
          firstName: 'First name is required',
          password: 'Use at least 12 characters',
          acceptTerms: 'Accept the terms to continue',
        },
      },
    });
    expect(await accept(token, { password: 'Fields Lee fields', firstName: 'Fields' })).toMatchObject({
      status: 400,
      body: { fields: { password: expect.stringContaining('easy to guess') } },
    });
    expect((await accept(token)).status).toBe(200);
  });

  it('lets nobody sign in before the invitation is accepted, and one of two people who accept it at the same time', async () => {
    const token = await createTestLink(test, 'invitation', 'pair@test.example');
    const body = { email: 'pair@test.example', password: PASSWORD, selectedRole: 'customer' };
    expect((await test.call('POST', '/api/auth/login', { body })).status).toBe(401);
    const answers = await Promise.all([accept(token), accept(token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
  });

  it('ends the session that the browser had when an invitation is accepted', async () => {
    const before = await test.signIn('customer@test.example');
    const token = await createTestLink(test, 'invitation');
    expect((await accept(token, { replacedSessionToken: before })).status).toBe(200);
    expect((await test.call('GET', '/api/auth/user', { token: before })).status).toBe(401);
  });

  it('sends an invitation again for a forgotten password, unless it was revoked', async () => {
    await give('users', 'invite', 'again@test.example');
    const first = findToken(await mail.waitForMail('again@test.example'));
    const ask = () =>
      test.call('POST', '/api/auth/forgotten-password', { body: { email: 'again@test.example' } });
    await ask();
    const second = findToken(await mail.waitForMail('again@test.example', 2));
    // Anybody could have asked, so the first one stays.
    for (const link of [first, second]) expect((await view(link)).status).toBe(200);
    expect((await give('users', 'revoke-invitation', 'again@test.example')).code).toBe(0);
    for (const link of [first, second]) expect(await view(link)).toMatchObject(EXPIRED);
    await ask();
    await expect.poll(() => rows('select from chartlark_jobs.jobs')).toEqual([]);
    expect(mail.recipients.filter((address) => address === 'again@test.example')).toHaveLength(2);
  });

  it('lets an educator choose a name that no other educator has', async () => {
    const set = ['educators', 'set', '4', '--email', 'four@test.example', '--first-name', 'Edu'];
    const answer = await give(...set, '--last-name', 'Four', '--print');
    expect(answer.out).toContain('Created educator 4 (four@test.example).');
    const token = /#(\S+)/.exec(answer.out)?.[1] ?? '';
    expect((await view(token)).body).toMatchObject({ role: 'educator', lastName: 'Four' });
    expect(await accept(token, { firstName: 'Educator', lastName: 'one' })).toMatchObject({
      status: 400,
      body: { fields: { lastName: 'Another educator has this name' } },
    });
    expect((await accept(token, { firstName: 'Edu', lastName: 'Four' })).body.user).toMatchObject({
      role: 'educator',
      educatorId: '4',
    });
  });
});
