import { createHash, createHmac } from 'node:crypto';

/** A received request; `url` is the raw path and query. */
type SignedRequest = { method: string; url: string; headers: Record<string, string | undefined> };

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

const canonicalQuery = (query: string) =>
  [...new URLSearchParams(query)]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .toSorted()
    .join('&');

/** Whether the request has a valid AWS Signature Version 4 for S3 with this secret. */
export const isSignedWith = (request: SignedRequest, secret: string): boolean => {
  const [, , day = '', region = '', names = '', signature] =
    AUTHORIZATION.exec(request.headers.authorization ?? '') ?? [];
  const [path = '', query = ''] = request.url.split('?');
  const headers = names.split(';').map((name) => `${name}:${(request.headers[name] ?? '').trim()}\n`);
  const canonical = [
    request.method,
    path,
    canonicalQuery(query),
    headers.join(''),
    names,
    request.headers['x-amz-content-sha256'] ?? '',
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'] ?? '', scope, sha256(canonical)].join(
    '\n',
  );
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, day));
  return hmac(key, toSign).toString('hex') === signature;
};
