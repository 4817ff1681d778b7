import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatMessage, ChatRoom } from '../../contract/chat-rows.ts';
import type { TradeIdea } from '../../contract/ideas.ts';
import type { NewsItem } from '../../contract/news.ts';
import type { ReadingState } from '../../contract/reading.ts';
import { admin } from '../testing/admin.ts';
import { createPreviousVersion, PREVIOUS_MIGRATION } from '../testing/previous-version.ts';
import { publish, startTestApp, type TestApp } from '../testing/test-app.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { applyMigrations, dropMigrationObjects, listMigrations } from './migrations-by-hand.ts';

const PUBLISHED = '2026-11-20T09:00:00.000Z';
const MOVED = '2026-11-20T09:30:00.000Z';
const CLOSED = '2026-11-20T11:00:00.000Z';
const CORRECTED = '2026-11-20T12:00:00.000Z';
const READING_TABLES = [
  'follows',
  'bookmarks',
  'idea_reads',
  'room_reads',
  'reading_states',
  'practice_forecasts',
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chartlark-older-backup-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/**
 * Makes a backup as a deployment did that began with version 0.1.0 and had migrations up to `index`. Today's command
 * writes the same file: it takes tables and columns from the database, and the format has not changed.
 */
const writeOlderBackup = async (index: number): Promise<string> => {
  const path = join(folder, `before-${index + 1}.tar.gz`);
  const { database, connectionString, drop } = await createTestDatabase();
  const client = await database.pool.connect();
  try {
    const [first = 0, newest = 0] = [PREVIOUS_MIGRATION, index].map((at) => listMigrations()[at]);
    await dropMigrationObjects(client);
    await applyMigrations(client, 0, first);
    const previous = createPreviousVersion(database.pool);
    const customer = await previous.addUser('customer@test.example');
    const educator = { id: await previous.addUser('one@test.example', '1'), name: 'Ann Lee' };
    await previous.publish(educator, PUBLISHED, { pair: 'GBP/USD' });
    const idea = await previous.publish(educator, PUBLISHED);
    const moved = await previous.change(idea, MOVED, { invalidation_level: '1.0800' });
    const closed = await previous.change(moved, CLOSED, { status: 'successful', result_level: 'exit_1' });
    await previous.change(closed, CORRECTED, { lesson: 'Wait for the close.' });
    await previous.say('Leverage Ideas', 'edu-1', CORRECTED, 'From before the update.');
    await previous.savePreferences(customer, true, false);
    await previous.savePushSettings(customer, true);
    await client.query('begin');
    await applyMigrations(client, first, newest);
    await client.query('commit');
    await client.query('delete from drizzle.__drizzle_migrations where created_at > $1', [newest]);
    const answer = await admin(['backup', path], { DATABASE_URL: connectionString, DATA_DIR: folder });
    if (answer.code !== 0) throw new Error(answer.err);
    return path;
  } finally {
    client.release();
    await drop();
  }
};

describe.each([
  { version: 'version 0.1.0', index: PREVIOUS_MIGRATION },
  { version: 'the time before migration 0011', index: 10 },
  { version: 'the time before migration 0012', index: 11 },
])('a backup of $version, restored', ({ index }) => {
  let test: TestApp;
  let customer: string;
  let educator: string;
  const get = async <T>(path: string, token = customer) => (await test.call<T>('GET', path, { token })).body;
  const env = () => ({ DATABASE_URL: test.testDatabase.connectionString, DATA_DIR: test.folder });
  const findIdea = async (pair: string) =>
    (await get<TradeIdea[]>('/api/trade-ideas')).find((idea) => idea.pair === pair);
  const readNews = async () =>
    (await get<NewsItem[]>('/api/news')).map(({ kind, is_unread }) => `${kind}${is_unread ? ' *' : ''}`);

  beforeAll(async () => {
    // The news cover 30 days.
    test = await startTestApp({ clock: () => new Date('2026-11-21T09:00:00.000Z') });
    const answer = await admin(['restore', await writeOlderBackup(index), '--yes'], env());
    if (answer.code !== 0) throw new Error(answer.err);
    customer = await test.openSession('customer@test.example');
    educator = await test.openSession('one@test.example');
  });
  afterAll(() => test.close());

  it('restores users, ideas, ledger, messages and settings', async () => {
    expect(await findIdea('GBP/USD')).toMatchObject({ status: 'active', closed_at: null, plan: null });
    expect(await findIdea('EUR/USD')).toMatchObject({
      status: 'successful',
      result_level: 'exit_1',
      lesson: 'Wait for the close.',
      closed_at: CLOSED,
      plan: { invalidation_level: '1.0755' },
    });
    expect((await admin(['verify-ledger'], env())).out).toContain('Ledger intact: 5 entries about 2 ideas.');
    const [room] = await get<ChatRoom[]>('/api/chat/rooms');
    expect(await get<ChatMessage[]>(`/api/chat/rooms/${room?.id}/messages`)).toMatchObject([
      { message: 'From before the update.' },
    ]);
    expect(await get('/api/notifications/preferences')).toEqual({ Forex: true, Crypto: false });
    expect(await get('/api/push/settings')).toEqual({
      statusChanges: true,
      followedOnly: { Forex: false, Crypto: false },
      quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' },
    });
  });

  it('restores an empty reading state: the first device of an account starts without anything unread', async () => {
    for (const table of READING_TABLES)
      expect((await test.database.pool.query(`select * from ${table}`)).rows, table).toEqual([]);
    // SPEC §4: a device that finds no market here takes its first load as seen.
    expect(await get('/api/reading')).toEqual({ markets: [], ideas: [], rooms: [] });
    const all = ['message', 'published', 'published'];
    expect((await readNews()).toSorted()).toEqual(all);
    const body = { markets: ['Forex'], ideas: [], rooms: [] };
    expect((await test.call('POST', '/api/reading', { token: customer, body })).status).toBe(200);
    expect((await readNews()).toSorted()).toEqual(all);
    expect(await get('/api/reading')).toEqual({ ...body, markets: ['Forex'] });
  });

  it('accepts follows, bookmarks, notes, what is read, and the next idea after the restore', async () => {
    const idea = await findIdea('GBP/USD');
    const put = (path: string, body?: unknown) => test.call('PUT', path, { token: customer, body });
    expect((await put('/api/follows/1')).body).toEqual({ educator_ids: ['1'] });
    expect((await put(`/api/bookmarks/${idea?.id}`, { is_bookmarked: true, note: 'Mine.' })).status).toBe(
      200,
    );
    expect(await get('/api/bookmarks')).toMatchObject([{ note: 'Mine.', idea: { pair: 'GBP/USD' } }]);
    const ideas = [{ id: idea?.id, viewed: true, read: null }];
    const body = { markets: [], ideas, rooms: [] };
    expect((await test.call('POST', '/api/reading', { token: customer, body })).status).toBe(200);
    expect((await get<ReadingState>('/api/reading')).ideas).toEqual(ideas);
    const followedOnly = { Forex: true, Crypto: false };
    await put('/api/push/settings', { statusChanges: true, followedOnly, quietHours: null });
    expect(await get('/api/push/settings')).toMatchObject({ followedOnly });
    await publish(test, educator, { pair: 'AUD/CAD' });
    expect((await admin(['verify-ledger'], env())).out).toContain('Ledger intact: 6 entries about 3 ideas.');
  });
});
