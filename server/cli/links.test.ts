import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptInvitation } from '../../contract/account/account-links.ts';
import { passkeySignIn } from '../../contract/account/passkeys.ts';
import { admin } from '../testing/admin.ts';
import { getSignInOptions, registerPasskey } from '../testing/passkey-calls.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { PASSWORD } from '../testing/test-passwords.ts';

let test: TestApp;
let folder: string;

beforeAll(async () => {
  test = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'chartlark-links-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await test.close();
});

/** Nobody listens there: commands only queue mails. */
const MAIL = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'hello@lark.test.example',
  BASE_URL: 'https://lark.test.example',
};
const give = (args: string[], env: Record<string, string> = {}) =>
  admin(args, { DATABASE_URL: test.testDatabase.connectionString, PORT: '3456', ...env });
const rows = async <T = Record<string, unknown>>(query: string) =>
  (await test.database.pool.query(query)).rows as T[];
const findToken = (text: string) => /#([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? '';
const view = async (kind: 'invitation' | 'password-reset', token: string) =>
  (await test.call('POST', `/api/auth/${kind}`, { body: { token } })).status;

describe('users invite', () => {
  it('prints the link of an invitation without mail, and replaces it at the next call', async () => {
    const first = await give(['users', 'invite', 'ann@test.example', '--first-name', 'Ann']);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toMatch(/^Link: http:\/\/localhost:3456\/invitation#\S{43}$/m);
    const second = await give(['users', 'invite', 'ann@test.example'], { BASE_URL: MAIL.BASE_URL });
    expect(second.out).toMatch(/^Link: https:\/\/lark\.test\.example\/invitation#\S{43}$/m);
    expect(await view('invitation', findToken(first.out))).toBe(410);
    expect(await view('invitation', findToken(second.out))).toBe(200);
    expect((await give(['users', 'list'])).out).toMatch(/^ann@test\.example +customer +Ann +.* invited$/m);
  });

  it('queues a mail where mail is set up, and the job holds no token', async () => {
    const answer = await give(['users', 'invite', 'bo@test.example'], MAIL);
    expect(answer.out).toContain('The link is sent to bo@test.example by mail.');
    const links = await rows<{ id: string; token_hash: Buffer | null }>(
      "select id, token_hash from account_links where user_id = (select id from users where email = 'bo@test.example')",
    );
    expect(links).toEqual([{ id: expect.any(String), token_hash: null }]);
    expect(
      await rows("select payload, max_attempts from chartlark_jobs._private_jobs where key like 'mail:%'"),
    ).toEqual([{ payload: { link: links[0]?.id }, max_attempts: 17 }]);
    const printed = await give(['users', 'invite', 'bo@test.example', '--print'], MAIL);
    expect(await view('invitation', findToken(printed.out))).toBe(200);
  });

  it.each([
    ['customer@test.example', 'customer@test.example already has an account.'],
    ['not an address', 'Not a valid email address.'],
  ])('refuses %s with the reason', async (email, reason) => {
    const answer = await give(['users', 'invite', email]);
    expect(answer).toMatchObject({ code: 2, out: '' });
    expect(answer.err).toContain(reason);
  });
});

describe('users invitations', () => {
  it('lists the newest invitation of each account with its state', async () => {
    for (const name of ['open', 'old', 'taken-back']) await give(['users', 'invite', `${name}@test.example`]);
    await give(['users', 'invite', 'waiting@test.example'], MAIL);
    await test.database.pool.query(
      "update account_links set expires_at = now() where user_id = (select id from users where email = 'old@test.example')",
    );
    expect(await give(['users', 'revoke-invitation', 'taken-back@test.example'])).toMatchObject({ code: 0 });
    const { out } = await give(['users', 'invitations']);
    expect(out).toMatch(/^open@test\.example +customer +\S+ \S+ +\S+ \S+ +open$/m);
    expect(out).toMatch(/^old@test\.example .* expired$/m);
    expect(out).toMatch(/^taken-back@test\.example .* revoked$/m);
    expect(out).toMatch(/^waiting@test\.example +customer +- +- +waiting$/m);
    expect(out).not.toContain('customer@test.example');
    const again = await give(['users', 'revoke-invitation', 'taken-back@test.example']);
    expect(again.err).toContain('has no open invitation');
  });
});

describe('users reset-link', () => {
  it('prints a link that works for a customer', async () => {
    const { out } = await give(['users', 'reset-link', 'customer@test.example']);
    expect(await view('password-reset', findToken(out))).toBe(200);
    const exported = await give(['users', 'export', 'customer@test.example']);
    const { tables } = JSON.parse(exported.out) as { tables: { account_links: object[] } };
    expect(tables.account_links).toEqual([expect.objectContaining({ kind: 'password_reset' })]);
    expect(tables.account_links[0]).not.toHaveProperty('token_hash');
  });

  it.each([
    ['ann@test.example', "hasn't accepted the invitation yet"],
    ['hidden@test.example', "is test data and can't sign in"],
    ['nobody@test.example', 'No account for nobody@test.example.'],
  ])('refuses %s with the reason', async (email, reason) => {
    const answer = await give(['users', 'reset-link', email]);
    expect(answer).toMatchObject({ code: 2, out: '' });
    expect(answer.err).toContain(reason);
  });
});

describe('educators set --email', () => {
  it('invites another person when the address changes, and nothing of the former one signs in or is read by the next', async () => {
    const token = await test.signIn('two@test.example');
    const authenticator = await registerPasskey(test, token);
    await test.database.pool.query(
      `insert into bookmarks (user_id, idea_id, is_bookmarked, note, updated_at)
        select id, gen_random_uuid(), false, 'Mine alone', now() from users where email = 'two@test.example'`,
    );
    const answer = await give(['educators', 'set', '2', '--email', 'heir@test.example']);
    expect(await rows('select note from bookmarks')).toEqual([]);
    expect(answer.out).toContain('Changed educator 2 (heir@test.example).\nNothing of the former person');
    const signIn = (body: object) =>
      test.call('POST', '/api/auth/login', { body: { selectedRole: 'educator', ...body } });
    for (const email of ['two@test.example', 'heir@test.example'])
      expect((await signIn({ email, password: PASSWORD })).status).toBe(401);
    const response = authenticator.sign(await getSignInOptions(test));
    const withPasskey = { response, selectedRole: 'educator' };
    expect((await test.call('POST', passkeySignIn.path, { body: withPasskey })).status).toBe(401);
    await expect.poll(async () => (await test.call('GET', '/api/auth/user', { token })).status).toBe(401);
    const link = findToken(answer.out);
    const heir = { firstName: 'An', lastName: 'Heir', password: 'seven larks above the mill' };
    const body = { token: link, ...heir, acceptTerms: true };
    const accepted = await test.call<{ user: object }>('POST', acceptInvitation.path, { body });
    expect(accepted.body.user).toMatchObject({ educatorId: '2' });
    const sources = await rows(
      "select source from known_sources k join users u on u.id = k.user_id where u.email = 'heir@test.example'",
    );
    // The browser and the network of the new person.
    expect(sources).toHaveLength(2);
    const events = await rows(
      "select a.kind from auth_events a join users u on u.id = a.user_id where u.email = 'heir@test.example' order by a.id",
    );
    expect(events.map(({ kind }) => kind)).toEqual([
      'invited',
      'sign_in_failed',
      'invitation_accepted',
      'sign_in',
    ]);
  });
});

describe('users import', () => {
  const importFile = async (names: string[], ...args: string[]) => {
    const path = join(folder, 'customers.csv');
    const lines = names.map((name) => `${name}@test.example,${name},Lee`);
    await writeFile(path, ['email,first_name,last_name', ...lines].join('\n'));
    return give(['users', 'import', path, ...args], MAIL);
  };

  it('prints a link for each customer, or queues a mail', async () => {
    const printed = await importFile(['cy', 'di'], '--print');
    expect(printed.code).toBe(0);
    const lines = printed.out.trimEnd().split('\n');
    expect(lines).toEqual([
      'email,link',
      expect.stringMatching(/^cy@test\.example,https:\/\/lark\.test\.example\/invitation#\S+$/),
      expect.stringMatching(/^di@test\.example,/),
    ]);
    expect(await view('invitation', findToken(lines[2] ?? ''))).toBe(200);
    const queued = await importFile(['ed']);
    expect(queued).toMatchObject({ code: 0, out: '' });
    expect(queued.err).toContain('Their links are sent by mail.');
    expect((await give(['users', 'invitations'])).out).toMatch(/^ed@test\.example .* waiting$/m);
  });

  it('deletes the links of a deleted account', async () => {
    expect((await give(['users', 'delete', 'cy@test.example', '--yes'])).code).toBe(0);
    expect((await give(['users', 'invitations'])).out).not.toContain('cy@');
  });
});
