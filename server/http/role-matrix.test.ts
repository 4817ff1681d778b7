import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { routes } from '../../contract/routes.ts';
import type { RouteDefinition } from '../../contract/shared/route.ts';
import { getTokenAccess } from '../../contract/token-access.ts';
import {
  bodies,
  type Caller,
  callers,
  fetchStatus,
  getRouteName,
  startRouteCalls,
} from '../testing/route-calls.ts';
import { soakLimit } from '../testing/soak-size.ts';
import { StreamReader } from '../testing/stream-reader.ts';
import type { TestApp } from '../testing/test-app.ts';

const noSession = { nobody: 401, 'ended session': 401, 'forged token': 401, operator: 401 } as const;
const refusals: Record<RouteDefinition['access'], Partial<Record<Caller, number>>> = {
  public: {},
  signedIn: noSession,
  customer: { ...noSession, owner: 403, 'other educator': 403 },
  educator: { ...noSession, customer: 403 },
  owner: { ...noSession, customer: 403, 'other educator': 403 },
  operator: {
    ...Object.fromEntries(callers.filter((caller) => caller !== 'operator').map((caller) => [caller, 403])),
    nobody: 401,
  },
  // Does not exist for any user (operations/metrics.test.ts tests the token).
  metrics: Object.fromEntries(callers.map((caller) => [caller, 404])),
};
const isOfUsers = ({ access }: RouteDefinition) => !['public', 'operator', 'metrics'].includes(access);

/** What a token of the owner may not do, and its session may. */
const isRefusedToken = (route: RouteDefinition, caller: Caller): boolean => {
  if (!isOfUsers(route)) return false;
  const access = getTokenAccess(route);
  return (caller === 'read token' && access !== 'read') || (caller === 'publish token' && !access);
};

const getExpectedStatus = (route: RouteDefinition, caller: Caller): number => {
  if (isRefusedToken(route, caller)) return 403;
  return refusals[route.access][caller] ?? route.status ?? 200;
};

let test: TestApp;

beforeAll(async () => {
  test = await startRouteCalls();
});
afterAll(() => test.close());

describe('the role matrix', () => {
  it.each(routes.map((route) => [getRouteName(route), route] as const))(
    'matches the contract for %s (§1.6, §2.42, §5.7, §6.2, §6.6, §6.8)',
    async (_name, route) => {
      for (const caller of callers) {
        expect(await fetchStatus(route, caller), caller).toBe(getExpectedStatus(route, caller));
      }
    },
  );

  it('opens to tokens only reading, and writing ideas to those that publish', () => {
    const open = routes.filter((route) => getTokenAccess(route));
    const writes = open.filter(({ method }) => method !== 'GET');
    expect(writes.map((route) => [getRouteName(route), getTokenAccess(route)])).toEqual([
      ['POST /api/trade-ideas', 'publish'],
      ['PUT /api/trade-ideas/:id', 'publish'],
      ['POST /api/trade-ideas/:id/steps', 'publish'],
      ['POST /api/trade-ideas/:id/undo', 'publish'],
    ]);
    const closed = /^\/api\/(auth|push|users\/me|user-profiles\/|notifications|live)/;
    expect(open.map(({ path }) => path).filter((path) => closed.test(path))).toEqual([]);
  });

  it('names the routes that an educator without a required second factor may call', () => {
    const allowed = routes
      .filter((route: RouteDefinition) => route.allowsMissingSecondFactor)
      .map(getRouteName);
    expect(allowed).toEqual([
      'POST /api/auth/logout',
      'GET /api/auth/user',
      'POST /api/auth/confirm',
      'PUT /api/auth/password',
      'GET /api/auth/second-factor',
      'POST /api/auth/time-code',
      'POST /api/auth/time-code/confirm',
      'GET /api/auth/passkeys',
      'POST /api/auth/passkeys/registration-options',
      'POST /api/auth/passkeys',
      'POST /api/auth/passkeys/confirm-options',
      'POST /api/auth/passkeys/confirm',
    ]);
  });

  it('closes a stream, however its session ended (within 5 s in a soak)', async () => {
    const { pool } = test.database;
    const ways: Record<string, (token: string, userId: string) => Promise<unknown>> = {
      'signed out': (token) => test.call('POST', '/api/auth/logout', { token }),
      'all devices signed out': (token) => test.call('DELETE', '/api/auth/sessions', { token }),
      'ended by another process': (_token, userId) =>
        pool.query('update sessions set ended_at = now() where user_id = $1 and ended_at is null', [userId]),
      'account disabled': async (_token, userId) => {
        await pool.query('update users set disabled_at = now() where id = $1', [userId]);
        await pool.query('update sessions set ended_at = now() where user_id = $1', [userId]);
      },
    };
    onTestFinished(async () => {
      await pool.query('update users set disabled_at = null');
    });
    for (const [way, end] of Object.entries(ways)) {
      const token = await test.openSession('two@test.example');
      const reader = await StreamReader.open(test.url, token);
      expect(reader.status, way).toBe(200);
      const begin = performance.now();
      await end(token, test.people.educator2.id);
      await reader.ended;
      expect(performance.now() - begin, way).toBeLessThan(soakLimit(5_000));
      expect((await StreamReader.open(test.url, token)).status, way).toBe(401);
    }
  });

  it('has a body for every route that takes one', () => {
    expect(routes.filter((route) => 'body' in route || 'upload' in route).map(getRouteName)).toEqual(
      Object.keys(bodies),
    );
  });

  it('covers every route that is served', async () => {
    const page = await test.call<{ paths: Record<string, Record<string, unknown>> }>(
      'GET',
      '/api/openapi.json',
    );
    const served = Object.entries(page.body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(served.toSorted()).toEqual(routes.map(getRouteName).toSorted());
  });

  it.each(['Basic abc', 'Bearer', 'Bearer  ', 'bearer a b', `Bearer ${'A'.repeat(5000)}`])(
    'rejects the header "%s"',
    async (authorization) => {
      const answer = await test.call('GET', '/api/auth/user', { headers: { authorization } });
      expect(answer.status).toBe(401);
    },
  );
});
