import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { to as copyTo } from 'pg-copy-streams';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeArchive } from '../backup/archive-writer.ts';
import { BACKUP_FORMAT, type BackedUpTable, MANIFEST } from '../backup/backup-format.ts';
import { listMigrations } from '../backup/migrations-by-hand.ts';
import { copyTarget, listStoredTables } from '../backup/stored-tables.ts';
import { admin } from '../testing/admin.ts';
import { uploadFile } from '../testing/media-files.ts';
import { startS3Server } from '../testing/s3-server.ts';
import { StreamReader } from '../testing/stream-reader.ts';
import { publish, startTestApp, type TestApp } from '../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';

let test: TestApp;
let folder: string;
let file: string;

const env = (of: { testDatabase: TestDatabase; folder: string }) => ({
  DATABASE_URL: of.testDatabase.connectionString,
  DATA_DIR: of.folder,
});

/** What COPY says of every table: the bytes of all data. */
const readData = async ({ database }: TestDatabase): Promise<Map<string, string>> => {
  const client = await database.pool.connect();
  try {
    const data = new Map<string, string>();
    for (const table of await listStoredTables(client))
      data.set(table.name, await text(client.query(copyTo(`copy ${copyTarget(table)} to stdout`))));
    return data;
  } finally {
    client.release();
  }
};

const withoutEpoch = (data: Map<string, string>) =>
  new Map([...data].map(([name, rows]) => [name, name === 'feed' ? rows.replace(/^1\t\d+\t/, '') : rows]));

const readEpoch = async ({ database }: TestDatabase) =>
  Number((await database.pool.query('select epoch from feed')).rows[0].epoch);

const warnings: string[] = [];

