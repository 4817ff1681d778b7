import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import { live } from '../../contract/live-events.ts';
import { routes } from '../../contract/routes.ts';
import { createDatabase, QUERY_TIMEOUT_MS } from '../database/database.ts';
import { type Relay, startRelay } from '../testing/relay.ts';
import { soakLimit } from '../testing/soak-size.ts';
import { StreamReader } from '../testing/stream-reader.ts';
import { ideaInput, publish, startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let relay: Relay;
let educator: string;
let customer: string;
let clockOffsetMs = 0;

beforeAll(async () => {
  test = await startTestApp({
    reach: async (connectionString) => {
      relay = await startRelay(connectionString);
      return createDatabase(relay.url, { queryTimeoutMs: QUERY_TIMEOUT_MS });
    },
    clock: () => new Date(Date.now() + clockOffsetMs),
    // Warnings about the lost database are expected.
    onLog: () => undefined,
  });
  educator = await test.openSession('one@test.example');
  customer = await test.openSession('customer@test.example');
  await publish(test, educator, { pair: 'AUD/CAD' });
  // Both sessions are cached from here on.
  await Promise.all([educator, customer].map((token) => test.call('GET', '/api/auth/user', { token })));
});
afterAll(async () => {
  // Ends whatever still waits for a response that was frozen.
  relay.cut();
  await test.close();
  await relay.close();
});

const status = async (path: string) => (await test.call('GET', path)).status;
const list = () =>
  test.call<TradeIdea[]>('GET', '/api/trade-ideas?market=Forex&state=active', { token: customer });

describe('while the database is unavailable', () => {
  it('stays alive but not ready: lists are served, streams stay open, writes are rejected with a message', async () => {
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200]);
    const before = await list();
    const reader = await StreamReader.open(test.url, customer);
    relay.cut();
    await expect.poll(() => status('/readyz'), { interval: 100 }).toBe(503);
    expect(await status('/healthz')).toBe(200);
    const during = await list();
    expect([during.status, during.body]).toEqual([200, before.body]);
    const etag = during.headers.get('etag') ?? '';
    const poll = await test.call('GET', '/api/trade-ideas?market=Forex&state=active', {
      token: customer,
      headers: { 'if-none-match': etag },
    });
    expect(poll.status).toBe(304);
    expect(await test.call('POST', '/api/trade-ideas', { token: educator, body: ideaInput() })).toMatchObject(
      {
        status: 503,
        body: {
          code: 'DATABASE_UNAVAILABLE',
          message: "Connection error: can't reach the database. Nothing was saved. Please try again.",
        },
      },
    );
    // An uncached token can't be verified: 503 and not 401, which would sign people out.
    expect((await test.call('GET', '/api/auth/user', { token: 'B'.repeat(43) })).status).toBe(503);

    relay.restore();
    await expect.poll(() => status('/readyz'), { interval: 50 }).toBe(200);
    const idea = await publish(test, educator, { pair: 'NZD/CAD' });
    await reader.waitUntil(({ changes }) => changes.length === 1, 'what was published after it came back');
    expect(reader.changes[0]?.data).toMatchObject({ record: { id: idea.id } });
    expect((await list()).body.map(({ pair }) => pair)).toContain('NZD/CAD');
    await reader.close();
  });
});

describe('while the database does not respond', () => {
  const publishOnce = (key: string, pair: string) =>
    test.call<TradeIdea>('POST', '/api/trade-ideas', {
      token: educator,
      body: ideaInput({ pair }),
      headers: { 'idempotency-key': key },
    });
  const isReady = () => expect.poll(() => status('/readyz')).toBe(200);

  it('answers every request: lists from memory, everything else with 503, and works again afterwards', async () => {
    const before = await list();
    relay.freeze();
    // The cached sessions are due for a reload, which gets no response.
    clockOffsetMs = 61_000;
    const during = await list();
    expect([during.status, during.body]).toEqual([200, before.body]);
    // More requests than the pool has connections.
    const history = Array.from({ length: 30 }, () =>
      test.call('GET', '/api/trade-ideas?market=Forex&state=completed', { token: customer }),
    );
    const started = performance.now();
    const answers = await Promise.all([
      publishOnce('frozen-publish', 'EUR/NOK'),
      test.call('POST', '/api/auth/login', {
        body: { email: 'customer@test.example', password: 'anything at all', selectedRole: 'customer' },
      }),
      test.call('GET', '/api/auth/user', { token: 'B'.repeat(43) }),
      ...history,
    ]);
    expect(answers.map(({ status, body }) => [status, (body as { code?: string }).code])).toEqual(
      answers.map(() => [503, 'DATABASE_UNAVAILABLE']),
    );
    // Two limits of 4 s and what a busy machine adds; one longer limit would exceed it.
    expect(performance.now() - started).toBeLessThan(soakLimit(15_000));
    relay.thaw();
    await isReady();
    expect((await publishOnce('frozen-publish', 'EUR/NOK')).status).toBe(201);
    expect((await list()).body.filter(({ pair }) => pair === 'EUR/NOK')).toHaveLength(1);
  });

  it('answers a retry with the idea of the first attempt, which was stored although its response was lost', async () => {
    // Opens connections: a new one would need a response before it could publish.
    const read = () => test.call('GET', '/api/trade-ideas?market=Forex&state=completed', { token: educator });
    const reads = await Promise.all(Array.from({ length: 5 }, read));
    expect(reads.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    // The whole statement: the event has a commit_timestamp.
    relay.freezeAfter('EUR/SEK', 'commit\0');
    expect((await publishOnce('lost-response', 'EUR/SEK')).status).toBe(503);
    relay.thaw();
    await isReady();
    await expect
      .poll(async () => (await list()).body.filter(({ pair }) => pair === 'EUR/SEK').length)
      .toBe(1);
    const retry = await publishOnce('lost-response', 'EUR/SEK');
    expect(retry.status).toBe(201);
    expect((await list()).body.filter(({ pair }) => pair === 'EUR/SEK').map(({ id }) => id)).toEqual([
      retry.body.id,
    ]);
  });

  it('answers every route that only reads, for both roles', async () => {
    const somebody = '00000000-0000-4000-8000-000000000000';
    const reads = routes.filter(({ method, path }) => method === 'GET' && path !== live.path);
    relay.freeze();
    const answers = await Promise.all(
      reads.flatMap(({ path }) =>
        [educator, customer].map(async (token) => {
          const { status } = await test.call('GET', path.replaceAll(/:\w+/g, somebody), { token });
          return [path, status] as const;
        }),
      ),
    );
    relay.thaw();
    await isReady();
    const allowed = [200, 400, 403, 404, 503];
    expect(answers.filter(([, status]) => !allowed.includes(status))).toEqual([]);
    expect(answers.filter(([, status]) => status === 503).length).toBeGreaterThan(reads.length / 2);
  });
});
