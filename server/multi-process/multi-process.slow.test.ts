import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatMessage, ChatRoom } from '../../contract/chat/chat-schemas.ts';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import { type AppProcess, startAppProcess } from '../testing/app-process.ts';
import { jpeg, uploadFile } from '../testing/media-files.ts';
import { callAt, signInAt } from '../testing/process-calls.ts';
import { type S3Server, startS3Server } from '../testing/s3-server.ts';
import { StreamReader } from '../testing/stream-reader.ts';
import { ideaInput } from '../testing/test-app.ts';
import { createEmptyDatabase, type TestDatabase } from '../testing/test-database.ts';
import { Traffic } from '../testing/traffic.ts';

/** DESIGN §10: any number of processes on any PostgreSQL, uploads in a bucket, no sticky sessions, no local state. */
let test: TestDatabase;
let bucket: S3Server;
let folder: string;
let apps: AppProcess[] = [];
let educator: string;

const settings = (): Record<string, string> => {
  const { endpoint, bucket: name, region, accessKeyId, secretAccessKey } = bucket.settings;
  return {
    DATABASE_URL: test.connectionString,
    DATA_DIR: folder,
    DEMO: 'on',
    // Prices come, and results are checked, at times of their own.
    CANDLE_SOURCES: 'off',
    S3_ENDPOINT: endpoint,
    S3_BUCKET: name,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  };
};
const getUrl = (index: number) => apps[index % apps.length]?.url ?? '';
const count = async (sql: string) =>
  Number((await test.database.pool.query<{ count: string }>(sql)).rows[0]?.count);
const publishAt = async (index: number, notes = randomUUID()): Promise<TradeIdea> => {
  const answer = await callAt(getUrl(index), 'POST', '/api/trade-ideas', {
    token: educator,
    body: ideaInput({ notes }),
  });
  expect(answer.status).toBe(201);
  return (await answer.json()) as TradeIdea;
};

beforeAll(async () => {
  [test, bucket, folder] = await Promise.all([
    createEmptyDatabase(),
    startS3Server(),
    mkdtemp(join(tmpdir(), 'chartlark-many-')),
  ]);
  // Concurrent starts on a database without tables.
  const starts = await Promise.allSettled([settings(), settings(), settings()].map(startAppProcess));
  // Started ones are stopped even if another failed.
  apps = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  for (const start of starts) if (start.status === 'rejected') throw start.reason;
  educator = await signInAt(getUrl(0), 'educator');
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.kill()));
  await test.drop();
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