beforeAll(async () => {
  // A restore locks the tables of the feed: when it is slow, a read of them times out, and is done again.
  const onLog = (line: string) => {
    if (!/Reading the feed failed|(Lost|Restored) the feed connection/.test(line)) warnings.push(line);
  };
  test = await startTestApp({ onLog });
  folder = await mkdtemp(join(tmpdir(), 'chartlark-backup-'));
  file = join(folder, 'backup.tar.gz');
  const one = await test.signIn('one@test.example');
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#235' } })
    .jpeg()
    .toBuffer();
  const { url } = await uploadFile(test, one, photo);
  await publish(test, one, { image_urls: [url], notes: 'Tabs\t, lines\n, \\N and "quotes" — ünïcode' });
  await publish(test, one, { pair: 'SPX/USDT', market_type: 'Crypto' });
  await test.database.pool.query("insert into chat_rooms (name) values ('Leverage Ideas')");
  // More than one entry of the file: 10 MB.
  await test.database.pool.query(
    "insert into auth_events (kind, address, user_agent) select 'sign_in', 'x', repeat(md5(n::text), 10) from generate_series(1, 30000) n",
  );
  await test.database.pool.query(`
    with owner as (select id from users where email = 'customer@test.example'),
      link as (insert into account_links (kind, user_id, token_hash, expires_at)
        select 'password_reset', id, sha256('token'), now() from owner),
      token as (insert into access_tokens (user_id, kind, name, token_hash, created_at)
        select id, 'feed', 'Reader', sha256('access token'), now() from owner),
      operator_passkey as (insert into operator_passkeys (id, name, public_key, counter, created_at)
        values ('id', 'Ada', '\\x00ff', 7, now())),
      passkey as (insert into passkeys (id, user_id, public_key, counter, transports, backed_up, name)
        select 'id', id, '\\x00ff', 7, '{internal,hybrid}', true, 'Phone' from owner),
      forecast as (insert into practice_forecasts (user_id, idea_id, asked_at, answered_at, probability, reason)
        select id, gen_random_uuid(), now(), now(), 65, 'Trend' from owner),
      follow as (insert into follows (user_id, educator_id, created_at) select id, '1', now() from owner),
      bookmark as (insert into bookmarks (user_id, idea_id, is_bookmarked, note, updated_at)
        select id, gen_random_uuid(), true, 'Mine', now() from owner),
      idea_read as (insert into idea_reads (user_id, idea_id, seen_at)
        select id, gen_random_uuid(), now() from owner),
      template as (insert into idea_templates (user_id, templates) select id, '[{"b": 1, "a": "x"}]' from owner),
      room_read as (insert into room_reads (user_id, room_id, message_at, message_id)
        select id, gen_random_uuid(), now(), gen_random_uuid() from owner),
      reading as (insert into reading_states (user_id, markets, news_read_at) select id, '{Forex}', now() from owner),
      secret as (insert into time_codes (user_id, secret, last_step) select id, '\\x00ff', 5 from owner)
    insert into recovery_codes (user_id, position, code_hash) select id, 0, sha256('code') from owner`);
  await test.signIn('customer@test.example');
  await test.database.pool.query(`
    with owner as (select id, (select id from sessions where user_id = users.id limit 1) as session
        from users where email = 'customer@test.example'),
      idea as (select id from trade_ideas limit 1),
      message as (insert into chat_messages (room_id, user_id, user_name, user_role, message)
        select chat_rooms.id, 'edu-1', 'One', 'educator', 'Hello' from chat_rooms limit 1),
      challenge as (insert into used_challenges (hash, expires_at) values (sha256('challenge'), now())),
      request as (insert into idempotency_keys (user_id, key, body_hash, answer)
        select id, 'key', repeat('0', 64), '{"b": 1, "a": [1.10]}' from owner),
      preference as (insert into notification_preferences (user_id, forex, crypto, updated_at)
        select id, false, false, now() from owner),
      setting as (insert into push_settings (user_id, status_changes, updated_at) select id, false, now() from owner),
      device as (insert into push_subscriptions (endpoint, p256dh, auth, user_id, session_id, created_at)
        select 'https://push.test.example/1', 'key', 'secret', id, session, now() from owner),
      notified as (insert into customer_notifications (trade_idea_id, user_id, notified_at)
        select idea.id, owner.id, now() from owner, idea),
      delivery as (insert into push_deliveries (notification_id, subscription_id, state, next_at, updated_at)
        select id, gen_random_uuid(), 'accepted', now(), now() from push_notifications limit 1),
      symbol as (insert into candle_symbols (source, name) values ('kraken', 'EURUSD') returning id),
      measured as (insert into idea_symbols (idea_id, symbol_id) select idea.id, symbol.id from idea, symbol),
      candle as (insert into candles (symbol_id, side, interval, at, open, high, low, close)
        select id, 'trade', 60000, 1795000000000, 1.10, 1.20, 1.00, 1.150 from symbol),
      coverage as (insert into candle_coverage (symbol_id, interval, since, until)
        select id, 60000, 1795000000000, 1795000060000 from symbol),
      touch as (insert into idea_touches (idea_id, level, price, since, until, found_at)
        select id, 'entry_1', 1.10, 1795000000000, 1795000060000, now() from idea),
      price_check as (insert into idea_checks (idea_id, report, result, found_at)
        select id, 'successful - 1', '{"conclusion": "checked"}', now() from idea),
      group_of_ideas as (insert into destinations (kind, name, target, secret, events, markets, shows_levels, created_at)
        select 'slack', 'Group', 'hooks.slack.com', '\\x00ff', '{published}', '{Forex}', true, now() returning id),
      post as (insert into posts (destination_id, idea_id, version, event, created_at, due_at, updated_at)
        select group_of_ideas.id, idea.id, 1, 'published', now(), now(), now() from group_of_ideas, idea),
      profile as (insert into user_profiles (user_id, role, bio, updated_at)
        select id, 'customer', 'Reads', now() from owner)
    insert into videos (educator_id, title, category, url, created_at, updated_at)
    select '1', 'Levels', 'Forex', 'https://video.test.example', now(), now()`);
  const answer = await admin(['backup', file], env(test));
  if (answer.code !== 0) throw new Error(answer.err);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await test.close();
  expect(warnings).toEqual([]);
});

