import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { media } from '../database/schema.ts';
import { createForm, jpeg, largeMp4, sendForm, uploadFile, wav } from '../testing/media-files.ts';
import { type S3Server, startS3Server } from '../testing/s3-server.ts';
import { isSignedWith } from '../testing/signature-v4.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import type { MediaStore } from './media-store.ts';
import { s3Store } from './s3-store.ts';

/**
 * AWS's published Signature V4 examples with its example keys. They validate the signature check of the test bucket
 * below.
 */
describe("the test bucket's signature check", () => {
  const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY';
  const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  const signedBy = (names: string, signature: string) =>
    `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=${names},Signature=${signature}`;
  const base = { host: 'examplebucket.s3.amazonaws.com', 'x-amz-date': '20130524T000000Z' };
  const examples = [
    {
      method: 'GET',
      url: '/test.txt',
      headers: {
        ...base,
        range: 'bytes=0-9',
        'x-amz-content-sha256': empty,
        authorization: signedBy(
          'host;range;x-amz-content-sha256;x-amz-date',
          'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
        ),
      },
    },
    {
      method: 'PUT',
      url: '/test%24file.text',
      headers: {
        ...base,
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
        'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
        authorization: signedBy(
          'date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class',
          '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
        ),
      },
    },
    {
      method: 'GET',
      url: '/?lifecycle',
      headers: {
        ...base,
        'x-amz-content-sha256': empty,
        authorization: signedBy(
          'host;x-amz-content-sha256;x-amz-date',
          'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
        ),
      },
    },
    {
      method: 'GET',
      url: '/?max-keys=2&prefix=J',
      headers: {
        ...base,
        'x-amz-content-sha256': empty,
        authorization: signedBy(
          'host;x-amz-content-sha256;x-amz-date',
          '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
        ),
      },
    },
  ];

  it.each(examples)('computes the signature of the published example of $method $url', (request) => {
    expect(isSignedWith(request, secret)).toBe(true);
    expect(isSignedWith(request, `${secret}x`)).toBe(false);
    expect(isSignedWith({ ...request, method: 'DELETE' }, secret)).toBe(false);
    expect(isSignedWith({ ...request, headers: { ...request.headers, host: 'other' } }, secret)).toBe(false);
  });
});

