import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StreamReader } from '../testing/stream-reader.ts';
import { publish, startTestApp, type TestApp } from '../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { Presence } from './presence.ts';

const TURN_MS = 20;

describe('customers online over several processes', () => {
  let test: TestDatabase;
  const processes: Presence[] = [];
  const ids = (from: number, to: number) =>
    Array.from(
      { length: to - from },
      (_, at) => `00000000-0000-4000-8000-${String(from + at).padStart(12, '0')}`,
    );
  const start = (customers: string[]) => {
    const hub = { customers, listPeople: () => new Set(hub.customers) };
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
    const [one, two, three] = [start(ids(0, 5)), start(ids(5, 7)), start([])];
    const numbers = () => [one, two, three].map(({ presence }) => presence.customersOnline);
    await expect.poll(numbers).toEqual([7, 7, 7]);
    three.hub.customers = ids(100, 130);
    await expect.poll(numbers).toEqual([37, 37, 37]);

    // Who has a device at each of two processes is one person.
    one.hub.customers = ids(0, 6);
    await expect.poll(numbers).toEqual([37, 37, 37]);
    one.hub.customers = ids(0, 5);

    await two.presence.stop();
    await expect.poll(() => [one.presence.customersOnline, three.presence.customersOnline]).toEqual([35, 35]);

    // A killed process leaves its row behind.
    const insert =
      'insert into presence values (gen_random_uuid(), $1, now() - make_interval(secs => $2)), (gen_random_uuid(), $3, now() - make_interval(secs => $4)), (gen_random_uuid(), $5, now() - make_interval(secs => $6))';
    await test.database.pool.query(insert, [ids(1000, 2000), 26, ids(2000, 2500), 7200, ids(3000, 3004), 5]);
    await expect.poll(() => [one.presence.customersOnline, three.presence.customersOnline]).toEqual([39, 39]);
    const { rows } = await test.database.pool.query(
      'select cardinality(customers) as size from presence order by size',
    );
    expect(rows.map(({ size }) => size)).toEqual([4, 5, 30, 1000]);
  });

  it('keeps the last known number while the database is unavailable', async () => {
    const failing = { execute: () => Promise.reject(new Error('away')) };
    const presence = new Presence(failing as never, { listPeople: () => new Set(['a', 'b', 'c']) }, TURN_MS);
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
