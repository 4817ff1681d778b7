import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rateLimits } from '../../contract/shared/rate-limits.ts';
import { publish, publishHidden, startTestApp, type TestApp } from '../testing/test-app.ts';

const LIST = '/api/trade-ideas?market=Forex&state=active';
const ORIGIN = 'https://app.example.org';
const OPERATOR = 'a-token-of-the-operator';

let test: TestApp;
let customer: string;
let educator: string;

beforeAll(async () => {
  // A rate limit refills with the clock.
  const now = new Date();
  test = await startTestApp({
    clock: () => now,
    settings: { TRUST_PROXY: '1', WEB_ORIGINS: ORIGIN, METRICS_TOKEN: OPERATOR, RATE_LIMITS: 'on' },
  });
  [customer, educator] = await Promise.all([
    test.openSession('customer@test.example'),
    test.openSession('one@test.example'),
  ]);
  await publish(test, educator);
});
afterAll(() => test.close());

const get = (token: string | undefined, headers: Record<string, string> = {}, path = LIST) =>
  test.call<{ id: string }[]>('GET', path, { ...(token !== undefined && { token }), headers });
const namesOf = (headers: Headers) => [...headers.keys()].sort();
/** Only the second response and later ones are sent without Fastify. */
const getTwice = async (...call: Parameters<typeof get>) => [await get(...call), await get(...call)] as const;

describe('a list in memory', () => {
  it('sends a list in memory with the same headers and bytes by Fastify and without it', async () => {
    const [first, second] = await getTwice(customer);
    expect(namesOf(first.headers)).toEqual([
      'cache-control',
      'connection',
      'content-length',
      'content-security-policy',
      'content-type',
      'cross-origin-resource-policy',
      'date',
      'etag',
      'keep-alive',
      'referrer-policy',
      'vary',
      'x-content-type-options',
    ]);
    expect(namesOf(second.headers)).toEqual(namesOf(first.headers));
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(second.body).toEqual(first.body);
  });

  it('confirms a list in memory by a 304 with the few headers that a cache needs', async () => {
    const etag = (await get(customer)).headers.get('etag') ?? '';
    const { status, headers } = await get(customer, { 'if-none-match': etag });
    expect([status, headers.get('etag')]).toEqual([304, etag]);
    for (const known of [`W/${etag}`, `"other", W/${etag}`, '*'])
      expect((await get(customer, { 'if-none-match': known })).status, known).toBe(304);
    const needed = ['cache-control', 'connection', 'cross-origin-resource-policy', 'date', 'etag'];
    expect(namesOf(headers)).toEqual([...needed, 'keep-alive', 'vary']);
  });

  it('confirms a list to a page of another origin, with HSTS behind TLS', async () => {
    const over = { origin: ORIGIN, 'x-forwarded-proto': 'http, https' };
    const [, { headers }] = await getTwice(customer, over);
    const same = await get(customer, { ...over, 'if-none-match': headers.get('etag') ?? '' });
    for (const answer of [headers, same.headers]) {
      expect(answer.get('access-control-allow-origin')).toBe(ORIGIN);
      expect(answer.get('strict-transport-security')).toBe('max-age=31536000');
    }
  });

  it('sends the current list after a change', async () => {
    await getTwice(customer);
    const { id } = await publish(test, educator);
    expect((await get(customer)).body.map((idea) => idea.id)).toContain(id);
  });

  it('links the next page each time', async () => {
    const path = '/api/trade-ideas?state=completed';
    await test.database.pool.query(
      `insert into trade_ideas (id, educator_id, educator_name, pair, time_frame, order_type, idea_type, market_type,
         entry_1, invalidation_level, exit_1, status, created_at, updated_at, version)
       select gen_random_uuid(), '1', 'One', 'EUR/USD', '4H', 'BUY', 'Leverage', 'Forex',
         1.08, 1.07, 1.09, 'successful', now(), now(), 1 from generate_series(1, 60)`,
    );
    const [first, second] = await getTwice(customer, {}, path);
    expect(first.headers.get('link')).toContain('cursor=');
    expect(second.headers.get('link')).toBe(first.headers.get('link'));
  });

  it('counts reads of a list in memory in the metrics', async () => {
    const count = async () => {
      const text = await fetch(`${test.url}/metrics`, { headers: { authorization: `Bearer ${OPERATOR}` } });
      const line = /^http_requests_total\{method="GET",route="\/api\/trade-ideas",status="200"\} (\d+)$/m;
      return Number(line.exec(await text.text())?.[1]);
    };
    await getTwice(customer);
    const before = await count();
    await getTwice(customer);
    expect(await count()).toBe(before + 2);
  });

  it('answers HEAD without a body', async () => {
    const { headers } = await get(customer);
    const head = await test.call('HEAD', LIST, { token: customer });
    expect([head.status, head.headers.get('etag')]).toEqual([200, headers.get('etag')]);
  });
});

describe('a list in memory is refused', () => {
  it('refuses a list without a session, with a forged token and after the session ended', async () => {
    const leaving = await test.openSession('customer@test.example');
    await getTwice(leaving);
    await test.call('POST', '/api/auth/logout', { token: leaving });
    for (const token of [undefined, 'A'.repeat(43), 'short', leaving])
      expect((await get(token)).status).toBe(401);
  });

  it('sends a customer no ideas that only educators see', async () => {
    const hidden = '/api/trade-ideas?educatorId=9';
    const idea = await publishHidden(test);
    const [, seen] = await getTwice(educator, {}, hidden);
    expect(seen.body.map(({ id }) => id)).toContain(idea.id);
    expect((await get(customer, {}, hidden)).body).toEqual([]);
  });

  it('refuses a list beyond the rate limit', async () => {
    const token = await test.openSession('two@test.example');
    const statuses = new Set<number>();
    for (let count = 0; count <= rateLimits.read.burst; count++) statuses.add((await get(token)).status);
    expect([...statuses]).toEqual([200, 429]);
  });
});
