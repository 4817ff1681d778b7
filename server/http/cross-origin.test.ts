import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jpeg, uploadFile } from '../testing/media-files.ts';
import { StreamReader } from '../testing/stream-reader.ts';
import { ideaInput, startTestApp, type TestApp } from '../testing/test-app.ts';

const ALLOWED = 'https://app.example.org';
const SECOND = 'http://localhost:5173';
let test: TestApp;
let withoutOrigins: TestApp;
let token: string;

beforeAll(async () => {
  [test, withoutOrigins] = await Promise.all([
    startTestApp({ settings: { WEB_ORIGINS: `${ALLOWED}, ${SECOND}` } }),
    startTestApp(),
  ]);
  token = await test.openSession('one@test.example');
});
afterAll(() => Promise.all([test.close(), withoutOrigins.close()]));

const preflight = (app: TestApp, origin: string, path = '/api/trade-ideas') =>
  app.call('OPTIONS', path, {
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  });

describe('a web app of an allowed origin', () => {
  it.each([ALLOWED, SECOND])(
    'answers the preflight of the origin %s and lets it send and read',
    async (origin) => {
      const response = await preflight(test, origin);
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-origin')).toBe(origin);
      for (const header of ['authorization', 'content-type', 'idempotency-key', 'if-match', 'last-event-id'])
        expect(response.headers.get('access-control-allow-headers')?.split(', ')).toContain(header);
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
        expect(response.headers.get('access-control-allow-methods')?.split(', ')).toContain(method);

      const list = await test.call('GET', '/api/trade-ideas?state=active', { token, headers: { origin } });
      expect(list.status).toBe(200);
      expect(list.headers.get('access-control-allow-origin')).toBe(origin);
      const exposed = list.headers.get('access-control-expose-headers')?.split(', ');
      expect(exposed).toEqual(expect.arrayContaining(['Date', 'ETag', 'Link', 'Retry-After']));
      // Credentials are never sent by the browser itself.
      expect(list.headers.get('access-control-allow-credentials')).toBeNull();
      expect(list.headers.get('vary')).toContain('Origin');
    },
  );

  it('lets a web app of an allowed origin read errors and responses without a body', async () => {
    const headers = { origin: ALLOWED };
    const refused = await test.call('POST', '/api/trade-ideas', { body: ideaInput(), headers });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, ALLOWED]);
    const etag =
      (await test.call('GET', '/api/trade-ideas?state=active', { token })).headers.get('etag') ?? '';
    const same = await test.call('GET', '/api/trade-ideas?state=active', {
      token,
      headers: { ...headers, 'if-none-match': etag },
    });
    expect([same.status, same.headers.get('access-control-allow-origin')]).toEqual([304, ALLOWED]);
    const missing = await test.call('GET', '/api/nothing', { headers });
    expect([missing.status, missing.headers.get('access-control-allow-origin')]).toEqual([404, ALLOWED]);
  });

  it('lets a web app of an allowed origin read the stream and show media', async () => {
    const stream = await fetch(`${test.url}/api/live`, {
      headers: { origin: ALLOWED, authorization: `Bearer ${token}` },
    });
    expect([stream.status, stream.headers.get('access-control-allow-origin')]).toEqual([200, ALLOWED]);
    await stream.body?.cancel();
    const { url } = await uploadFile(test, token, await jpeg());
    const { headers } = await test.call('GET', url);
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  });
});

describe('any other origin', () => {
  it.each([
    'https://evil.example',
    'https://app.example.org.evil.example',
    'https://app.example.org:8443',
    'http://app.example.org',
    'https://APP.example.org',
    'null',
    '*',
  ])('sends no CORS headers to the origin %s', async (origin) => {
    for (const answer of [
      await preflight(test, origin),
      await test.call('GET', '/api/trade-ideas', { token, headers: { origin } }),
    ]) {
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(answer.headers.get('access-control-allow-methods')).toBeNull();
    }
    expect((await preflight(test, origin)).status).toBe(404);
  });

  it('sends no CORS headers without WEB_ORIGINS, and keeps media same-origin', async () => {
    const response = await preflight(withoutOrigins, ALLOWED);
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([404, null]);
    const { headers } = await withoutOrigins.call('GET', '/healthz', { headers: { origin: ALLOWED } });
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    const reader = await StreamReader.open(
      withoutOrigins.url,
      await withoutOrigins.signIn('customer@test.example'),
    );
    expect(reader.status).toBe(200);
    await reader.close();
  });
});

it.each(['/', '/api/config', '/healthz', '/nothing'])(
  'on this machine only, answers %s under its own names, not those of a page that rebinds its name',
  async (url) => {
    const ask = (host: string) => withoutOrigins.app.inject({ url, headers: { host } });
    const answer = await ask('rebound.example:3000');
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ message: expect.stringContaining('BASE_URL') });
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
      expect((await ask(host)).statusCode, host).not.toBe(403);
  },
);

it('answers what it has in memory under its own names only, too', async () => {
  const token = await withoutOrigins.openSession('customer@test.example');
  const ask = (host: string) =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, host };
      const url = `${withoutOrigins.url}/api/trade-ideas?market=Forex&state=active`;
      get(url, { headers }, (response) => resolve(response.resume().statusCode)).on('error', reject);
    });
  for (const host of ['localhost', 'localhost', 'LOCALHOST']) expect(await ask(host)).toBe(200);
  expect(await ask('rebound.example')).toBe(403);
});
