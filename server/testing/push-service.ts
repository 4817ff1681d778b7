import { createECDH, createPublicKey, type ECDH, verify } from 'node:crypto';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { decrypt } from 'http_ece';
import { type PushMessage, type PushSubscriptionInput, pushMessage } from '../../contract/push.ts';
import type { EndpointPolicy } from '../push/transport/endpoint-policy.ts';
import { makeDevice } from './push-device.ts';
import { TEST_CERTIFICATE, TEST_KEY } from './push-service-tls.ts';

/** Longer than anything a test waits for, also on a machine that has much else to do. */
const PATIENCE_MS = 15_000;

/** How a device's messages are answered. `silence`: never; `break`: the connection ends. */
export type PushReply =
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'silence'
  | 'break';

/** One message as it arrived: read with the device's own keys. */
export type ReceivedPush = {
  device: string;
  at: number;
  headers: Record<string, string | undefined>;
  /** Bytes on the wire. */
  size: number;
  message: PushMessage;
  /** What it was answered; null for none. */
  status: number | null;
};

type Device = { subscription: PushSubscriptionInput; reader: ECDH };

export type TestPushService = {
  readonly origin: string;
  readonly received: ReceivedPush[];
  /** What was wrong with a message: a signature that does not fit, a text that cannot be read. Ours must be empty. */
  readonly faults: string[];
  /** Allows this service, and what the deployment's own policy allows. */
  readonly endpoints: EndpointPolicy;
  /** Messages to devices it knows, read or not. */
  readonly answered: number;
  /** Connections that were ever opened. */
  readonly connections: number;
  /** A device of this service; its name is the last part of its endpoint. */
  device(name: string): PushSubscriptionInput;
  /** How a device's messages are answered from now on: by their number, from 1. 201 unless told otherwise. */
  answer(name: string, reply: PushReply | ((attempt: number) => PushReply)): void;
  /** What was sent to a device. */
  to(name: string): ReceivedPush[];
  /** What a device shows in the end: accepted messages, those of one tag replacing each other. */
  shownOn(name: string): PushMessage[];
  /** Waits until it holds; throws when that takes too long. */
  until(isThere: () => boolean | Promise<boolean>, what?: () => Promise<string>): Promise<void>;
  close(): Promise<void>;
};

/** RFC 8292, read by other means than it was written: throws with what is wrong. */
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
 * A push service of RFC 8030 on this machine, for tests. It checks every signature and reads every message with the keys of
 * its devices, by an implementation that is not ours.
 */
export const startPushService = async ({
  tls = false,
  clock = () => Date.now(),
  /** How long it thinks before it answers. */
  delayMs = 0,
  /** One message of so many is read; the others are taken as they are. */
  sample = 1,
} = {}): Promise<TestPushService> => {
  const devices = new Map<string, Device>();
  const replies = new Map<string, (attempt: number) => PushReply>();
  const received: ReceivedPush[] = [];
  const faults: string[] = [];
  let connections = 0;
  let answered = 0;

  const take = async (request: IncomingMessage, response: ServerResponse) => {
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
      faults.push(`${name}: ${error}`);
      return void response.writeHead(400).end();
    }
    const attempt = received.filter((one) => one.device === name).length + 1;
    const reply = replies.get(name)?.(attempt) ?? { status: 201 };
    const status = typeof reply === 'string' ? null : reply.status;
    received.push({ device: name, at: performance.now(), headers, size: body.length, message, status });
    if (delayMs > 0) await sleep(delayMs);
    if (reply === 'break') return void request.socket.destroy();
    if (reply !== 'silence') response.writeHead(reply.status, reply.headers).end(reply.body);
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    take(request, response).catch(() => response.destroy());
  };
  const server = tls
    ? createHttpsServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, onRequest)
    : createHttpServer(onRequest);
  server.on('connection', () => {
    connections++;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const to: TestPushService['to'] = (name) => received.filter(({ device }) => device === name);
  return {
    origin,
    received,
    faults,
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
    device: (name) => {
      const { subscription, privateKey } = makeDevice(`${origin}/push/${name}`);
      const reader = createECDH('prime256v1');
      reader.setPrivateKey(privateKey);
      devices.set(name, { subscription, reader });
      return subscription;
    },
    answer: (name, reply) => replies.set(name, typeof reply === 'function' ? reply : () => reply),
    to,
    shownOn: (name) => {
      const taken = to(name).filter(({ status }) => status !== null && status < 300);
      return [...new Map(taken.map(({ message }) => [message.tag, message])).values()];
    },
    until: async (isThere, what = async () => 'what was expected') => {
      for (const deadline = performance.now() + PATIENCE_MS; !(await isThere()); await sleep(20)) {
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
