import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sessions } from '../database/schema.ts';
import { StreamReader } from '../testing/stream-reader.ts';
import { publish, publishHidden, startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let educator: string;
let customer: string;
const opened: StreamReader[] = [];

const open = async (token: string, ...resume: [lastEventId?: string, by?: 'header' | 'query']) => {
  const reader = await StreamReader.open(test.url, token, ...resume);
  opened.push(reader);
  if (reader.status === 200) await reader.waitUntil(({ events }) => events.length > 0, 'ready');
  return reader;
};
const ideaIds = (reader: StreamReader) =>
  reader.changes.map(({ data }) => {
    const { record, old_record } = data as {
      record: { id: string } | null;
      old_record: { id: string } | null;
    };
    return (record ?? old_record)?.id;
  });
beforeAll(async () => {
  test = await startTestApp();
  educator = await test.openSession('one@test.example');
  customer = await test.openSession('customer@test.example');
});
afterEach(() => Promise.all(opened.splice(0).map((reader) => reader.close())));
afterAll(() => test.close());

describe('GET /api/live', () => {
  it('starts with a ready event: positions of feed and ledger', async () => {
    const reader = await open(customer);
    const [ready] = reader.events;
    const { head, ledger } = ready!.data as { head: string; ledger: { count: number; head: string } };
    expect(ready).toMatchObject({ event: 'ready', id: head });
    expect(head).toMatch(/^\d+-\d+$/);
    expect(ledger.head).toMatch(/^[0-9a-f]{64}$/);
  });

  it('sends each change of an idea as SPEC names it, with old and new row (§4.20, §7.24)', async () => {
    const reader = await open(customer);
    const idea = await publish(test, educator);
    const { body: moved } = await test.call('PUT', `/api/trade-ideas/${idea.id}`, {
      token: educator,
      body: { invalidation_level: '1.0760' },
    });
    await test.call('DELETE', `/api/trade-ideas/${idea.id}`, { token: educator });
    await reader.waitUntil(({ changes }) => changes.length === 3);
    expect(reader.changes.map(({ event }) => event)).toEqual(Array(3).fill('trade_ideas_changes'));
    expect(reader.changes.map(({ data }) => data)).toMatchObject([
      { type: 'INSERT', schema: 'public', table: 'trade_ideas', record: idea, old_record: null },
      { type: 'UPDATE', record: moved, old_record: idea },
      { type: 'DELETE', record: null, old_record: moved },
    ]);
  });

  it('replays missed events once and in order, then continues live', async () => {
    const first = await open(customer);
    const before = await publish(test, educator);
    await first.waitUntil(({ changes }) => changes.length === 1);
    const { lastId } = first;
    await first.close();
    const missed = [
      await publish(test, educator),
      await publish(test, educator),
      await publish(test, educator),
    ];
    const second = await open(customer, lastId);
    await second.waitUntil(({ changes }) => changes.length === 3);
    const live = await publish(test, educator);
    await second.waitUntil(({ changes }) => changes.length === 4);
    expect(ideaIds(second)).toEqual([...missed, live].map(({ id }) => id));
    expect(ideaIds(second)).not.toContain(before.id);
    expect(second.events[0]).toMatchObject({ event: 'ready', id: undefined });
  });

  it('answers HEAD without a stream', async () => {
    const answer = await test.call('HEAD', '/api/live', { token: customer });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
  });

  it('replays with ?last_event_id= too', async () => {
    // Read before publishing: the first stream receives the idea too.
    const { lastId } = await open(customer);
    const idea = await publish(test, educator);
    const second = await open(customer, lastId, 'query');
    await second.waitUntil(({ changes }) => changes.length === 1);
    expect(ideaIds(second)).toEqual([idea.id]);
  });

  it.each([
    ['another epoch', () => '1-1'],
    ['an id ahead of the head', (head: string) => head.replace(/\d+$/, (seq) => String(Number(seq) + 1_000))],
    ['a malformed id', () => 'yesterday'],
  ])('sends reset for %s', async (_case, idFor) => {
    const head = (await open(customer)).lastId ?? '';
    const reader = await open(customer, idFor(head));
    await reader.waitUntil(({ events }) => events.some(({ event }) => event === 'reset'), 'reset');
    const idea = await publish(test, educator);
    await reader.waitUntil(({ changes }) => changes.length === 1);
    expect(ideaIds(reader)).toEqual([idea.id]);
  });

  it("never sends the hidden educator's ideas to a customer, live or replayed", async () => {
    const forCustomer = await open(customer);
    const forEducator = await open(educator);
    const start = forCustomer.lastId;
    const hidden = await publishHidden(test);
    const idea = await publish(test, educator);
    await forCustomer.waitUntil(({ changes }) => changes.length === 1);
    await forEducator.waitUntil(({ changes }) => changes.length === 2);
    expect(ideaIds(forCustomer)).toEqual([idea.id]);
    expect(ideaIds(forEducator)).toEqual([hidden.id, idea.id]);
    const replayed = await open(customer, start);
    await replayed.waitUntil(({ changes }) => changes.length === 1);
    expect(ideaIds(replayed)).toEqual([idea.id]);
  });

  it('sends everything in one order to many readers', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 8 }, () => test.openSession('customer@test.example')),
    );
    const readers = (
      await Promise.all(tokens.map((token) => Promise.all(Array.from({ length: 5 }, () => open(token)))))
    ).flat();
    const ideas = await Promise.all(Array.from({ length: 25 }, () => publish(test, educator)));
    await Promise.all(readers.map((reader) => reader.waitUntil(({ changes }) => changes.length === 25)));
    const order = ideaIds(readers[0]!);
    expect(order.toSorted()).toEqual(ideas.map(({ id }) => id).toSorted());
    for (const reader of readers) expect(ideaIds(reader)).toEqual(order);
    await Promise.all(readers.map((reader) => reader.close()));
  });

  it('closes at sign-out in this process, and after one in another process', async () => {
    const token = await test.openSession('customer@test.example');
    const here = await open(token);
    await test.call('POST', '/api/auth/logout', { token });
    await here.ended;

    const elsewhere = await open(await test.openSession('customer@test.example'));
    const others = await test.database.db.select({ id: sessions.id }).from(sessions);
    expect(others.length).toBeGreaterThan(0);
    await test.database.pool.query(
      "update sessions set ended_at = now() where user_id = $1 and token_hash <> sha256(convert_to($2, 'UTF8'))",
      [test.people.customer.id, customer],
    );
    await elsewhere.ended;
  });

  it('limits the streams of a session', async () => {
    const token = await test.openSession('customer@test.example');
    const readers = await Promise.all(Array.from({ length: 10 }, () => open(token)));
    expect(readers.every(({ status }) => status === 200)).toBe(true);
    expect((await open(token)).status).toBe(429);
    await readers[0]?.close();
    await expect.poll(async () => (await open(token)).status).toBe(200);
    await Promise.all(readers.map((reader) => reader.close()));
  });
});

