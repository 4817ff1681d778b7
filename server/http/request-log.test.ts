import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rateLimits } from '../../contract/shared/rate-limits.ts';
import { publish, startTestApp, type TestApp } from '../testing/test-app.ts';

type Line = {
  msg: string;
  account?: string;
  network?: string;
  route?: string;
  refusal?: string;
};

let test: TestApp;
let lines: Line[] = [];
let now = Date.now();
let customer: string;
let educator: string;

beforeAll(async () => {
  test = await startTestApp({
    clock: () => new Date(now),
    settings: { LOG_LEVEL: 'info', RATE_LIMITS: 'on', TRUST_PROXY: '1' },
    onLog: (line) => lines.push(JSON.parse(line)),
  });
  [customer, educator] = await Promise.all([
    test.openSession('customer@test.example'),
    test.openSession('one@test.example'),
  ]);
});
afterAll(() => test.close());
beforeEach(() => {
  now += 3_600_000;
  lines = [];
});

const find = (msg: string) => lines.filter((line) => line.msg === msg);
const refusals = () => find('request refused');
const forbid = () => test.call('POST', '/api/trade-ideas', { token: customer, body: {} });

describe('the line of a completed request', () => {
  it('names the account by its id, never by its email address', async () => {
    await publish(test, educator);
    await expect.poll(() => find('request completed')).toHaveLength(1);
    expect(find('request completed')).toMatchObject([
      { account: test.people.educator1.id, req: { method: 'POST', url: '/api/trade-ideas' } },
    ]);
    expect(lines, 'one line a request').toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain('@test.example');
  });

  it('names no account where nobody is signed in', async () => {
    await test.call('POST', '/api/trade-ideas', { body: {} });
    await expect.poll(() => find('request completed')).toHaveLength(1);
    expect(find('request completed')[0]?.account).toBeUndefined();
  });
});

describe('a refused request', () => {
  it('logs a refused request with account, network, route and code', async () => {
    expect((await forbid()).status).toBe(403);
    expect(refusals()).toMatchObject([
      {
        account: test.people.customer.id,
        network: '127.0.0.1',
        route: 'POST /api/trade-ideas',
        refusal: 'FORBIDDEN',
      },
    ]);
  });

  it('logs a refused request once a minute per account and code, however often it is repeated', async () => {
    for (let count = 0; count < 20; count++) await forbid();
    expect(refusals()).toHaveLength(1);
    now += 59_999;
    await forbid();
    expect(refusals()).toHaveLength(1);
    now += 1;
    await forbid();
    expect(refusals()).toHaveLength(2);
    const idea = await publish(test, educator);
    await test.call('DELETE', `/api/trade-ideas/${idea.id}`, {
      token: await test.openSession('two@test.example'),
    });
    expect(refusals().map(({ account }) => account)).toEqual([
      test.people.customer.id,
      test.people.customer.id,
      test.people.educator2.id,
    ]);
  });

  it('logs an exceeded limit once a minute, with the network of somebody who is not signed in', async () => {
    const { burst } = rateLimits.renewal;
    for (let count = 0; count < burst + 20; count++)
      await test.call('POST', '/api/push/renewals', {
        body: {},
        headers: { 'x-forwarded-for': '2001:db8::1' },
      });
    expect(refusals()).toEqual([
      expect.objectContaining({
        network: '2001:db8:0:0::/64',
        route: 'POST /api/push/renewals',
        refusal: 'TOO_MANY_REQUESTS',
      }),
    ]);
    expect(refusals()[0]?.account).toBeUndefined();
    await expect.poll(() => find('request completed')).toHaveLength(burst);
  });

  it.each([
    ['UNSTORABLE_TEXT', 'POST', '/api/auth/login', { email: 'x\0', password: 'y', selectedRole: 'customer' }],
    ['UNSTORABLE_TEXT', 'GET', '/api/trade-ideas?pair=%00', undefined],
    ['MALFORMED_REQUEST', 'POST', '/api/trade-ideas', '{"pair": '],
    ['MALFORMED_PATH', 'GET', '/api/%E0%A4%A', undefined],
  ])('logs %s when no browser of ours would send the request', async (refusal, method, path, body) => {
    await test.call(method, path, { token: educator, body });
    expect(refusals().map((line) => line.refusal)).toEqual([refusal]);
  });

  it('writes no line for unknown paths, whose length is up to the caller', async () => {
    for (const method of ['POST', 'PUT', 'OPTIONS', 'HEAD'])
      await test.call(method, `/api/${'x'.repeat(2_000)}`, { token: educator });
    expect(lines).toEqual([]);
  });

  it('does not log an ordinary mistake', async () => {
    await test.call('POST', '/api/trade-ideas', { token: educator, body: {} });
    await test.call('GET', '/api/nothing', { token: educator });
    await test.call('GET', '/api/auth/user');
    expect(refusals()).toEqual([]);
  });
});
