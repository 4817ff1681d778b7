import { gzipSync } from 'node:zlib';
import fc from 'fast-check';

/** The parts of an OpenAPI document the generator reads. */
export type OpenApi = { paths: Record<string, Record<string, Operation>> };
type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  format?: string;
};
type Operation = {
  parameters?: { name: string; in: 'path' | 'query' | 'header'; schema?: Schema }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
};

/** One request: as a user with this role, without a token, or with a forged one. */
export type HostileRequest = {
  method: string;
  path: string;
  as: 'nobody' | 'customer' | 'educator' | 'forged';
  headers: Record<string, string>;
  body: Buffer | null;
};

/** Keys that reach an object's prototype in a careless merge. */
const PROTOTYPE_KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__defineGetter__',
];

const hostileText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\r\nx-injected: yes\r\n\r\n',
    '%0d%0ax-injected:%20yes',
    '../../../../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '....//',
    "' or 1=1; drop table users; --",
    '<script>alert(1)</script>',
    '{{7*7}}',
    '\u202e\u0000\uffff',
    '\ud800',
    '𝕏'.repeat(300),
    'NaN',
    '-0',
    '1e309',
    '9'.repeat(400),
    '00000000-0000-0000-0000-000000000000',
    '0000-01-01T00:00:00.000Z',
    '+275760-09-13T00:00:00.000Z',
    '2026-02-30T00:00:00.000Z',
    'https:evil.example',
    'HTTPS://evil.example/',
    ' ht\ntps://evil.example/',
    ...PROTOTYPE_KEYS,
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.integer({ min: 100, max: 6_000 }).map((length) => 'A'.repeat(length)),
);

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, false, 0, -1, 1e308, Number.MAX_SAFE_INTEGER, [], {}, [[[[]]]]),
  fc.double({ noNaN: true }),
  fc.array(fc.constantFrom(null, 'x', 1, {}), { maxLength: 50 }),
  fc
    .constantFrom(...PROTOTYPE_KEYS)
    .map((key) => JSON.parse(`{"${key}": {"role": "educator", "isAdmin": true}}`)),
  fc
    .integer({ min: 10, max: 500 })
    .map((depth) => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`)),
);

const getTypes = ({ type }: Schema): string[] => (type === undefined ? [] : [type].flat());

/** An almost valid value, which gets past the most checks. */
const almostValid = (schema: Schema): fc.Arbitrary<unknown> => {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(almostValid));
  if (schema.properties) {
    const parts = Object.entries(schema.properties).map(([name, part]) => [name, fuzzed(part)] as const);
    return fc.record(Object.fromEntries(parts), { requiredKeys: [] });
  }
  const types = getTypes(schema);
  if (types.includes('array')) return fc.array(fuzzed(schema.items ?? {}), { maxLength: 5 });
  if (types.includes('boolean')) return fc.boolean();
  if (types.includes('number') || types.includes('integer')) return fc.integer();
  if (schema.format === 'uuid') return fc.uuid();
  return fc.oneof(
    fc.constantFrom(
      'EUR/USD',
      '1.0842',
      'BUY',
      'Forex',
      'active',
      '2026-11-20T09:00:00.000Z',
      '0000-01-01T00:00:00.000Z',
      'a@b.example',
      'https://video.example/a',
    ),
    fc.string({ maxLength: 30 }),
  );
};

const fuzzed = (schema: Schema): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 3, arbitrary: almostValid(schema) }, { weight: 1, arbitrary: hostileValue });

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');

/** encodeURIComponent rejects lone surrogates. */
const encoded = (value: unknown): string => encodeURIComponent(asText(value).toWellFormed());

/** As a header value: fetch rejects line breaks, which `hostile-inputs.test.ts` sends over a raw socket. */
const headerText = (value: unknown): string =>
  asText(value)
    .replace(/[^\x20-\x7e]/g, '?')
    .trim();

const jsonBody = (schema: Schema): fc.Arbitrary<{ type: string; body: Buffer; encoding?: string }> => {
  const json = fuzzed(schema).map((value) => Buffer.from(JSON.stringify(value) ?? ''));
  const type = 'application/json';
  return fc.oneof(
    { weight: 8, arbitrary: json.map((body) => ({ type, body })) },
    { weight: 1, arbitrary: json.map((body) => ({ type, body: body.subarray(0, body.length / 2) })) },
    { weight: 1, arbitrary: json.map((body) => ({ type, body: gzipSync(body), encoding: 'gzip' })) },
    { weight: 1, arbitrary: fc.constant({ type, body: Buffer.alloc(300_000, '[') }) },
    {
      weight: 1,
      arbitrary: fc.constant({ type, body: gzipSync(Buffer.alloc(5_000_000, ' ')), encoding: 'gzip' }),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(
          'text/plain',
          'application/xml',
          'application/x-www-form-urlencoded',
          'multipart/form-data',
          '',
        )
        .chain((other) => json.map((body) => ({ type: other, body }))),
    },
    {
      weight: 1,
      arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => ({ type, body: Buffer.from(bytes) })),
    },
  );
};

const BOUNDARY = 'xxBOUNDARYxx';
/** A multipart form: valid, truncated, or with random content under any name. */
const formBody: fc.Arbitrary<{ type: string; body: Buffer; encoding?: string }> = fc
  .record({ name: hostileText, bytes: fc.uint8Array({ maxLength: 2_000 }), cut: fc.boolean() })
  .map(({ name, bytes, cut }) => {
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name.replace(/["\r\n]/g, '')}"\r\ncontent-type: image/png\r\n\r\n`;
    const whole = Buffer.concat([
      Buffer.from(head),
      Buffer.from(bytes),
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]);
    return {
      type: `multipart/form-data; boundary=${BOUNDARY}`,
      body: cut ? whole.subarray(0, whole.length - 20) : whole,
    };
  });

