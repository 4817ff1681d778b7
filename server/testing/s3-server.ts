import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { S3Settings } from '../shared/env.ts';
import { isSignedWith } from './signature-v4.ts';

export type S3Server = {
  settings: S3Settings;
  /** Objects by key. */
  objects: Map<string, { content: Buffer; contentType: string }>;
  /** Every request, as "PUT name 200". */
  requests: string[];
  /** If set, every request gets this status. */
  failure: number | undefined;
  close(): Promise<void>;
};

const SECRET = 'a secret only the two of them know';
const MAX_SKEW_MS = 15 * 60_000;

const parseAmzDate = (stamp = '') =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

const hasValidSignature = (request: IncomingMessage): boolean => {
  const headers = request.headers as Record<string, string | undefined>;
  const age = Math.abs(Date.now() - parseAmzDate(headers['x-amz-date']));
  const { method = '', url = '' } = request;
  return age < MAX_SKEW_MS && isSignedWith({ method, url, headers }, SECRET);
};

/**
 * An HTTP bucket that stores, returns (whole or by range) and deletes objects, and verifies each request's signature.
 */
export const startS3Server = async (): Promise<S3Server> => {
  const bucket: Pick<S3Server, 'objects' | 'requests' | 'failure'> = {
    objects: new Map(),
    requests: [],
    failure: undefined,
  };

  const answer = (request: IncomingMessage, body: Buffer): [number, Record<string, string>, Buffer?] => {
    if (bucket.failure !== undefined) return [bucket.failure, {}];
    if (!hasValidSignature(request))
      return [403, {}, Buffer.from('<Error><Code>SignatureDoesNotMatch</Code></Error>')];
    const [, name, key = ''] = request.url?.split('/') ?? [];
    if (name !== 'uploads') return [404, {}, Buffer.from('<Error><Code>NoSuchBucket</Code></Error>')];
    if (request.method === 'PUT') {
      const declared = Number(request.headers['content-length']);
      if (declared !== body.length) return [411, {}];
      bucket.objects.set(key, { content: body, contentType: request.headers['content-type'] ?? '' });
      return [200, { etag: '"1"' }];
    }
    if (request.method === 'DELETE') return bucket.objects.delete(key) ? [204, {}] : [404, {}];
    const found = bucket.objects.get(key);
    if (!found)
      return [
        404,
        { 'content-type': 'application/xml' },
        Buffer.from('<Error><Code>NoSuchKey</Code></Error>'),
      ];
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (start === undefined) return [200, { 'content-type': found.contentType }, found.content];
    return [
      206,
      { 'content-type': found.contentType },
      found.content.subarray(Number(start), Number(end) + 1),
    ];
  };

  const server = createServer(async (request, response) => {
    const [status, headers, content = ''] = answer(request, await buffer(request));
    bucket.requests.push(`${request.method} ${request.url?.split('/').at(-1)} ${status}`);
    response.writeHead(status, headers).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(bucket, {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'uploads',
      region: 'eu-central-1',
      accessKeyId: 'AKIATEST',
      secretAccessKey: SECRET,
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
};
