import Fastify from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { type RateLimitName, rateLimits } from '../../contract/shared/rate-limits.ts';
import { defineRoute } from '../../contract/shared/route.ts';
import { AppError } from '../shared/app-error.ts';
import { systemClock } from '../shared/clock.ts';
import { ideaInput, publish as publishIdea, startTestApp, type TestApp } from '../testing/test-app.ts';
import { contractRoutes } from './contract-routes.ts';
import { RateLimiter } from './rate-limiter.ts';
import { compileValidator } from './request-validation.ts';

describe('RateLimiter', () => {
  const { burst, perMinute } = rateLimits.write;
  let now: number;
  let limiter: RateLimiter;
  beforeEach(() => {
    now = 0;
    limiter = new RateLimiter({ rateLimits: 'on' }, () => new Date(now));
  });
  /** How many requests pass until one is rejected, and the seconds that one is told to wait. */
  const exhaust = (
    caller: string,
    name: RateLimitName = 'write',
  ): { passed: number; retryAfterSeconds: number | undefined } => {
    for (let passed = 0; ; passed++) {
      try {
        limiter.consume(name, caller);
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error;
        return { passed, retryAfterSeconds: error.details.retryAfterSeconds };
      }
    }
  };

  it('lets a burst pass, then as many as are refilled, and tells the time to the next one', () => {
    expect(exhaust('a')).toEqual({ passed: burst, retryAfterSeconds: Math.ceil(60 / perMinute) });
    now += 30_000;
    expect(exhaust('a').passed).toBe(perMinute / 2);
    now += 60 * 60_000;
    expect(exhaust('a').passed).toBe(burst);
    const slow = rateLimits.renewal;
    expect(exhaust('a', 'renewal')).toEqual({
      passed: slow.burst,
      retryAfterSeconds: 60 / slow.perMinute,
    });
    now += 30_000 / slow.perMinute;
    expect(exhaust('a', 'renewal')).toEqual({ passed: 0, retryAfterSeconds: 30 / slow.perMinute });
  });

  it('limits nobody when it is turned off', () => {
    limiter = new RateLimiter({ rateLimits: 'off' }, () => new Date(now));
    for (let count = 0; count <= burst; count++) limiter.consume('write', 'a');
  });

  it('counts each caller and each limit alone', () => {
    exhaust('a');
    expect(exhaust('b').passed).toBe(burst);
    expect(() => limiter.consume('read', 'a')).not.toThrow();
  });

  it('takes no requests away when the clock is set back', () => {
    now = 60_000;
    exhaust('a');
    now = 0;
    expect(exhaust('a').passed).toBe(0);
    now = 60_000;
    expect(exhaust('a').passed).toBe(burst);
  });
});

describe('the route of metrics', () => {
  it('limits the route of metrics by network before the token is checked', async () => {
    const app = Fastify();
    const rateLimiter = new RateLimiter({ rateLimits: 'on' }, systemClock);
    const sessions = { find: () => expect.unreachable(), findCached: () => expect.unreachable() };
    app.setSerializerCompiler(serializerCompiler);
    app.setValidatorCompiler(compileValidator);
    const refused: unknown[] = [];
    app.setErrorHandler((error, _request, reply) => {
      refused.push((error as AppError).code);
      return reply.serializer(JSON.stringify).send({});
    });
    const accessTokens = { find: () => Promise.reject(new Error('no token is sent')) };
    const env = { metricsToken: 'secret' };
    const operators = { find: () => expect.unreachable() };
    const routes = contractRoutes(app, { sessions, accessTokens, operators, env, rateLimiter });
    routes.handle(
      defineRoute({
        method: 'GET',
        path: '/metrics',
        access: 'metrics',
        limit: 'renewal',
        summary: '',
        failure: '',
        response: z.object({}),
      }),
      () => ({}),
    );
    const { burst } = rateLimits.renewal;
    for (let count = 0; count <= burst; count++) await app.inject('/metrics');
    expect(refused).toEqual([...Array(burst).fill('NOT_FOUND'), 'TOO_MANY_REQUESTS']);
  });
});