describe('three processes on one database', () => {
  it('starts three processes concurrently on an empty database and applies each migration and the demo once', async () => {
    expect(await count('select count(*) from drizzle.__drizzle_migrations')).toBe(
      await count('select count(distinct hash) from drizzle.__drizzle_migrations'),
    );
    expect(await count("select count(*) from users where email = 'customer@demo.test'")).toBe(1);
    expect(await count('select count(*) from chat_rooms')).toBe(
      await count('select count(distinct name) from chat_rooms'),
    );
    expect(await count('select count(*) from feed')).toBe(1);
    for (const { url } of apps) expect((await callAt(url, 'GET', '/readyz')).status).toBe(200);
  });

  it('shares sessions between processes, and ends them everywhere, including streams', async () => {
    const token = await signInAt(getUrl(0), 'customer');
    const users = await Promise.all(apps.map(({ url }) => callAt(url, 'GET', '/api/auth/user', { token })));
    expect(users.map(({ status }) => status)).toEqual([200, 200, 200]);
    const readers = await Promise.all(apps.map(({ url }) => StreamReader.open(url, token)));
    await callAt(getUrl(1), 'POST', '/api/auth/logout', { token });
    await Promise.all(readers.map(({ ended }) => ended));
    const statuses = () =>
      Promise.all(
        apps.map(async ({ url }) => (await callAt(url, 'GET', '/api/auth/user', { token })).status),
      );
    await expect.poll(statuses).toEqual([401, 401, 401]);
  });

  it('sends every reader the same events in the same order', async () => {
    const readers = await Promise.all(
      Array.from({ length: 9 }, (_, index) => StreamReader.open(getUrl(index), educator)),
    );
    await Promise.all(readers.map((reader) => reader.waitUntil(({ events }) => events.length > 0, 'ready')));
    const ideas: TradeIdea[] = [];
    // Four at once in each process: publications wait for each other, and a slow machine would time out more.
    while (ideas.length < 60)
      ideas.push(...(await Promise.all(Array.from({ length: 12 }, (_, index) => publishAt(index)))));
    await Promise.all(readers.map((reader) => reader.waitUntil(({ changes }) => changes.length === 60)));
    const [first, ...others] = readers.map(({ changes }) => changes);
    for (const other of others) expect(other).toEqual(first);
    const ids = first?.map(({ data }) => (data as { record: TradeIdea }).record.id);
    expect(ids?.toSorted()).toEqual(ideas.map(({ id }) => id).toSorted());
    await Promise.all(readers.map((reader) => reader.close()));
  });

  it('replays no text of a deleted message, whichever process deleted it', async () => {
    const reader = await StreamReader.open(getUrl(0), educator);
    await reader.waitUntil(({ events }) => events.length > 0, 'ready');
    const { lastId } = reader;
    await reader.close();
    const [room] = (await (
      await callAt(getUrl(0), 'GET', '/api/chat/rooms', { token: educator })
    ).json()) as ChatRoom[];
    const sent = await callAt(getUrl(0), 'POST', `/api/chat/rooms/${room?.id}/messages`, {
      token: educator,
      body: { message: 'A secret' },
    });
    expect(sent.status).toBe(201);
    const { id } = (await sent.json()) as ChatMessage;
    const path = `/api/chat/messages/${id}`;
    const others = await Promise.all(apps.map(({ url }) => StreamReader.open(url, educator, lastId)));
    await Promise.all(others.map((other) => other.waitUntil(({ changes }) => changes.length === 1)));
    expect((await callAt(getUrl(1), 'DELETE', path, { token: educator })).status).toBe(200);
    await Promise.all(others.map((other) => other.waitUntil(({ changes }) => changes.length === 2)));
    for (const { url } of apps) {
      const resumed = await StreamReader.open(url, educator, lastId);
      await resumed.waitUntil(({ changes }) => changes.length === 1);
      expect(resumed.changes[0]?.data).toMatchObject({ record: { id, is_deleted: true } });
      expect(JSON.stringify(resumed.events)).not.toContain('A secret');
      await resumed.close();
    }
    await Promise.all(others.map((other) => other.close()));
  });

  it('returns the same bytes with the same ETag, and shows authors their write in their process', async () => {
    const path = '/api/trade-ideas?market=Forex&state=active';
    const idea = await publishAt(2);
    const own = (await (await callAt(getUrl(2), 'GET', path, { token: educator })).json()) as TradeIdea[];
    expect(own.map(({ id }) => id)).toContain(idea.id);
    const tags = () =>
      Promise.all(
        apps.map(async ({ url }) =>
          (await callAt(url, 'GET', path, { token: educator })).headers.get('etag'),
        ),
      );
    await expect.poll(async () => new Set(await tags()).size).toBe(1);
    expect((await tags())[0]).toMatch(/^"[\w-]{27}"$/);
  });

  it('creates no second idea for a retry at another process', async () => {
    const body = ideaInput({ notes: 'once' });
    const headers = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      [0, 1, 2, 0, 1, 2].map((index) =>
        callAt(getUrl(index), 'POST', '/api/trade-ideas', { token: educator, body, headers }),
      ),
    );
    const ideas = (await Promise.all(answers.map((answer) => answer.json()))) as TradeIdea[];
    expect(new Set(ideas.map(({ id }) => id)).size).toBe(1);
    expect(await count("select count(*) from trade_ideas where notes = 'once'")).toBe(1);
  });

  it('shares uploads through the bucket', async () => {
    const { url } = await uploadFile({ url: getUrl(0) }, educator, await jpeg());
    const files = await Promise.all(
      apps.map(async (app) => Buffer.from(await (await callAt(app.url, 'GET', url)).arrayBuffer())),
    );
    expect(files[0]?.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    expect(files.every((file) => file.equals(files[0] ?? Buffer.alloc(0)))).toBe(true);
  });

  it('counts a customer once over all processes', async () => {
    const token = await signInAt(getUrl(0), 'customer');
    const readers = await Promise.all(
      Array.from({ length: 4 }, (_, index) => StreamReader.open(getUrl(index), token)),
    );
    const numbers = () =>
      Promise.all(
        apps.map(async ({ url }) => (await callAt(url, 'GET', '/api/presence', { token: educator })).json()),
      );
    await expect.poll(numbers).toEqual(Array(3).fill({ reading: 1 }));
    await Promise.all(readers.map((reader) => reader.close()));
    await expect.poll(numbers).toEqual(Array(3).fill({ reading: 0 }));
  });

  it('loses nothing when one process is killed in the middle of traffic and restarted', async () => {
    let turn = 0;
    const traffic = new Traffic({ url: () => getUrl(turn++), token: educator, writers: 4, readers: 6 });
    await traffic.start();
    await sleep(500);
    await apps[1]?.kill();
    await sleep(1_000);
    apps[1] = await startAppProcess(settings());
    await sleep(500);
    await traffic.finish();
    expect(traffic.acknowledged.size).toBeGreaterThan(20);
    // Only connections of the killed process broke; no response was an error.
    expect(new Set(traffic.refusals)).toEqual(new Set(['broken']));
  });

  // Last, because it blocks this machine's address.
  it('counts the failed sign-ins of all processes', async () => {
    const attempt = (index: number, password: string) =>
      callAt(getUrl(index), 'POST', '/api/auth/login', {
        body: { email: 'customer@demo.test', password, selectedRole: 'customer' },
      });
    for (let index = 0; index < 10; index++) expect((await attempt(index, 'wrong')).status).toBe(401);
    const answers = await Promise.all([0, 1, 2].map((index) => attempt(index, 'learn-to-trade')));
    expect(answers.map(({ status }) => status)).toEqual([429, 429, 429]);
  });
});