describe('backup and restore', () => {
  it('writes a file only its owner may read, and overwrites none', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const again = await admin(['backup', file], env(test));
    expect(again).toMatchObject({ code: 2, out: '' });
    expect(again.err).toContain('already exists');
    const nowhere = await admin(['backup', join(folder, 'none', 'backup.tar.gz')], env(test));
    expect(nowhere.err).toContain('does not exist');
  });

  it('brings back every byte after everything was wiped, while the application runs; streams start over, and everybody is logged out', async () => {
    const before = await readData(test.testDatabase);
    expect([...before.keys()].filter((table) => before.get(table) === '')).toEqual([]);
    // Of the list of backups, the file has an older one.
    expect(before.get('settings')).toContain('backups');
    const epoch = await readEpoch(test.testDatabase);
    const token = await test.signIn('two@test.example');
    const stream = await StreamReader.open(test.url, token);
    await test.database.pool.query(
      `alter table idea_revisions disable trigger user;
       truncate users, trade_ideas, idea_revisions, chat_rooms, auth_events, media cascade`,
    );
    await rm(join(test.folder, 'media'), { recursive: true });

    const answer = await admin(['restore', file, '--yes'], env(test));
    expect(answer.err).not.toContain('Error');
    expect(answer.code).toBe(0);
    expect(answer.out).toContain('Everybody is logged out, and API tokens and feed addresses have ended.');
    const { rows: open } = await test.database.pool.query('select from sessions where ended_at is null');
    expect(open).toEqual([]);
    const after = await readData(test.testDatabase);
    // What was revoked since then must not let anybody in again.
    const ended = ['push_subscriptions', 'operator_passkeys', 'access_tokens', 'known_sources'];
    expect(ended.map((table) => after.get(table))).toEqual(ended.map(() => ''));
    const { rows: links } = await test.database.pool.query(
      'select kind from account_links where used_at is null and revoked_at is null',
    );
    expect(links.filter(({ kind }) => kind !== 'invitation')).toEqual([]);
    for (const data of [before, after])
      for (const table of ['sessions', 'account_links', ...ended]) data.delete(table);
    expect(withoutEpoch(after)).toEqual(withoutEpoch(before));
    expect(await readEpoch(test.testDatabase)).toBeGreaterThan(epoch);
    // Its session ends: a slow restore ends the stream before the feed is read again.
    let isEnded = false;
    void stream.ended.then(() => {
      isEnded = true;
    });
    const isReset = (reader: StreamReader) => reader.events.some(({ event }) => event === 'reset');
    await expect.poll(() => isEnded || isReset(stream)).toBe(true);
    const oldPosition = stream.events[0]?.id;
    const again = await StreamReader.open(test.url, await test.signIn('two@test.example'), oldPosition);
    await again.waitUntil(isReset);
    await Promise.all([stream.close(), again.close()]);
  });

  it('restores a database that works: the next idea follows the ledger, and the triggers exist', async () => {
    const one = await test.signIn('one@test.example');
    await publish(test, one);
    const ledger = await admin(['verify-ledger'], env(test));
    expect(ledger.out).toContain('Ledger intact: 3 entries about 3 ideas.');
    await expect(test.database.pool.query('delete from idea_revisions')).rejects.toThrow('append-only');
    const { rows } = await test.database.pool.query(
      "select history_market from trade_ideas where pair = 'SPX/USDT'",
    );
    expect(rows).toEqual([{ history_market: 'Forex' }]);
    const log = await test.database.pool.query<{ id: string }>(
      'select id from auth_events order by id desc limit 2',
    );
    expect(Number(log.rows[0]?.id) - Number(log.rows[1]?.id)).toBe(1);
    const [idea] = (
      await test.database.pool.query('select image_urls from trade_ideas where notes like $1', ['Tabs%'])
    ).rows;
    expect((await test.call('GET', idea.image_urls[0])).status).toBe(200);
  });

  it('restores into an empty database of another machine', async () => {
    const other = await createTestDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'chartlark-other-'));
    try {
      await other.database.pool.query(
        'drop schema public cascade; create schema public; drop schema drizzle cascade',
      );
      const target = { DATABASE_URL: other.connectionString, DATA_DIR: dataDir };
      expect(await admin(['restore', file], target)).toMatchObject({ code: 0 });
      expect((await readData(other)).get('users')).toBe((await readData(test.testDatabase)).get('users'));
      const { rows } = await other.database.pool.query<{ name: string; byte_size: number }>(
        'select * from media',
      );
      expect((await stat(join(dataDir, 'media', rows[0]?.name ?? ''))).size).toBe(rows[0]?.byte_size);
    } finally {
      await rm(dataDir, { recursive: true, force: true });
      await other.drop();
    }
  });

  it('carries uploads from a folder to a bucket, and from there into the next backup', async () => {
    const other = await createTestDatabase();
    const bucket = await startS3Server();
    const target = {
      DATABASE_URL: other.connectionString,
      DATA_DIR: join(folder, 'with-bucket'),
      S3_ENDPOINT: bucket.settings.endpoint,
      S3_BUCKET: bucket.settings.bucket,
      S3_REGION: bucket.settings.region,
      S3_ACCESS_KEY_ID: bucket.settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.settings.secretAccessKey,
    };
    try {
      expect(await admin(['restore', file], target)).toMatchObject({ code: 0 });
      expect([...bucket.objects.values()]).toMatchObject([{ contentType: 'image/jpeg' }]);
      const again = await admin(['backup', join(folder, 'from-bucket.tar.gz')], target);
      expect(again.out).toContain(' 1 uploads.');
    } finally {
      await bucket.close();
      await other.drop();
    }
  });

  it('asks before it replaces data, and changes nothing where nobody can answer', async () => {
    const before = await readData(test.testDatabase);
    const answer = await admin(['restore', file], env(test));
    expect(answer).toMatchObject({ code: 2, out: '' });
    expect(answer.err).toContain('Use --yes to replace it');
    expect(await readData(test.testDatabase)).toEqual(before);
  });

  it('refuses a file that is damaged, cut off, of a newer version, or none, before it changes anything', async () => {
    const before = await readData(test.testDatabase);
    const refusal = async (path: string) => {
      const answer = await admin(['restore', path, '--yes'], env(test));
      expect(answer).toMatchObject({ code: 2, out: '' });
      expect(await readData(test.testDatabase)).toEqual(before);
      return answer.err;
    };
    const path = join(folder, 'bad.tar.gz');

    await writeFile(path, await readFile(file));
    await truncate(path, (await stat(file)).size - 2_000);
    expect(await refusal(path)).toMatch(/cannot be read as a backup|no whole backup/);
    await writeFile(path, 'not a backup');
    expect(await refusal(path)).toContain('cannot be read as a backup');
    await rm(path);
    expect(await refusal(path)).toContain('cannot be read as a backup');

    const manifest = {
      format: BACKUP_FORMAT,
      made_at: '2026-01-01T00:00:00.000Z',
      migration: listMigrations().at(-1) ?? 0,
      tables: [] as BackedUpTable[],
      media: 0,
      missing_media: [],
      entries: [] as unknown[],
    };
    const write = (changes: Partial<typeof manifest>) =>
      writeArchive(path, new Date(), async (archive) => {
        await archive.add('tables/users/000000.copy', Buffer.from('x\n'));
        const entries = [...archive.entries];
        await archive.add(MANIFEST, Buffer.from(JSON.stringify({ ...manifest, entries, ...changes })));
      });
    await write({ format: BACKUP_FORMAT + 1 });
    expect(await refusal(path)).toContain('this version knows 1');
    await rm(path);
    await write({ migration: manifest.migration + 1 });
    expect(await refusal(path)).toContain('made by a newer version');
    await rm(path);
    const wrong = { name: 'tables/users/000000.copy', size: 2, sha256: '0'.repeat(64) };
    await write({ entries: [wrong] });
    expect(await refusal(path)).toContain('the checksum of tables/users/000000.copy does not fit');
    await rm(path);
    for (const odd of [{ entries: [{ ...wrong, name: 'a\nRestored' }] }, { made_at: '\u001b[2J\u202e' }]) {
      await write(odd);
      expect(await refusal(path)).toContain('its manifest is another one');
      await rm(path);
    }
    await write({});
    expect(await refusal(path)).toContain('holds other tables than its version had');
    await rm(path);
    const client = await test.database.pool.connect();
    const tables = (await listStoredTables(client)).map((table) => ({
      ...table,
      rows: table.name === 'users' ? 1 : 0,
    }));
    client.release();
    await write({ tables });
    expect(await refusal(path)).toContain('The database refused the backup, and nothing was changed: ');
  });
});
