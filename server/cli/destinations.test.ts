import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { destinations } from '../database/schema.ts';
import { openSecret } from '../outward/sealed-secrets.ts';
import { admin } from '../testing/admin.ts';
import { TELEGRAM_TOKEN } from '../testing/group-server.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const DISCORD = 'https://discord.com/api/webhooks/1234/token-of-discord';

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());
afterEach(async () => {
  await testDatabase.database.db.delete(destinations);
});

const give = (args: string[], stdin?: string, env: Record<string, string> = {}) =>
  admin(
    ['destinations', ...args],
    {
      DATABASE_URL: testDatabase.connectionString,
      OUTWARD_KEY: KEY,
      BASE_URL: 'https://lark.test.example',
      ...env,
    },
    stdin,
  );
const list = () => testDatabase.database.db.select().from(destinations);
const readSecret = async () => {
  const [row] = await list();
  return row && openSecret(Buffer.from(KEY, 'base64'), row.id, row.secret);
};

describe('destinations', () => {
  it('adds one with its secret from standard input, encrypted and never shown again', async () => {
    const added = await give(
      [
        'add',
        'telegram',
        'Main group',
        '--chat',
        '@my_group',
        '--events',
        'published,closed',
        '--markets',
        'Forex',
        '--educators',
        '1,3',
        '--without-levels',
      ],
      `${TELEGRAM_TOKEN}\n`,
    );
    expect(added).toMatchObject({
      code: 0,
      out: 'Added destination "Main group". "destinations test" posts a test.\n',
    });
    const [row] = await list();
    expect(row).toMatchObject({
      kind: 'telegram',
      target: '@my_group',
      events: ['published', 'closed'],
      markets: ['Forex'],
      educators: ['1', '3'],
      showsLevels: false,
      state: 'active',
    });
    expect(row?.secret.toString('latin1')).not.toContain('AAAA');
    expect(await readSecret()).toBe(TELEGRAM_TOKEN);
    const { out } = await give(['list']);
    expect(out).toMatch(
      /Main group\s+telegram\s+@my_group\s+published,closed\s+Forex\s+1,3\s+no\s+\S+ \S+\s+active\n/,
    );
    expect(`${out}${added.err}`).not.toContain('AAAA');
  });

  it('makes the signing key of a webhook, and shows it once', async () => {
    const { out } = await give(['add', 'webhook', 'Desk'], 'https://desk.example.org/hooks?a=1');
    const [, key] = /Signing key: (whsec_\S{44})\n/.exec(out) ?? [];
    expect(await readSecret()).toBe(`${key} https://desk.example.org/hooks?a=1`);
    const listed = (await give(['list'])).out;
    expect(listed).toMatch(
      /Desk\s+webhook\s+desk\.example\.org\s+published,changed,step,closed\s+Forex,Crypto\s+all\s+yes/,
    );
    expect(listed).not.toContain('whsec');
  });

  it.each([
    [['add', 'signal', 'X'], DISCORD, 'KIND must be of telegram'],
    [['add', 'discord', ' '], DISCORD, 'Name is required'],
    [['add', 'discord', 'X', '--events', 'published,opened'], DISCORD, '--events must be of'],
    [['add', 'discord', 'X', '--educators', '9'], DISCORD, '--educators must be of'],
    [['add', 'discord', 'X'], 'https://discord.com/token-of-discord', 'This is no address like'],
    [['add', 'slack', 'X'], 'http://hooks.slack.com/services/T/B/token-of-slack', 'This is no address like'],
    [['add', 'webhook', 'X'], 'https://10.0.0.1/token-of-desk', 'This is no address like'],
    [['add', 'telegram', 'X', '--chat', '@my_group'], '123456:short-token-of', 'This is no token'],
    [['add', 'telegram', 'X'], TELEGRAM_TOKEN, 'The chat must be a group'],
    [['pause', 'X'], '', 'There is no destination "X"'],
  ] as const)('refuses %j', async (args, stdin, message) => {
    const answer = await give([...args], stdin);
    expect(answer).toMatchObject({ code: 2, out: '' });
    expect(answer.err).toContain(message);
    expect(answer.err).not.toMatch(/token-of|AAAA/);
    expect(await list()).toEqual([]);
  });

  it('refuses a name twice, and needs a key and the address of the web app', async () => {
    await give(['add', 'discord', 'Group'], DISCORD);
    expect((await give(['add', 'discord', 'Group'], DISCORD)).err).toContain(
      'There is already a destination "Group".',
    );
    for (const name of ['OUTWARD_KEY', 'BASE_URL']) {
      const answer = await give(['add', 'discord', 'Other'], DISCORD, { [name]: '' });
      expect(answer.code).toBe(2);
      expect(answer.err.split('\n')).toEqual([expect.stringContaining(`${name} must be set`), '']);
    }
  });

  it('says that the key is missing, with another one', async () => {
    await give(['add', 'discord', 'Group'], DISCORD);
    const other = { OUTWARD_KEY: Buffer.alloc(32, 8).toString('base64') };
    expect((await give(['list'], '', other)).out).toContain('  key missing\n');
    expect(await give(['test', 'Group'], '', other)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining('key missing'),
    });
  });

  it('posts a test, and says without the address why it did not arrive', async () => {
    await give(['add', 'webhook', 'Group'], 'https://no-such-name.invalid/token-of-desk');
    const answer = await give(['test', 'Group']);
    expect(answer).toEqual({ code: 2, out: '', err: 'Not posted: no answer.\n' });
  });

  it('pauses, resumes and removes', async () => {
    await give(['add', 'discord', 'Group'], DISCORD);
    const { pool } = testDatabase.database;
    await pool.query(`with room as (insert into chat_rooms (name) values ('Room') returning id),
        message as (insert into chat_messages (room_id, user_id, user_name, user_role, message)
          select id, 'edu-1', 'One', 'educator', 'Hello' from room returning id)
      insert into posts (destination_id, chat_message_id, event, created_at, due_at, updated_at)
      select d.id, message.id, 'message', now(), now(), now() from destinations d, message`);
    expect((await give(['pause', 'Group'])).out).toBe('Paused "Group".\n');
    expect((await pool.query('select state, reason from posts')).rows).toEqual([
      { state: 'failed', reason: 'paused' },
    ]);
    expect((await give(['list'])).out).toContain('paused');
    await pool.query(
      "update destinations set state = 'disabled', reason = 'channel archived', failures = 3, failing_since = now()",
    );
    expect((await give(['list'])).out).toContain('disabled: channel archived');
    await give(['resume', 'Group']);
    expect(await list()).toMatchObject([{ state: 'active', reason: null, failures: 0, failingSince: null }]);
    await give(['remove', 'Group']);
    expect(await list()).toEqual([]);
    expect((await pool.query('select from posts')).rowCount).toBe(0);
  });
});
