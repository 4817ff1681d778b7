import { createECDH, createPublicKey, type ECDH, verify } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { decrypt } from 'http_ece';
import {
  type PushMessage,
  type PushSubscriptionInput,
  pushMessage,
} from '../../contract/notifications/push.ts';
import type { EndpointPolicy } from '../notifications/transport/endpoint-policy.ts';
import { createDevice } from './push-device.ts';
import { TEST_CERTIFICATE, TEST_KEY } from './push-service-tls.ts';
import { WAIT_LIMIT_MS } from './time-limits.ts';

/** Response to a device's messages. `silence`: never respond; `break`: close the connection. */
type PushReply = { status: number; headers?: Record<string, string>; body?: string } | 'silence' | 'break';

/** A received message, decrypted with the device's keys. */
type ReceivedPush = {
  device: string;
  at: number;
  headers: Record<string, string | undefined>;
  /** Encrypted size in bytes. */
  size: number;
  message: PushMessage;
  /** Response status; null without a response. */
  status: number | null;
};

type Device = { subscription: PushSubscriptionInput; reader: ECDH };

export type TestPushService = {
  readonly origin: string;
  readonly received: ReceivedPush[];
  /** Problems found, such as invalid signatures or unreadable messages. Must stay empty. */
  readonly problems: string[];
  /** Allows this service in addition to the default policy. */
  readonly endpoints: EndpointPolicy;
  /** Number of messages to known devices, decrypted or not. */
  readonly answered: number;
  /** Number of connections ever opened. */
  readonly connections: number;
  /** Creates a device; its name is the last segment of its endpoint. */
  addDevice(name: string): PushSubscriptionInput;
  /** Sets the responses to a device by message number, from 1. The default is 201. */
  setReply(name: string, reply: PushReply | ((attempt: number) => PushReply)): void;
  /** Answers nothing until the returned function is called. */
  hold(): () => void;
  /** Messages sent to a device. */
  sentTo(name: string): ReceivedPush[];
  /** Notifications a device finally shows: accepted messages, where the same tag replaces the previous one. */
  shownOn(name: string): PushMessage[];
  /** Waits for a condition; throws on timeout. */
  waitUntil(isThere: () => boolean | Promise<boolean>, what?: () => Promise<string>): Promise<void>;
  close(): Promise<void>;
};

/** Verifies a VAPID header (RFC 8292) independently of our implementation; throws with the problem. */
export const assertVapid = (
  header: string | undefined,
  origin: string,
  now = Date.now(),
): { key: string } => {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  if (point.length !== 65) throw new Error(`No VAPID header: ${header}`);
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('The VAPID signature does not fit');
  const { typ, alg } = JSON.parse(Buffer.from(head, 'base64url').toString());
  if (typ !== 'JWT' || alg !== 'ES256') throw new Error(`The token is a ${typ} of ${alg}`);
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  if (aud !== origin) throw new Error(`The token is for ${aud}`);
  const left = exp - now / 1000;
  if (!(left > 0 && left <= 24 * 3600)) throw new Error(`The token ends in ${left} s`);
  if (!/^(mailto:|https:\/\/)/.test(sub)) throw new Error(`The token names ${sub}`);
  return { key };
};

/**
 * A local push service (RFC 8030) for tests. Verifies every signature and decrypts every message with its devices'
 * keys, using a third-party implementation.
 */
export const startPushService = async ({
  tls = false,
  clock = () => Date.now(),
  /** Delay before each response. */
  delayMs = 0,
  /** Decrypts one of this many messages; accepts the others unread. */
  sample = 1,
} = {}): Promise<TestPushService> => {
  const devices = new Map<string, Device>();
  const replies = new Map<string, (attempt: number) => PushReply>();
  const received: ReceivedPush[] = [];
  let held: PromiseWithResolvers<void> | undefined;
  const problems: string[] = [];
  let connections = 0;
  let answered = 0;

  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request);
    const name = request.url?.split('/').at(-1) ?? '';
    const device = devices.get(name);
    if (!device || request.method !== 'POST') return void response.writeHead(404).end();
    if (answered++ % sample !== 0) return void response.writeHead(201).end();
    const headers = request.headers as Record<string, string | undefined>;
    let message: PushMessage;
    try {
      assertVapid(headers.authorization, origin, clock());
      if (body.length > 4096) throw new Error(`${body.length} bytes`);
      const text = decrypt(body, {
        version: 'aes128gcm',
        privateKey: device.reader,
        authSecret: device.subscription.keys.auth,
      }).toString('utf8');
      message = pushMessage.parse(JSON.parse(text));
    } catch (error) {
      problems.push(`${name}: ${error}`);
      return void response.writeHead(400).end();
    }
    const attempt = received.filter((one) => one.device === name).length + 1;
    const reply = replies.get(name)?.(attempt) ?? { status: 201 };
    const status = typeof reply === 'string' ? null : reply.status;
    received.push({ device: name, at: performance.now(), headers, size: body.length, message, status });
    if (delayMs > 0) await sleep(delayMs);
    await held?.promise;
    if (reply === 'break') return void request.socket.destroy();
    if (reply !== 'silence') response.writeHead(reply.status, reply.headers).end(reply.body);
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    receive(request, response).catch(() => response.destroy());
  };
  const server = tls
    ? createHttpsServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, onRequest)
    : createHttpServer(onRequest);
  server.on('connection', () => {
    connections++;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const sentTo: TestPushService['sentTo'] = (name) => received.filter(({ device }) => device === name);
  return {
    origin,
    received,
    problems,
    endpoints: {
      allowsUrl: (url) => url.origin === origin,
      allowsAddress: (address) => address === '127.0.0.1',
      ...(tls ? { ca: TEST_CERTIFICATE } : {}),
    },
    get answered() {
      return answered;
    },
    get connections() {
      return connections;
    },
    addDevice: (name) => {
      const { subscription, privateKey } = createDevice(`${origin}/push/${name}`);
      const reader = createECDH('prime256v1');
      reader.setPrivateKey(privateKey);
      devices.set(name, { subscription, reader });
      return subscription;
    },
    setReply: (name, reply) => replies.set(name, typeof reply === 'function' ? reply : () => reply),
    hold: () => {
      held = Promise.withResolvers();
      return held.resolve;
    },
    sentTo,
    shownOn: (name) => {
      const taken = sentTo(name).filter(({ status }) => status !== null && status < 300);
      return [...new Map(taken.map(({ message }) => [message.tag, message])).values()];
    },
    waitUntil: async (isThere, what = async () => 'what was expected') => {
      for (const deadline = performance.now() + WAIT_LIMIT_MS; !(await isThere()); await sleep(20)) {
        if (performance.now() < deadline) continue;
        const seen = JSON.stringify(received.map(({ device, status }) => [device, status]));
        throw new Error(`There was not ${await what()}. The push service saw ${seen}`);
      }
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
