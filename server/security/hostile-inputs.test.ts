import dns from 'node:dns';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ErrorCode, errorCatalogue } from '../../contract/shared/errors.ts';
import { answerUnparsed } from '../http/errors.ts';
import { pngBomb } from '../testing/hostile-images.ts';
import { createForm, jpeg, sendForm, uploadFile } from '../testing/media-files.ts';
import { profileInput, sendPortrait, videoInput } from '../testing/profile-inputs.ts';
import { StreamReader } from '../testing/stream-reader.ts';
import { ideaInput, publish, startTestApp, type TestApp } from '../testing/test-app.ts';

let test: TestApp;
let educator: string;
let customer: string;

beforeAll(async () => {
  test = await startTestApp();
  [educator, customer] = await Promise.all([
    test.openSession('one@test.example'),
    test.openSession('customer@test.example'),
  ]);
});
afterAll(() => test.close());

/** Sends raw bytes over a socket and returns everything received until the server closes or falls silent. */
const sendRaw = async (text: string | Buffer, silenceMs = 1_500): Promise<string> => {
  const socket = connect(Number(new URL(test.url).port), '127.0.0.1');
  let answer = '';
  socket.setTimeout(silenceMs, () => socket.destroy());
  socket.on('data', (chunk) => (answer += chunk)).on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  await once(socket, 'close');
  return answer;
};
const parseStatus = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);

describe('bodies that are larger than declared', () => {
  it.each(['gzip', 'deflate', 'br', 'zstd', 'identity, gzip'])(
    'rejects bodies compressed with %s without decompressing them',
    async (encoding) => {
      const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024, ' '));
      const before = process.memoryUsage().rss;
      const response = await fetch(`${test.url}/api/trade-ideas`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${educator}`,
          'content-type': 'application/json',
          'content-encoding': encoding,
        },
        body: new Uint8Array(bomb),
      }).catch(() => undefined);
      // 20 kB exceed the body limit, and a part would not be JSON.
      expect([400, 413, 415]).toContain(response?.status ?? 413);
      expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
    },
  );

  it('rejects bodies nested thousands of levels deep like any other wrong body', async () => {
    const nested = (bytes: number) => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`;
    const renewal = await test.call('POST', '/api/push/renewals', { body: nested(15_000) });
    const idea = await test.call('POST', '/api/trade-ideas', {
      token: educator,
      body: `{"notes":${nested(60_000)}}`,
    });
    expect([renewal.status, idea.status]).toEqual([400, 400]);
  });

  it('rejects images of 40,000 × 40,000 pixels in a few kilobytes', async () => {
    const bomb = pngBomb(40_000, 40_000);
    expect(bomb.length).toBeLessThan(1_000_000);
    const answer = await sendForm(test, educator, createForm(bomb));
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    const portrait = await sendPortrait(test, customer, bomb);
    expect(portrait.status).toBeGreaterThanOrEqual(400);
    expect(portrait.status).toBeLessThan(500);
  });

  it('changes nothing for a body with a wrong or missing Content-Length or endless chunks', async () => {
    const head = (more: string) =>
      `POST /api/trade-ideas HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${educator}\r\ncontent-type: application/json\r\n${more}\r\n\r\n`;
    expect(parseStatus(await sendRaw(`${head('content-length: 1e9')}{}`))).toBe(400);
    expect(parseStatus(await sendRaw(`${head('content-length: 999999999999')}{}`))).toBe(413);
    expect(parseStatus(await sendRaw(`${head('content-length: 2\r\ntransfer-encoding: chunked')}{}`))).toBe(
      400,
    );
    expect(
      parseStatus(
        await sendRaw(
          `${head('transfer-encoding: chunked')}${`8000\r\n${'x'.repeat(0x8000)}\r\n`.repeat(4)}`,
        ),
      ),
    ).toBe(413);
    expect(
      parseStatus(await sendRaw(`${head('transfer-encoding: gzip, chunked')}0\r\n\r\n`)),
    ).toBeGreaterThanOrEqual(400);
    expect((await test.call('GET', '/api/trade-ideas', { token: educator })).body).toEqual([]);
  });
});

