import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admin } from '../testing/admin.ts';
import { StreamReader } from '../testing/stream-reader.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const give = (args: string[]) => admin(args, { DATABASE_URL: test.testDatabase.connectionString });

describe('educators', () => {
  const facts = [
    '--first-name',
    'Ada',
    '--last-name',
    'Wren',
    '--specialty',
    'Gold',
    '--profile-path',
    'ada-wren',
  ];

  it('creates the educator of an id, then changes what is named, and lists them', async () => {
    const created = await give(['educators', 'set', '5', '--email', 'ada@test.example', ...facts]);
    expect(created).toMatchObject({ code: 0, err: '' });
    expect(created.out).toMatch(/^Created educator 5 \(ada@test\.example\)\.\nLink: \S+\/invitation#\S+\n/);
    const changed = await give(['educators', 'set', '5', '--last-name', 'Heron', '--specialty', '']);
    expect(changed).toEqual({ code: 0, out: 'Changed educator 5 (ada@test.example).\n', err: '' });
    const { out } = await give(['educators', 'list']);
    expect(out).toMatch(/^5 +Ada Heron +ada@test\.example +- +ada-wren +active$/m);
  });

  it.each([
    [['8'], "An educator's id must be one of 1, 2, 3, 4, 5, 6, 7, not 8."],
    [
      ['6', '--email', 'six@test.example'],
      'There is no educator 6 yet. An email address and both names are required.',
    ],
    [['2', '--email', 'one@test.example'], 'one@test.example already has an account.'],
    [['2', '--profile-path', 'Two Words'], 'A profile path has lower-case letters'],
    [['2', '--profile-path', 'ada-wren'], 'Another educator has the profile path ada-wren.'],
  ])('refuses %j with the reason', async (args, reason) => {
    const answer = await give(['educators', 'set', ...args]);
    expect(answer).toMatchObject({ code: 2, out: '' });
    expect(answer.err).toContain(reason);
  });
});

describe('sessions', () => {
  it('lists who is signed in, and signs one person or everyone out', async () => {
    const [customer, one] = [
      await test.signIn('customer@test.example'),
      await test.signIn('one@test.example'),
    ];
    const stream = await StreamReader.open(test.url, customer);
    const all = await give(['sessions', 'list']);
    expect(all.out).toMatch(/^customer@test\.example .* 127\.0\.0\.1 /m);
    expect(all.out).toContain('2 open sessions.');
    expect((await give(['sessions', 'list', 'one@test.example'])).out).toContain('1 open session.');

    const revoked = await give(['sessions', 'revoke', 'customer@test.example']);
    expect(revoked).toEqual({ code: 0, out: 'Sessions ended: 1.\n', err: '' });
    await stream.ended;
    expect((await test.call('GET', '/api/auth/user', { token: one })).status).toBe(200);
    expect((await give(['sessions', 'revoke', '--all'])).out).toBe('Sessions ended: 1.\n');
  });

  it('names the missing argument', async () => {
    expect((await give(['sessions', 'revoke'])).err).toContain('Give either an email address or --all.');
    expect((await give(['sessions', 'list', 'nobody@test.example'])).code).toBe(2);
  });
});

describe('auth-log', () => {
  it('shows the newest first, page by page, and only what is asked for', async () => {
    const wrong = { email: 'two@test.example', password: 'not the password', selectedRole: 'educator' };
    for (let count = 0; count < 3; count++) await test.call('POST', '/api/auth/login', { body: wrong });
    await test.signIn('two@test.example');
    const first = await give(['auth-log', '--email', 'TWO@test.example', '--limit', '2', '--since', '1h']);
    const lines = first.out.trimEnd().split('\n');
    expect(lines[1]).toContain(' sign_in ');
    expect(lines[2]).toContain(' sign_in_failed ');
    const before = /--before (\d+)$/.exec(lines[3] ?? '')?.[1] ?? '';
    const second = await give(['auth-log', '--email', 'two@test.example', '--before', before]);
    expect(second.out.match(/sign_in_failed/g)).toHaveLength(2);
    const succeeded = await give(['auth-log', '--email', 'two@test.example', '--kind', 'sign_in']);
    expect(succeeded.out.trimEnd().split('\n')).toHaveLength(2);
  });

  it.each([
    [['--kind', 'signin'], '--kind must be one of sign_in,'],
    [['--since', 'yesterday'], '--since must be a time such as'],
    [['--limit', '0'], '--limit must be a number from 1 to 1000.'],
  ])('refuses %j', async (args, reason) => {
    const answer = await give(['auth-log', ...args]);
    expect(answer).toMatchObject({ code: 2, out: '' });
    expect(answer.err).toContain(reason);
  });
});