it('limits the streams of a session that are opened in parallel', async () => {
  const token = await test.openSession('customer@test.example');
  const { head } = (await open(customer)).events[0]!.data as { head: string };
  // An id from the future is looked for in the database before it is rejected: others came in meanwhile.
  const [epoch, seq] = head.split('-').map(Number) as [number, number];
  const readers = await Promise.all(
    Array.from({ length: 40 }, () => StreamReader.open(test.url, token, `${epoch}-${seq + 1_000}`)),
  );
  opened.push(...readers);
  expect(readers.filter(({ status }) => status === 200)).toHaveLength(10);
});

it('closes the stream of a session whose row was deleted, without any call', async () => {
  const token = await test.openSession('two@test.example');
  const reader = await open(token);
  await test.database.pool.query(
    "delete from sessions using users where users.id = user_id and email = 'two@test.example'",
  );
  await reader.ended;
});

it('does not hold the request while a stream is open', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  let request: WeakRef<object> | undefined;
  const onRequest = (message: unknown) => {
    request = new WeakRef((message as { request: object }).request);
  };
  subscribe('tracing:fastify.request.handler:start', onRequest);
  const reader = await open(customer);
  unsubscribe('tracing:fastify.request.handler:start', onRequest);
  expect(request).toBeDefined();
  await expect
    .poll(() => {
      collectGarbage();
      return request?.deref();
    })
    .toBeUndefined();
  await publish(test, educator);
  await reader.waitUntil(({ changes }) => changes.length === 1);
});

it('closes all streams when the server stops', async () => {
  const own = await startTestApp();
  const token = await own.signIn('customer@test.example');
  const reader = await StreamReader.open(own.url, token);
  await reader.waitUntil(({ events }) => events.length > 0, 'ready');
  await own.close();
  await reader.ended;
});