describe('s3Store', () => {
  let bucket: S3Server;
  let test: TestApp;
  let one: string;
  beforeAll(async () => {
    bucket = await startS3Server();
    const { endpoint, bucket: name, region, accessKeyId, secretAccessKey } = bucket.settings;
    test = await startTestApp({
      settings: {
        S3_ENDPOINT: endpoint,
        S3_BUCKET: name,
        S3_REGION: region,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
      },
    });
    one = await test.openSession('one@test.example');
  });
  beforeEach(() => {
    bucket.failure = undefined;
    bucket.requests.length = 0;
  });
  afterAll(async () => {
    await test.close();
    await bucket.close();
  });

  const get = async (url: string, headers: Record<string, string> = {}) => {
    const response = await fetch(new URL(url, test.url), { headers });
    return {
      status: response.status,
      headers: response.headers,
      bytes: Buffer.from(await response.arrayBuffer()),
    };
  };
  const getName = (url: string) => url.slice('/media/'.length);

  it('stores uploads with a valid signature and leaves nothing on disk', async () => {
    const { url } = await uploadFile(test, one, await jpeg());
    expect(bucket.requests).toEqual([`PUT ${getName(url)} 200`]);
    expect(bucket.objects.get(getName(url))?.contentType).toBe('image/jpeg');
    expect(await readdir(test.folder, { recursive: true })).toEqual(['media', 'media/arriving']);
  });

  it('serves whole files and ranges with the same headers', async () => {
    const { url, byteSize } = await uploadFile(test, one, await largeMp4(2 * 1024 * 1024));
    const content = bucket.objects.get(getName(url))?.content ?? Buffer.alloc(0);
    const whole = await get(url);
    expect([whole.status, whole.bytes.length, whole.bytes.equals(content)]).toEqual([200, byteSize, true]);
    expect(whole.headers.get('content-length')).toBe(String(byteSize));
    expect(whole.headers.get('content-security-policy')).toContain('sandbox');
    const part = await get(url, { range: 'bytes=5-9' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 5-9/${content.length}`]);
    expect(part.bytes.equals(content.subarray(5, 10))).toBe(true);
    expect(bucket.requests.slice(1)).toEqual([`GET ${getName(url)} 200`, `GET ${getName(url)} 206`]);
  });

  it('answers 404 for missing objects', async () => {
    const { url } = await uploadFile(test, one, wav());
    const store = s3Store(bucket.settings);
    await store.remove(getName(url));
    await store.remove(getName(url));
    expect(bucket.requests.slice(1)).toEqual([`DELETE ${getName(url)} 204`, `DELETE ${getName(url)} 404`]);
    expect((await get(url)).status).toBe(404);
  });

  it.each([
    ['that fails', 500],
    ['that ignores a range', 200],
  ])('reports the error of a response %s', async (_case, status) => {
    bucket.failure = status;
    const read = s3Store(bucket.settings).read(`${'0'.repeat(32)}.jpg`, { start: 1, end: 2 });
    await expect(read).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
  });

  it('fails with a wrong secret', async () => {
    const store = s3Store({ ...bucket.settings, secretAccessKey: 'wrong' });
    await expect(store.read(`${'0'.repeat(32)}.jpg`, undefined)).rejects.toMatchObject({
      code: 'STORAGE_UNAVAILABLE',
    });
    expect(bucket.requests).toEqual([`GET ${'0'.repeat(32)}.jpg 403`]);
  });
});

describe('s3Store with a bucket that does not respond', () => {
  it('gives up after 8 s when the bucket does not respond', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const store = s3Store({
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'uploads',
      region: 'auto',
      accessKeyId: 'x',
      secretAccessKey: 'y',
    });
    const requested = once(silent, 'request');
    const outcome = store.read(`${'0'.repeat(32)}.jpg`, undefined).catch((error: unknown) => error);
    await requested;
    await vi.advanceTimersByTimeAsync(8_000);
    expect(await outcome).toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
    vi.useRealTimers();
    silent.closeAllConnections();
    silent.close();
  });
});

describe('s3Store with a bucket that redirects', () => {
  let elsewhere: S3Server;
  let redirecting: Server;
  let store: MediaStore;
  beforeAll(async () => {
    elsewhere = await startS3Server();
    redirecting = createServer((request, response) => {
      response.writeHead(307, { location: `${elsewhere.settings.endpoint}${request.url}` }).end();
    });
    await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
    const { port } = redirecting.address() as AddressInfo;
    store = s3Store({ ...elsewhere.settings, endpoint: `http://127.0.0.1:${port}` });
  });
  afterAll(async () => {
    redirecting.closeAllConnections();
    redirecting.close();
    await elsewhere.close();
  });

  const name = `${'0'.repeat(32)}.jpg`;
  it.each<[string, () => Promise<unknown>]>([
    ['put', () => store.put(name, 'package.json', 'image/jpeg')],
    ['read', () => store.read(name, undefined)],
    ['remove', () => store.remove(name)],
  ])('does not follow a redirect of the bucket to %s', async (_name, call) => {
    await expect(call()).rejects.toMatchObject({ code: 'STORAGE_UNAVAILABLE' });
    expect(elsewhere.requests).toEqual([]);
  });
});

describe('s3Store without a reachable bucket', () => {
  it('rejects an upload with a message when the bucket is unreachable, and keeps the row for housekeeping', async () => {
    const bucket = await startS3Server();
    await bucket.close();
    const { endpoint } = bucket.settings;
    const test = await startTestApp({
      settings: {
        S3_ENDPOINT: endpoint,
        S3_BUCKET: 'uploads',
        S3_ACCESS_KEY_ID: 'x',
        S3_SECRET_ACCESS_KEY: 'y',
        LOG_LEVEL: 'fatal',
      },
    });
    const answer = await sendForm(test, await test.openSession('one@test.example'), createForm(await jpeg()));
    expect(answer).toMatchObject({
      status: 503,
      body: {
        code: 'STORAGE_UNAVAILABLE',
        message: "Can't reach file storage. Nothing was saved. Please try again.",
      },
    });
    expect(await test.database.db.select().from(media)).toHaveLength(1);
    expect(await readdir(test.folder, { recursive: true })).toEqual(['media', 'media/arriving']);
    await test.close();
  });
});