const operationRequests = (
  path: string,
  method: string,
  operation: Operation,
): fc.Arbitrary<HostileRequest> => {
  const parameters = operation.parameters ?? [];
  const values = fc.record(
    Object.fromEntries(
      parameters.map(({ name, in: place, schema = {} }) => [`${place}:${name}`, fuzzed(schema)]),
    ),
    {
      requiredKeys: parameters
        .filter((parameter) => parameter.in === 'path')
        .map(({ name }) => `path:${name}`),
    },
  );
  const content = operation.requestBody?.content?.['application/json']?.schema;
  const takesForm = /\/api\/(media|profile-image)$/.test(path) && method !== 'delete';
  const none = fc.constant(null);
  const body =
    method === 'get' ? none : fc.option(takesForm ? formBody : jsonBody(content ?? {}), { freq: 6 });
  const as = fc.constantFrom<HostileRequest['as']>('nobody', 'customer', 'educator', 'educator', 'forged');
  return fc.record({ values, body, as }).map(({ values, body, as }) => {
    const given = Object.entries(values as Record<string, unknown>).map(
      ([key, value]) => [...(key.split(/:(.*)/s, 2) as [string, string]), value] as const,
    );
    const place = (wanted: string) => given.filter(([where]) => where === wanted);
    const filled = place('path').reduce(
      (text, [, name, value]) => text.replace(`{${name}}`, () => encoded(value)),
      path,
    );
    const query = place('query').map(([, name, value]) => `${name}=${encoded(value)}`);
    const headers = place('header').map(([, name, value]) => [name, headerText(value)] as const);
    return {
      method: method.toUpperCase(),
      path: query.length > 0 ? `${filled}?${query.join('&')}` : filled,
      as,
      headers: {
        ...Object.fromEntries(headers),
        ...(body?.type ? { 'content-type': body.type } : {}),
        ...(body?.encoding ? { 'content-encoding': body.encoding } : {}),
      },
      body: body?.body ?? null,
    };
  });
};

/** `count` requests over all operations, each almost valid or invalid; reproducible by seed. */
export const hostileRequests = (page: OpenApi, count: number, seed: number): HostileRequest[] => {
  const operations = Object.entries(page.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationRequests(path, method, operation)),
  );
  const each = Math.ceil(count / operations.length);
  return operations.flatMap((requests) => fc.sample(requests, { numRuns: each, seed })).slice(0, count);
};