describe('rate limits of the API', () => {
  let test: TestApp;
  beforeAll(async () => {
    // Time stands still: on a slow machine calls would be refilled meanwhile.
    const start = new Date();
    test = await startTestApp({ clock: () => start, settings: { RATE_LIMITS: 'on' } });
  });
  afterAll(() => test.close());

  it('limits one person who publishes without end, and nobody else', async () => {
    const [one, two] = await Promise.all(
      ['one@test.example', 'two@test.example'].map((email) => test.openSession(email)),
    );
    const publish = (token: string | undefined) =>
      test.call<{ code: string; message: string }>('POST', '/api/trade-ideas', {
        ...(token === undefined ? {} : { token }),
        body: ideaInput(),
      });
    const answers = await Promise.all(
      Array.from({ length: 2 * rateLimits.publication.burst }, () => publish(one)),
    );
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBe(rateLimits.publication.burst);
    expect(answers.filter(({ status }) => status === 201).length).toBe(rateLimits.publication.burst);
    expect(refused[0]?.body).toEqual({
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many requests. Please wait a moment and try again.',
    });
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await publish(two)).status).toBe(201);
    expect((await test.call('GET', '/api/auth/user', one === undefined ? {} : { token: one })).status).toBe(
      200,
    );
  });

  it('limits the changes of one idea, undone ones too, and no other idea', async () => {
    const token = await test.openSession('two@test.example');
    const [idea, other] = [await publishIdea(test, token), await publishIdea(test, token)];
    const put = (id: string, body: object) => test.call('PUT', `/api/trade-ideas/${id}`, { token, body });
    const statuses: number[] = [];
    for (let count = 0; count < 42; count++)
      statuses.push(
        (
          await put(count % 3 ? idea.id : idea.id.toUpperCase(), {
            status: count % 2 ? 'active' : 'successful',
          })
        ).status,
      );
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(25);
    expect(statuses.at(-1)).toBe(429);
    const headers = { 'if-match': '"1"' };
    expect((await test.call('POST', `/api/trade-ideas/${idea.id}/undo`, { token, headers })).status).toBe(
      429,
    );
    expect((await put(other.id, { notes: 'Mine too' })).status).toBe(200);
  });

  it('counts requests without a session by network', async () => {
    const renew = (address: string) =>
      test.app.inject({ method: 'POST', url: '/api/push/renewals', remoteAddress: address, payload: {} });
    for (let tries = 0; tries < rateLimits.renewal.burst; tries++)
      expect((await renew(`2001:db8::${tries}`)).statusCode).toBe(400);
    expect((await renew('2001:db8::ffff')).statusCode).toBe(429);
    expect((await renew('2001:db8:0:1::1')).statusCode).toBe(400);
  });

  it.each([
    ['no session', undefined],
    ['an unknown session', 'a'.repeat(43)],
    ['what is no token', 'x'],
    ['an unknown personal token', `clk_${'a'.repeat(43)}`],
  ])('counts calls with %s by network, where an account is needed', async (name, token) => {
    const call = async (host: string) =>
      (
        await test.app.inject({
          method: 'POST',
          url: '/api/trade-ideas',
          remoteAddress: host,
          headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
          payload: {},
        })
      ).statusCode;
    const address = `10.9.0.${name.length}`;
    for (let tries = 0; tries < rateLimits.publication.burst; tries++) expect(await call(address)).toBe(401);
    expect(await call(address)).toBe(429);
    expect(await call('10.9.1.1')).toBe(401);
  });

  it.each([
    ['a path that does not exist', 'HEAD', '/nothing/here', 404, rateLimits.unknown.burst],
    ['an API path that does not exist', 'POST', '/api/nothing', 404, rateLimits.unknown.burst],
    ['the description of the API', 'GET', '/api/openapi.json', 200, rateLimits.heavyRead.burst],
  ] as const)('counts calls of %s by network', async (_name, method, url, status, burst) => {
    const call = async (remoteAddress: string) =>
      (await test.app.inject({ method, url, remoteAddress })).statusCode;
    const address = `10.8.0.${url.length}`;
    for (let tries = 0; tries < burst; tries++) expect(await call(address)).toBe(status);
    expect(await call(address)).toBe(429);
    expect(await call('10.8.1.1')).toBe(status);
  });

  it('counts what the web app is made of by network', async () => {
    const consume = vi.spyOn(RateLimiter.prototype, 'consume');
    for (const url of ['/', '/.well-known/change-password', '/api/docs/static/index.css', '/assets/none.js'])
      await test.app.inject({ url, remoteAddress: '10.8.2.1' });
    expect(consume.mock.calls.filter(([name]) => name === 'file')).toEqual(
      Array(4).fill(['file', '10.8.2.1']),
    );
    consume.mockRestore();
  });

  it.each([
    ['/api/ledger', ['one@test.example', 'two@test.example']],
    ['/api/trade-ideas?limit=51', ['customer@test.example', 'hidden@test.example']],
  ])('counts long pages by person: %s', async (path, people) => {
    const [one, two] = await Promise.all(people.map((email) => test.openSession(email)));
    const read = async (token = '') => (await test.call('GET', path, { token })).status;
    for (let page = 0; page < rateLimits.heavyRead.burst; page++) expect(await read(one)).toBe(200);
    expect(await read(one)).toBe(429);
    expect(await read(two)).toBe(200);
  });

  it('builds the description of the API once, also for its page', async () => {
    const build = vi.spyOn(test.app, 'swagger');
    for (let call = 0; call < 3; call++) await test.app.inject('/api/openapi.json');
    for (const url of ['/api/docs/json', '/api/docs/yaml'])
      expect((await test.app.inject(url)).headers.location).toBe('/api/openapi.json');
    expect(build.mock.calls.length).toBeLessThanOrEqual(1);
  });

  it('states the rate limit of every route on the API page', async () => {
    const { body } = await test.call<{ paths: Record<string, Record<string, { description: string }>> }>(
      'GET',
      '/api/openapi.json',
    );
    const described = Object.values(body.paths).flatMap((methods) => Object.values(methods));
    expect(described.length).toBeGreaterThan(20);
    for (const { description } of described)
      expect(description).toMatch(/Rate limit: \d+ requests at once, \d+ a minute/);
  });
});
