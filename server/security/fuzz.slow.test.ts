import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteOwnAccount } from '../../contract/account/own-data.ts';
import { errorBody } from '../../contract/shared/errors.ts';
import { Sessions } from '../account/sessions/sessions-service.ts';
import { lockUser } from '../account/users/users-db.ts';
import { systemClock } from '../shared/clock.ts';
import { type HostileRequest, hostileRequests, type OpenApi } from '../testing/openapi-requests.ts';
import { scaleSize, scaleTimeout } from '../testing/soak-size.ts';
import { publish, startTestApp, type TestApp } from '../testing/test-app.ts';
import { WAIT_LIMIT_MS } from '../testing/time-limits.ts';

/**
 * R8: malformed and oversized requests generated from the OpenAPI page; 1,500 in `npm test`, 10,000 in `npm run
 * soak`.
 */
const SHORT = 1_500;
const FULL = 10_000;
const REQUESTS = scaleSize(SHORT, FULL);
const AT_ONCE = 8;
/** Allowed memory growth. The heap alone varies by more than 150 MB with the tests that ran before in this process. */
const MAX_GROWTH = 300 * 1024 * 1024;

let test: TestApp;
const seed = Math.floor(Math.random() * 2 ** 31);

beforeAll(async () => {
  test = await startTestApp({
    // Rejections are expected here; only server errors are reported.
    settings: { LOG_LEVEL: 'error' },
  });
  await publish(test, await test.openSession('one@test.example'));
});
afterAll(() => test.close());

/** A separate session per request, because some requests end sessions. */
const tokenFor = async (as: HostileRequest['as']): Promise<string | undefined> => {
  if (as === 'nobody') return undefined;
  if (as === 'forged') return 'Z'.repeat(43);
  const { customer, educator1 } = test.people;
  const { db } = test.database;
  const { id } = as === 'customer' ? customer : educator1;
  return db.transaction(async (tx) => {
    // As a sign-in does: it ends surplus sessions, which another request may be ending.
    await lockUser(tx, id);
    return new Sessions(db, systemClock).open(tx, id, { address: '127.0.0.1', userAgent: null });
  });
};

const send = async (request: HostileRequest): Promise<{ status: number; text: string; type: string }> => {
  const token = await tokenFor(request.as);
  const response = await fetch(test.url + request.path, {
    method: request.method,
    headers: { ...request.headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: request.body && new Uint8Array(request.body),
    signal: AbortSignal.timeout(WAIT_LIMIT_MS),
  });
  const type = response.headers.get('content-type') ?? '';
  expect(response.headers.get('x-injected')).toBeNull();
  if (type.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return { status: response.status, text: '', type };
  }
  return { status: response.status, text: await response.text(), type };
};

/** The problem of a response; undefined if none. */
const findProblem = ({ status, text, type }: Awaited<ReturnType<typeof send>>): string | undefined => {
  if (status >= 500) return `${status} ${text}`;
  if (/node_modules|\.ts:\d+|at async|select .* from|syntax error/i.test(text) && status >= 400)
    return `tells of our insides: ${text}`;
  if (status < 400) return undefined;
  if (!type.includes('json')) return `a refusal that is ${type || 'nothing'}: ${text}`;
  return errorBody.safeParse(JSON.parse(text)).success ? undefined : `a refusal of another shape: ${text}`;
};

it(
  'answers generated requests without 5xx, malformed errors or memory growth',
  async () => {
    const page = (await test.call<OpenApi>('GET', '/api/openapi.json')).body;
    // It would succeed, and the other requests of this customer would have no account.
    delete page.paths[deleteOwnAccount.path];
    const requests = hostileRequests(page, REQUESTS, seed);
    const before = process.memoryUsage().rss;
    const statuses = new Map<number, number>();
    const problems: string[] = [];
    const queue = requests.values();
    const worker = async () => {
      for (const request of queue) {
        const answer = await send(request).catch((error: Error) => error);
        const { method, path, as, headers, body } = request;
        const what = () =>
          `${method} ${path.slice(0, 200)} as ${as} ${JSON.stringify(headers).slice(0, 300)} ${body?.subarray(0, 300)}`;
        if (answer instanceof Error) {
          // The response may be lost if the connection closed over an oversized body, address or header.
          const headLength = path.length + JSON.stringify(headers).length;
          if ((body?.length ?? 0) < 100_000 && headLength < 15_000)
            problems.push(`${answer.cause ?? answer} to ${what()}`);
          continue;
        }
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const problem = findProblem(answer);
        if (problem) problems.push(`${problem.slice(0, 500)} to ${what()}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    expect(problems, `seed ${seed}`).toEqual([]);
    // The requests covered successes and every kind of rejection.
    for (const status of [200, 400, 401, 403, 404, 413, 415])
      expect(statuses.get(status) ?? 0, `answers of ${status}`).toBeGreaterThan(0);
    expect(process.memoryUsage().rss - before).toBeLessThan(MAX_GROWTH);
    expect((await test.call('GET', '/readyz')).status).toBe(200);
    // Prototypes are not polluted.
    expect(({} as Record<string, unknown>).role).toBeUndefined();
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
    const roles = await test.database.pool.query(
      'select role, count(*)::int as count from users group by role order by role',
    );
    expect(roles.rows).toEqual([
      { role: 'customer', count: 1 },
      { role: 'educator', count: 3 },
    ]);
  },
  scaleTimeout(SHORT, FULL),
);