describe('malformed HTTP requests', () => {
  it.each([
    ['no request line', 'hello\r\n\r\n'],
    ['another protocol', 'GET / SPDY/3\r\n\r\n'],
    ['a header without end', `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`],
    [
      'a header with a line break in it',
      'GET /healthz HTTP/1.1\r\nhost: localhost\r\nx-request-id: a\rb\r\n\r\n',
    ],
    ['a space in a header’s name', 'GET /healthz HTTP/1.1\r\nhost : x\r\n\r\n'],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['zero bytes', 'GET /heal\0thz HTTP/1.1\r\nhost: localhost\r\n\r\n'],
  ])(
    'answers malformed requests with %s by 400 or nothing, and serves the next request',
    async (_case, text) => {
      const answer = await sendRaw(text);
      expect(answer === '' || [400, 431].includes(parseStatus(answer)), answer.slice(0, 100)).toBe(true);
      expect((await test.call('GET', '/healthz')).status).toBe(200);
    },
  );

  it.each<[ErrorCode, number, string]>([
    ['MALFORMED_REQUEST', 400, 'hello\r\n\r\n'],
    ['HEADERS_TOO_LARGE', 431, `GET /?${'y'.repeat(20_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`],
  ])('answers what is not a request by %s in the format of every error', async (code, status, text) => {
    const answer = await sendRaw(text);
    expect(parseStatus(answer)).toBe(status);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toContain('x-content-type-options: nosniff');
    expect(JSON.parse(body)).toEqual({ code, message: errorCatalogue[code].message });
  });

  it('closes the connection of a client that reads nothing and then sends no request', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = connect(port, '127.0.0.1').on('error', () => undefined);
    const [socket] = (await once(server, 'connection')) as [Socket];
    // More than the buffers of both ends hold.
    socket.on('error', () => undefined).write(Buffer.alloc(50_000_000));
    const closed = once(socket, 'close');
    answerUnparsed(new Error('Parse Error'), socket);
    await closed;
    client.destroy();
    server.close();
  });
});

it('refuses TRACE and echoes nothing', async () => {
  const answer = await sendRaw(
    'TRACE /healthz HTTP/1.1\r\nhost: localhost\r\nx-secret: echo\r\nconnection: close\r\n\r\n',
  );
  expect(parseStatus(answer)).toBe(404);
  expect(answer).not.toContain('echo');
});

describe('line breaks in values that reach a header', () => {
  const injected = 'x\r\nx-injected: yes\r\nset-cookie: a=b';
  it('injects no header through line breaks in values', async () => {
    const idea = await publish(test, educator);
    const answers = [
      await test.call('GET', `/api/trade-ideas?cursor=${encodeURIComponent(injected)}`, { token: educator }),
      await test.call('GET', `/api/trade-ideas?limit=1&pair=${encodeURIComponent(injected)}`, {
        token: educator,
      }),
      await test.call('GET', `/api/trade-ideas/${encodeURIComponent(injected)}`, { token: educator }),
      await test.call('GET', `/media/${encodeURIComponent(injected)}`),
      await test.call('GET', `/${encodeURIComponent(injected)}`),
      await test.call('PUT', `/api/trade-ideas/${idea.id}`, { token: educator, body: { notes: injected } }),
    ];
    for (const { status, headers } of answers) {
      expect(status).toBeLessThan(500);
      expect(headers.get('x-injected')).toBeNull();
      expect(headers.get('set-cookie')).toBeNull();
    }
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await jpeg())]), 'x"\r\nx-injected: yes\r\n\r\n.jpg');
    const { url } = (await sendForm(test, educator, form)).body;
    const { headers } = await test.call('GET', url);
    expect(headers.get('x-injected')).toBeNull();
    expect(headers.get('content-disposition')).toMatch(/^inline; filename="[0-9a-f]{32}\.jpg"$/);
    await test.call('DELETE', `/api/trade-ideas/${idea.id}`, { token: educator });
  });

  it('injects no event into the stream through line breaks in values', async () => {
    const reader = await StreamReader.open(test.url, customer);
    const notes = 'one\n\nevent: reset\nid: 1-999999\ndata: {}\n\ntwo\r\n\r\n\u2028three';
    const idea = await publish(test, educator, { notes });
    await reader.waitUntil(({ changes }) => changes.length === 1);
    expect(reader.events.map(({ event }) => event)).toEqual(['ready', 'trade_ideas_changes']);
    expect(reader.changes[0]?.data).toMatchObject({ record: { id: idea.id, notes: idea.notes } });
    expect(idea.notes).toContain('event: reset\nid: 1-999999');
    await reader.close();
    await test.call('DELETE', `/api/trade-ideas/${idea.id}`, { token: educator });
  });
});

