import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jpeg, uploadFile, wav } from '../testing/media-files.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { parseRange } from './media-routes.ts';

let test: TestApp;
let url: string;
/** What is stored; what was sent had a list of metadata too. */
const content = wav(2_000);
const size = content.length;

beforeAll(async () => {
  test = await startTestApp();
  const sent = Buffer.concat([content, Buffer.from('LIST\x04\0\0\0INFO', 'latin1')]);
  url = (await uploadFile(test, await test.openSession('one@test.example'), sent)).url;
});
afterAll(() => test.close());

const get = async (headers: Record<string, string> = {}, method = 'GET') => {
  const response = await fetch(new URL(url, test.url), { method, headers });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
};

describe('GET /media/:name', () => {
  it('serves public, immutable and sandboxed content', async () => {
    const { status, headers, bytes } = await get();
    expect([status, bytes.equals(content)]).toEqual([200, true]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'audio/wav',
      'content-length': String(size),
      'content-disposition': `inline; filename="${url.slice('/media/'.length)}"`,
      'content-security-policy':
        "default-src 'none'; img-src 'self'; media-src 'self'; frame-ancestors 'none'; sandbox allow-same-origin",
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'accept-ranges': 'bytes',
    });
  });

  it('gives images no origin at all', async () => {
    const picture = await uploadFile(test, await test.openSession('one@test.example'), await jpeg());
    const answer = await test.call('GET', picture.url);
    expect(answer.headers.get('content-security-policy')).toMatch(/; sandbox$/);
  });

  it('answers HEAD without content', async () => {
    const { status, headers, bytes } = await get({}, 'HEAD');
    expect([status, headers.get('content-length'), bytes.length]).toEqual([200, String(size), 0]);
  });

  it('answers 304 for a known ETag', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{32}\.wav"$/);
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const { status, bytes } = await get({ 'if-none-match': tags });
      expect([status, bytes.length], tags).toEqual([304, 0]);
    }
    expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, size - 1],
    ['bytes=-10', size - 10, size - 1],
    ['bytes=5-5', 5, 5],
    [`bytes=0-${size * 9}`, 0, size - 1],
    [`bytes=-${size * 9}`, 0, size - 1],
  ])('sends a part for %s', async (range, start, end) => {
    const { status, headers, bytes } = await get({ range });
    expect([status, headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/${size}`]);
    expect(bytes.equals(content.subarray(start, end + 1))).toBe(true);
  });

  it.each([`bytes=${size}-`, `bytes=${size * 2}-${size * 3}`, 'bytes=-0'])(
    'answers 416 for %s',
    async (range) => {
      const { status, headers, bytes } = await get({ range });
      expect([status, headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
      expect(headers.get('cache-control')).toBeNull();
      expect(JSON.parse(bytes.toString())).toMatchObject({ code: 'RANGE_NOT_SATISFIABLE' });
    },
  );

  it.each([
    'bytes=9-1',
    'bytes=a-b',
    'bytes=-',
    'lines=1-2',
    'bytes=0-1,5-6',
    'bytes 0-1',
    `bytes=${'9'.repeat(40)}-`,
  ])('sends the whole file for %s, as RFC 9110 allows', async (range) => {
    expect([(await get({ range })).status, parseRange(range, size)]).toEqual([200, undefined]);
  });

  it('sends the whole file if If-Range names another file', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    expect((await get({ range: 'bytes=0-9', 'if-range': etag })).status).toBe(206);
    expect((await get({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200);
  });
});

describe('GET /media/:name without a file', () => {
  it.each([
    '/media/',
    '/media/..%2f..%2fetc%2fpasswd',
    '/media/%2e%2e%2f%2e%2e%2fpackage.json',
    '/media/..%5c..%5cpackage.json',
    '/media/arriving',
    '/media/arriving%2Fx',
    `/media/${'0'.repeat(32)}.jpg`,
    `/media/${'0'.repeat(32)}.svg`,
    `/media/${'0'.repeat(32)}.jpg%00.html`,
    `/media/${'A'.repeat(32)}.jpg`,
    '/media/%ff',
    `/media/${'a'.repeat(5_000)}`,
  ])('answers 404 for the name %s', async (path) => {
    const answer = await test.call('GET', path);
    expect([400, 404, 414]).toContain(answer.status);
  });

  it('answers 404 if the content is missing', async () => {
    const { url: gone } = await uploadFile(test, await test.openSession('two@test.example'), wav());
    await rm(join(test.folder, gone));
    expect((await test.call('GET', gone)).status).toBe(404);
    expect(await readdir(join(test.folder, 'media', 'arriving'))).toEqual([]);
  });
});
