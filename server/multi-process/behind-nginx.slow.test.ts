import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls, type SecureVersion } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import { type ErrorBody, errorCatalogue } from '../../contract/shared/errors.ts';
import { findFreePort } from '../database/embedded/running-server.ts';
import { type AppProcess, startAppProcess } from '../testing/app-process.ts';
import { createForm, largeMp4, sendForm } from '../testing/media-files.ts';
import { type Nginx, nginxIsMissing, startNginx } from '../testing/nginx.ts';
import { callAt, signInAt } from '../testing/process-calls.ts';
import { ideaInput } from '../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { Traffic } from '../testing/traffic.ts';

/**
 * Longer than nginx's fail_timeout (deploy/nginx.conf.template), which counts in whole seconds, so that three last
 * almost four.
 */
const BETWEEN_RESTARTS_MS = 4_500;

let test: TestDatabase;
let ports: number[] = [];
const apps: AppProcess[] = [];
let nginx: Nginx;
let educator: string;

const start = async (index: number) => {
  apps[index] = await startAppProcess({
    DATABASE_URL: test.connectionString,
    DEMO: 'on',
    PORT: String(ports[index]),
    TRUST_PROXY: '127.0.0.1',
  });
};

/** Polls a list like an open page until told to stop; returns all statuses. */
const poll = async (isOver: () => boolean) => {
  const statuses = new Map<number | string, number>();
  let etag = '';
  while (!isOver()) {
    const answer = await callAt(nginx.url, 'GET', '/api/trade-ideas?market=Forex&state=active', {
      token: educator,
      headers: { 'if-none-match': etag },
    }).catch((error: Error) => error);
    const status = answer instanceof Response ? answer.status : `broken: ${answer.cause ?? answer.message}`;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (answer instanceof Response) {
      etag = answer.headers.get('etag') ?? etag;
      await answer.arrayBuffer();
    }
    await sleep(15);
  }
  return [...statuses.keys()];
};

