import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StreamReader } from '../testing/stream-reader.ts';
import { publish, startTestApp, type TestApp } from '../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { Presence } from './presence.ts';

const TURN_MS = 20;

describe('customers online over several processes', () => {
  let test: TestDatabase;
  const processes: Presence[] = [];
  const start = (customers: number) => {
    const hub = { customers, countPeople: () => hub.customers };
    const presence = new Presence(test.database.db, hub, TURN_MS);
    processes.push(presence);
    presence.start();
    return { presence, hub };
  };
  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(async () => {
    for (const presence of processes) await presence.stop();
    await test.drop();
  });

  it('reports the same number in each process, follows changes and leaves out stopped or silent processes', async () => {
    const [one, two, three] = [start(5), start(2), start(0)];
    const numbers = () => [one, two, three].map(({ presence }) => presence.customersOnline);
    await expect.poll(numbers).toEqual([7, 7, 7]);
    three.hub.customers = 30;
    await expect.poll(numbers).toEqual([37, 37, 37]);

    await two.presence.stop();
    await expect.poll(() => [one.presence.customersOnline, three.presence.customersOnline]).toEqual([35, 35]);

    // A killed process leaves its row behind.
    await test.database.pool.query(
      "insert into presence values (gen_random_uuid(), 1000, now() - interval '26 seconds'), (gen_random_uuid(), 500, now() - interval '2 hours'), (gen_random_uuid(), 4, now() - interval '5 seconds')",
    );
    await expect.poll(() => [one.presence.customersOnline, three.presence.customersOnline]).toEqual([39, 39]);
    const { rows } = await test.database.pool.query('select customers from presence order by customers');
    expect(rows.map(({ customers }) => customers)).toEqual([4, 5, 30, 1000]);
  });

  it('keeps the last known number while the database is unavailable', async () => {
    const failing = { execute: () => Promise.reject(new Error('away')) };
    const presence = new Presence(failing as never, { countPeople: () => 3 }, TURN_MS);
    presence.start();
    await new Promise((resolve) => setTimeout(resolve, 3 * TURN_MS));
    expect(presence.customersOnline).toBe(3);
    await presence.stop();
  });
});

describe('GET /api/presence', () => {
  let test: TestApp;
  let educator: string;
  let customer: string;
  beforeAll(async () => {
    test = await startTestApp();
    [educator, customer] = await Promise.all([
      test.openSession('one@test.example'),
      test.openSession('customer@test.example'),
    ]);
  });
  afterAll(() => test.close());
  const read = (headers: Record<string, string> = {}) =>
    test.call('GET', '/api/presence', { token: educator, headers });

  it('counts customers, not streams, and answers 304 if unchanged (§7.24)', async () => {
    expect((await read()).body).toEqual({ reading: 0 });
    const readers = await Promise.all([
      StreamReader.open(test.url, customer),
      StreamReader.open(test.url, customer),
      StreamReader.open(test.url, educator),
    ]);
    const answer = await read();
    expect(answer.body).toEqual({ reading: 1 });
    const etag = answer.headers.get('etag') ?? '';
    for (const known of [etag, `W/${etag}`])
      expect((await read({ 'if-none-match': known })).status).toBe(304);
    await Promise.all(readers.map((reader) => reader.close()));
    await expect.poll(async () => (await read({ 'if-none-match': etag })).body).toEqual({ reading: 0 });
  });

  it('does not change the feed', async () => {
    const head = async () => (await test.database.pool.query('select epoch, seq from feed')).rows;
    await publish(test, educator);
    const before = await head();
    const reader = await StreamReader.open(test.url, customer);
    await expect.poll(async () => (await read()).body).toEqual({ reading: 1 });
    expect(await head()).toEqual(before);
    await reader.close();
  });
});
