import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPushService, type TestPushService } from '../../testing/push-service.ts';
import { OutboundConnections } from './connections.ts';
import { type EndpointPolicy, isPublicAddress, publicEndpoints } from './endpoint-policy.ts';

/** An internal service that must never be called. */
let asked = 0;
const inside = createServer((_request, response) => {
  asked++;
  response.writeHead(200).end();
});
let port: number;
let service: TestPushService;
beforeAll(async () => {
  await new Promise<void>((resolve) => inside.listen(0, resolve));
  port = (inside.address() as AddressInfo).port;
  service = await startPushService({ tls: true });
});
afterAll(async () => {
  await service.close();
  await new Promise((resolve) => inside.close(resolve));
});

const post = async (policy: EndpointPolicy, url: string, responseTimeoutMs?: number) => {
  const connections = new OutboundConnections(
    policy,
    responseTimeoutMs === undefined ? {} : { responseTimeoutMs },
  );
  const answer = await connections.post({ url: new URL(url), headers: {}, body: Buffer.from('x') });
  connections.close();
  return answer;
};

describe('a forbidden destination', () => {
  // Allows any URL, to test that resolved addresses are checked too.
  const anyName: EndpointPolicy = { allowsUrl: () => true, allowsAddress: isPublicAddress };

  it.each([
    'http://127.0.0.1',
    'http://127.1',
    'http://2130706433',
    'http://0x7f000001',
    'http://0177.0.0.1',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://0.0.0.0',
    'http://localhost',
  ])('never calls the forbidden destination %s', async (origin) => {
    expect(await post(anyName, `${origin}:${port}/x`)).toEqual({ status: null, reason: 'refused' });
    expect(asked).toBe(0);
  });

  it.each([
    'http://10.0.0.1',
    'http://169.254.169.254',
    'http://192.168.1.1',
    'http://[fe80::1]',
    'http://[fd00::1]',
  ])('does not connect to the forbidden destination %s', async (origin) => {
    expect(await post(anyName, `${origin}/x`)).toEqual({ status: null, reason: 'refused' });
  });

  it('rejects a forbidden destination by its URL under the default policy', async () => {
    for (const url of [
      `http://push.example.org:${port}/x`,
      `https://localhost:${port}/x`,
      'https://10.0.0.1/x',
    ])
      expect(await post(publicEndpoints, url)).toEqual({ status: null, reason: 'refused' });
  });

  it('does not follow a redirect to a forbidden destination', async () => {
    service.addDevice('moved');
    const redirecting = createServer((_request, response) => {
      response.writeHead(307, { location: `http://127.0.0.1:${port}/x` }).end();
    });
    await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(redirecting.address() as AddressInfo).port}/x`;
    expect(await post({ allowsUrl: () => true, allowsAddress: () => true }, url)).toMatchObject({
      status: 307,
    });
    expect(asked).toBe(0);
    await new Promise((resolve) => redirecting.close(resolve));
  });
});

describe('a connection', () => {
  it('requires a valid TLS certificate', async () => {
    const { allowsUrl, allowsAddress } = service.endpoints;
    const url = `${service.origin}/push/nobody`;
    expect(await post(service.endpoints, url)).toMatchObject({ status: 404 });
    expect(await post({ allowsUrl, allowsAddress }, url)).toEqual({ status: null, reason: 'unreachable' });
  });

  it('replaces a connection that was kept alive and closed', async () => {
    let [requests, opened] = [0, 0];
    const closing = createServer((request, response) => {
      // The third request uses the kept-alive connection that is about to close.
      if (++requests === 3) request.socket.destroy();
      else response.writeHead(201).end();
    }).on('connection', () => {
      opened++;
    });
    await new Promise<void>((resolve) => closing.listen(0, '127.0.0.1', resolve));
    const url = new URL(`http://127.0.0.1:${(closing.address() as AddressInfo).port}/x`);
    const connections = new OutboundConnections({ allowsUrl: () => true, allowsAddress: () => true });
    for (let message = 0; message < 3; message++)
      expect(await connections.post({ url, headers: {}, body: Buffer.from('x') })).toMatchObject({
        status: 201,
      });
    expect([requests, opened]).toEqual([4, 2]);
    connections.close();
    closing.closeAllConnections();
    await new Promise((resolve) => closing.close(resolve));
  });

  it('gives up a connection without a response', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/x`;
    const policy: EndpointPolicy = { allowsUrl: () => true, allowsAddress: () => true };
    expect(await post(policy, url, 100)).toEqual({ status: null, reason: 'timeout' });
    const connections = new OutboundConnections(policy);
    const waiting = connections.post({ url: new URL(url), headers: {}, body: Buffer.alloc(0) });
    connections.close();
    expect(await waiting).toEqual({ status: null, reason: 'stopped' });
    expect(await connections.post({ url: new URL(url), headers: {}, body: Buffer.alloc(0) })).toEqual({
      status: null,
      reason: 'stopped',
    });
    silent.closeAllConnections();
    await new Promise((resolve) => silent.close(resolve));
  });
});