describe.skipIf(nginxIsMissing)('behind nginx (skipped if nginx is not installed)', () => {
  beforeAll(async () => {
    test = await createTestDatabase();
    ports = [await findFreePort(), await findFreePort()];
    await Promise.all([start(0), start(1)]);
    nginx = await startNginx([apps[0]?.url ?? '', apps[1]?.url ?? '']);
    educator = await signInAt(nginx.url, 'educator');
  });
  afterAll(async () => {
    await nginx?.close();
    await Promise.all(apps.map((app) => app.kill()));
    await test?.drop();
  });

  it('restarts one process after the other without client errors or missed events', async () => {
    const traffic = new Traffic({ url: () => nginx.url, token: educator, writers: 3, readers: 4 });
    await traffic.start();
    let isOver = false;
    const polls = [poll(() => isOver), poll(() => isOver)];
    for (const index of [0, 1]) {
      await sleep(500);
      expect(await apps[index]?.stop()).toBe(0);
      await start(index);
      await sleep(BETWEEN_RESTARTS_MS);
    }
    isOver = true;
    for (const statuses of await Promise.all(polls))
      expect(statuses.filter((status) => status !== 200 && status !== 304)).toEqual([]);
    await traffic.finish();
    expect(traffic.acknowledged.size).toBeGreaterThan(30);
    expect(traffic.refusals).toEqual([]);
  });

  it('loses no event and no idea when a process is killed, and polling continues', async () => {
    const traffic = new Traffic({ url: () => nginx.url, token: educator, writers: 3, readers: 4 });
    await traffic.start();
    let isOver = false;
    const polling = poll(() => isOver);
    await sleep(300);
    await apps[0]?.kill();
    await sleep(1_000);
    isOver = true;
    const statuses = await polling;
    // Restores two processes for the tests below.
    await start(0);
    await traffic.finish();
    // A response in transit breaks when the process dies; its retry succeeds.
    expect(statuses.filter((status) => typeof status === 'number').toSorted()).toEqual([200, 304]);
    expect(traffic.refusals.filter((refusal) => refusal !== 'broken')).toEqual([]);
  });

  it('uses the client address that nginx saw, whatever the client claims', async () => {
    await callAt(nginx.url, 'POST', '/api/auth/login', {
      body: { email: 'forger@test.example', password: 'x', selectedRole: 'customer' },
      headers: { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' },
    });
    const { rows } = await test.database.pool.query(
      "select address from auth_events where kind = 'sign_in_failed'",
    );
    expect(rows).toEqual([{ address: '127.0.0.1' }]);
  });

  it('shares one request id in both logs, never chosen by the client', async () => {
    const answer = await callAt(nginx.url, 'GET', '/healthz', {
      headers: { 'x-request-id': 'chosen-by-client' },
    });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('does not expose /metrics', async () => {
    for (const path of ['/metrics', '/metrics/', '/%6detrics/'])
      expect((await callAt(nginx.url, 'GET', path)).status, path).toBe(404);
  });

  it('streams events at once over TLS and HTTP/2, with HSTS; no HSTS over http', async () => {
    const overTls = await startNginx([apps[0]?.url ?? '', apps[1]?.url ?? ''], { tls: true });
    const session = connect(overTls.tlsUrl, { rejectUnauthorized: false });
    const stream = session.request({ ':path': '/api/live', authorization: `Bearer ${educator}` });
    let [text, head] = ['', {} as Record<string, unknown>];
    stream.setEncoding('utf8').on('data', (chunk) => (text += chunk));
    stream.on('response', (headers) => {
      head = headers;
    });
    await expect.poll(() => text).toContain('event: ready');
    expect(head).toMatchObject({
      ':status': 200,
      'content-type': 'text/event-stream; charset=utf-8',
      'strict-transport-security': 'max-age=31536000',
    });
    const answer = await callAt(nginx.url, 'POST', '/api/trade-ideas', {
      token: educator,
      body: ideaInput(),
    });
    expect(answer.headers.get('strict-transport-security')).toBeNull();
    const { id } = (await answer.json()) as TradeIdea;
    await expect.poll(() => text).toContain(id);
    const tooLarge = session.request({
      ':method': 'POST',
      ':path': '/api/media',
      'content-length': '60000000',
    });
    const [refusal] = await once(tooLarge, 'response');
    expect(refusal).toMatchObject({
      ':status': 413,
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
    session.destroy();
    const redirected = await fetch(`${overTls.url}/customer?x=1`, { redirect: 'manual' });
    expect([redirected.status, redirected.headers.get('location')]).toEqual([
      308,
      'https://127.0.0.1/customer?x=1',
    ]);
    await overTls.close();
  });

  it('refuses TRACE', async () => {
    const trace = request(`${nginx.url}/healthz`, { method: 'TRACE' }).end();
    const [answer] = await once(trace, 'response');
    answer.resume();
    expect(answer.statusCode).toBe(405);
  });

  it('refuses old versions of TLS and weak ciphers', async () => {
    const overTls = await startNginx([apps[0]?.url ?? '', apps[1]?.url ?? ''], { tls: true });
    // The lowest security level, so that the refusal is the server's and not this client's.
    const handshake = (version: SecureVersion, ciphers: string) =>
      new Promise<string>((resolve) => {
        const socket = connectTls({
          port: Number(new URL(overTls.tlsUrl).port),
          host: '127.0.0.1',
          rejectUnauthorized: false,
          minVersion: version,
          maxVersion: version,
          ciphers: `${ciphers}:@SECLEVEL=0`,
        });
        socket.once('secureConnect', () => {
          resolve(socket.getCipher().standardName);
          socket.destroy();
        });
        socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
      });
    const strong = 'ECDHE-ECDSA-AES128-GCM-SHA256';
    expect(await handshake('TLSv1.3', 'ALL')).toMatch(/^TLS_(AES|CHACHA20)_/);
    expect(await handshake('TLSv1.2', strong)).toBe('TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256');
    expect(await handshake('TLSv1.1', 'ALL')).toMatch(/ALERT_PROTOCOL_VERSION$/);
    expect(await handshake('TLSv1', 'ALL')).toMatch(/ALERT_PROTOCOL_VERSION$/);
    for (const weak of ['ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA384', 'AES128-SHA'])
      expect(await handshake('TLSv1.2', weak), weak).toMatch(/ALERT_HANDSHAKE_FAILURE$/);
    await overTls.close();
  });

  it.each(['/api/auth/login', '/api/auth/login/', '//api/auth/login'])(
    'stops a flood of sign-ins at %s from one network before it reaches the application',
    async (path) => {
      const signIn = () =>
        callAt(`${nginx.url}${path}`, 'POST', '', {
          body: { email: 'flood@test.example', password: 'x', selectedRole: 'customer' },
        });
      const answers = await Promise.all(Array.from({ length: 200 }, signIn));
      const refused = answers.filter((answer) => answer.headers.get('retry-after') === '5');
      expect(refused.length).toBeGreaterThan(0);
      expect(refused[0]?.status).toBe(429);
      expect(await refused[0]?.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
      expect(refused[0]?.headers.get('x-content-type-options')).toBe('nosniff');
      expect((await callAt(nginx.url, 'GET', '/healthz')).status).toBe(200);
    },
  );

  it('accepts a video of 50 MB and rejects a larger one', async () => {
    const upload = (content: Buffer) =>
      sendForm<ErrorBody>(nginx, educator, createForm(content, 'lesson.mp4', 'video/mp4'), '?kind=video');
    const film = await largeMp4(46 * 1024 * 1024);
    expect((await upload(film)).status).toBe(201);
    const tooLarge = await upload(Buffer.concat([film, Buffer.alloc(6 * 1024 * 1024)]));
    expect([tooLarge.status, tooLarge.body]).toEqual([
      413,
      { code: 'BODY_TOO_LARGE', message: errorCatalogue.BODY_TOO_LARGE.message },
    ]);
  });
});
