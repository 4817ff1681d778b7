import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptInvitation } from '../../contract/account/account-links.ts';
import { admin } from '../testing/admin.ts';
import { addRoom, say } from '../testing/chat-rooms.ts';
import { uploadFile } from '../testing/media-files.ts';
import { openOperatorSession } from '../testing/operator-session.ts';
import { StreamReader } from '../testing/stream-reader.ts';
import { publish, startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const give = (...args: string[]) =>
  admin(args, { DATABASE_URL: test.testDatabase.connectionString, DATA_DIR: test.folder });
const count = async (table: string) =>
  Number((await test.database.pool.query(`select count(*) from ${table}`)).rows[0].count);
const feed = async () => (await test.database.pool.query('select * from feed')).rows[0];

describe('reset-all', () => {
  it('asks first, and removes nothing where nobody can answer', async () => {
    expect(await give('reset-all')).toMatchObject({ code: 2, out: '' });
    expect(await count('users')).toBe(4);
  });

  it('removes people and all they made, ends their streams, and begins a new history and ledger (§7.23)', async () => {
    const token = await test.signIn('one@test.example');
    const photo = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#523' } })
      .jpeg()
      .toBuffer();
    const { url } = await uploadFile(test, token, photo);
    await publish(test, token, { image_urls: [url] });
    await say(test, token, (await addRoom(test, 'Leverage Ideas')).id, 'Of yesterday');
    await openOperatorSession(test);
    const stream = await StreamReader.open(test.url, token);
    const { epoch } = await feed();

    const answer = await give('reset-all', '--yes');
    expect(answer).toMatchObject({ code: 0, err: '' });
    expect(answer.out).toContain('A new ledger starts with the next idea');
    await stream.ended;
    for (const table of [
      'users',
      'sessions',
      'trade_ideas',
      'idea_revisions',
      'chat_messages',
      'auth_events',
      'media',
      'operator_tokens',
    ])
      expect(await count(table), table).toBe(0);
    expect(await readdir(join(test.folder, 'media'))).toEqual(['arriving']);
    const rooms = await test.database.pool.query('select name from chat_rooms order by created_at');
    expect(rooms.rows.map(({ name }) => name)).toEqual(['Leverage Ideas', 'Exchange Ideas']);
    const after = await feed();
    expect(Number(after.epoch)).toBeGreaterThan(Number(epoch));
    expect(after).toMatchObject({ seq: '0', ledger_count: '0', ledger_head: '0'.repeat(64) });
  });

  it('leaves a usable deployment: an educator, an idea, a verified ledger that is append-only', async () => {
    const names = ['--first-name', 'Ada', '--last-name', 'Wren'];
    const { out } = await give('educators', 'set', '1', '--email', 'ada@test.example', ...names);
    const link = /#(\S+)/.exec(out)?.[1];
    const ada = { firstName: 'Ada', lastName: 'Wren', password: 'a password of her own choice' };
    const { body } = await test.call<{ sessionToken: string }>('POST', acceptInvitation.path, {
      body: { token: link, ...ada, acceptTerms: true },
    });
    await publish(test, body.sessionToken);
    expect((await give('verify-ledger')).out).toContain('Ledger intact: 1 entries about 1 ideas.');
    await expect(test.database.pool.query('truncate idea_revisions')).rejects.toThrow('append-only');
  });
});
