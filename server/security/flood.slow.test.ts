import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../contract/routes.ts';
import { errorBody } from '../../contract/shared/errors.ts';
import { getRateLimit, rateLimits } from '../../contract/shared/rate-limits.ts';
import type { RouteDefinition } from '../../contract/shared/route.ts';
import { Sessions } from '../account/sessions/sessions-service.ts';
import { type HostileRequest, hostileRequests, type OpenApi } from '../testing/openapi-requests.ts';
import { scaleSize, scaleTimeout } from '../testing/soak-size.ts';
import { ideaInput, publish, startTestApp, type TestApp } from '../testing/test-app.ts';

/** Every documented call, repeated by one person as fast as the server answers: hundreds a second. */

/** Requests in flight. */
const AT_ONCE = 20;
/** Different requests that are repeated. */
const VARIANTS = 25;
/** Enough to exceed every limit but those of reads, which are higher than 200 a second. */
const REPEATS = scaleSize(200, 2_000);

let test: TestApp;
let page: OpenApi;
let now = new Date();
const seed = Math.floor(Math.random() * 2 ** 31);

beforeAll(async () => {
  test = await startTestApp({
    settings: { RATE_LIMITS: 'on', LOG_LEVEL: 'error' },
    clock: () => now,
  });
  page = (await test.call<OpenApi>('GET', '/api/openapi.json')).body;
  await publish(test, await test.openSession('one@test.example'));
});
afterAll(() => test.close());

const openSession = (person: 'customer' | 'educator1' | 'educator2') => {
  const { db } = test.database;
  const client = { address: '127.0.0.1', userAgent: null };
  return new Sessions(db, () => now).open(db, test.people[person].id, client);
};

const createVariants = ({ method, path }: RouteDefinition): HostileRequest[] => {
  const documented = path.replace(/:(\w+)/g, '{$1}');
  const operation = page.paths[documented]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not documented`);
  return hostileRequests({ paths: { [documented]: { [method.toLowerCase()]: operation } } }, VARIANTS, seed);
};

const send = async (request: HostileRequest, token: string) => {
  const response = await fetch(test.url + request.path, {
    method: request.method,
    headers: { ...request.headers, authorization: `Bearer ${token}` },
    body: request.body && new Uint8Array(request.body),
  });
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return { status: response.status, retryAfter: null, text: '' };
  }
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    text: await response.text(),
  };
};

/** Needs a sign-in before the next call, so nobody can repeat it fast. */
const endsSession = ({ path, method }: RouteDefinition) =>
  path === '/api/auth/logout' || (path === '/api/auth/sessions' && method === 'DELETE');

const flooded = routes
  .filter((route: RouteDefinition) => route.access !== 'operator')
  .map((route: RouteDefinition) => [`${route.method} ${route.path}`, route] as const);

describe('one person who repeats one call without end', () => {
  it.each(flooded)(
    'limits one person who repeats %s without end, and affects nobody else',
    async (_name, route) => {
      // Refills every bucket of the previous route.
      now = new Date(now.getTime() + 3_600_000);
      const variants = createVariants(route);
      let token = await openSession('educator1');
      const statuses = new Map<number, number>();
      let sent = 0;
      const worker = async () => {
        while (sent < REPEATS) {
          const request = variants[sent++ % variants.length] as HostileRequest;
          // An oversized body may close the connection before the response is read.
          const answer = await send(request, token).catch(() => null);
          if (!answer) continue;
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          const what = `${request.method} ${request.path.slice(0, 200)} (seed ${seed})`;
          expect(answer.status, `${what}: ${answer.text.slice(0, 200)}`).toBeLessThan(500);
          // The call itself may end the session.
          if (answer.status === 401) token = await openSession('educator1');
          if (answer.status !== 429) continue;
          expect(Number(answer.retryAfter), what).toBeGreaterThan(0);
          expect(errorBody.parse(JSON.parse(answer.text)).message).toMatch(/\.$/);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      const isLimited = rateLimits[getRateLimit(route)].burst < REPEATS && !endsSession(route);
      if (isLimited) expect(statuses.get(429) ?? 0, JSON.stringify([...statuses])).toBeGreaterThan(0);

      const other = await openSession('educator2');
      const published = await test.call('POST', '/api/trade-ideas', { token: other, body: ideaInput() });
      expect(published.status).toBe(201);
      const customer = await openSession('customer');
      expect((await test.call('GET', '/api/trade-ideas', { token: customer })).status).toBe(200);
    },
    scaleTimeout(200, 2_000),
  );
});