describe('path traversal', () => {
  const ways = [
    '../../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '%252e%252e%252fetc%252fpasswd',
    '..%5c..%5cetc%5cpasswd',
    '%c0%ae%c0%ae%c0%af',
    '....//....//etc/passwd',
    '/etc/passwd',
    '%00',
    '..;/etc/passwd',
    'arriving/x',
    '.env',
    '..%2fpackage.json',
    '../../.git/config',
    '..%2f..%2f.git%2fconfig',
    '%2e%2e/%2e%2e/%2egit/HEAD',
  ];
  it.each(ways)(
    'finds nothing for the path traversal %s as media, profile image, asset or page',
    async (way) => {
      for (const prefix of [
        '/media/',
        '/profile-images/',
        '/assets/',
        '/',
        '/api/docs/static/',
        '/install/',
      ]) {
        const answer = await sendRaw(
          `GET ${prefix}${way} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
        );
        expect(answer).not.toMatch(/root:.*:0:0:|"devDependencies"|DATABASE_URL|\[core]|gitdir:|ref: refs/);
        // Other paths get the web app's page, if anything.
        expect([200, 400, 404], answer.slice(0, 200)).toContain(parseStatus(answer));
        if (parseStatus(answer) === 200) expect(answer).toContain('<!doctype html>');
      }
    },
  );

  it("never uses a client's file name for an upload", async () => {
    const { url } = await uploadFile(test, educator, await jpeg());
    expect(url).toMatch(/^\/media\/[0-9a-f]{32}\.jpg$/);
    const files = (await readdir(test.folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
    for (const name of files) expect(name).toMatch(/^[0-9a-f]{32}\.jpg$/);
  });
});

describe('prototype pollution', () => {
  const poison =
    '"__proto__": {"role": "educator", "polluted": true}, "constructor": {"prototype": {"polluted": true}}';
  const withPoison = (body: object) => JSON.stringify(body).replace('{', `{${poison},`);

  it.each([
    ['POST', '/api/trade-ideas', () => ideaInput()],
    ['POST', '/api/videos', () => videoInput()],
    ['PUT', '/api/users/me', () => ({ specialty: 'Day Trading' })],
    ['PUT', '/api/notifications/preferences', () => ({ Forex: true, Crypto: true })],
    ['PUT', '/api/push/settings', () => ({ statusChanges: false, quietHours: null })],
    ['PUT', '/api/auth/password', () => ({ currentPassword: 'x', newPassword: 'long enough to be one' })],
    ['POST', '/api/auth/login', () => ({ email: 'x', password: 'y', selectedRole: 'customer' })],
  ])('prevents prototype pollution by the body of %s %s', async (method, path, body) => {
    const answer = await test.call(method, path, { token: educator, body: withPoison(body()) });
    expect(answer.status).toBeLessThan(500);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(JSON.stringify(answer.body)).not.toContain('polluted');
  });

  it('changes no role by prototype pollution in the body of a profile', async () => {
    const { id } = test.people.customer;
    const body = withPoison(profileInput());
    await test.call('POST', `/api/user-profiles/${id}`, { token: customer, body });
    const user = await test.call('GET', '/api/auth/user', { token: customer });
    expect(user.body).toMatchObject({ role: 'customer' });
    expect((await test.call('POST', '/api/trade-ideas', { token: customer, body: ideaInput() })).status).toBe(
      403,
    );
  });

  it('ignores prototype pollution in a query', async () => {
    const answer = await test.call('GET', '/api/trade-ideas?__proto__[state]=active&constructor=1', {
      token: educator,
    });
    expect(answer.status).toBeLessThan(500);
    expect(({} as Record<string, unknown>).state).toBeUndefined();
  });
});

describe('server-side request forgery', () => {
  it.each([
    'http://127.0.0.1/x',
    'https://127.0.0.1/x.mp4',
    'https://localhost/x',
    'https://[::1]/x',
    'file:///etc/passwd',
  ])('refuses the video link %s', async (url) => {
    const video = await test.call('POST', '/api/videos', { token: educator, body: videoInput({ url }) });
    const idea = await test.call('POST', '/api/trade-ideas', {
      token: educator,
      body: { ...ideaInput(), video_url: url },
    });
    expect([video.status, idea.status]).toEqual([400, 400]);
  });

  it('stores and shows a video link to another site, and never resolves its name', async () => {
    const lookups = vi.spyOn(dns, 'lookup');
    const url = 'https://video.example/lesson';
    const video = await test.call('POST', '/api/videos', { token: educator, body: videoInput({ url }) });
    const idea = await test.call('POST', '/api/trade-ideas', {
      token: educator,
      body: { ...ideaInput(), video_url: url },
    });
    expect([video.status, idea.status]).toEqual([201, 201]);
    const listed = await test.call('GET', '/api/videos', { token: customer });
    expect(JSON.stringify(listed.body)).toContain(url);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(lookups.mock.calls.map(([name]) => name)).not.toContain('video.example');
    lookups.mockRestore();
  });
});

it.each([
  ['PUT', '/api/follows/2'],
  ['DELETE', '/api/follows/2'],
  ['POST', '/api/practice/questions'],
  ['POST', '/api/auth/logout'],
])('refuses by its name a field of %s %s, which has no body', async (method, path) => {
  const { status, body } = await test.call(method, path, { token: customer, body: { colour: 'red' } });
  expect([status, body]).toMatchObject([400, { fields: { colour: 'Unknown field' } }]);
  expect((await test.call('GET', '/api/follows', { token: customer })).status).toBe(200);
});

it('refuses an id of 5,000 characters as it refuses any other', async () => {
  const answer = await test.call('GET', `/api/trade-ideas/${'7'.repeat(5000)}`, { token: educator });
  expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_REQUEST' } });
});
