import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { User } from '../../contract/account/auth.ts';
import { systemClock } from '../shared/clock.ts';
import type { FeedEvent, FeedHead, FeedListener } from './feed-follower.ts';
import { LiveHub } from './live-hub.ts';
import { MAX_UNREAD_BYTES, SOCKET_BUFFER_BYTES, STALL_MS } from './live-stream.ts';

/** A fake feed: these tests cover what happens after an event is read. */
class FakeFeed {
  head: FeedHead = { epoch: 7, seq: 0, ledgerCount: 0, ledgerHead: '0'.repeat(64) };
  lag = { readAgeMs: 0 };
  #listener: FeedListener | undefined;
  subscribe(listener: FeedListener) {
    this.#listener = listener;
  }
  poll: () => void = () => undefined;
  onPoll(listener: () => void) {
    this.poll = listener;
  }
  retained: FeedEvent[] = [];
  takeRetainedEvents(): FeedEvent[] {
    return this.retained.splice(0);
  }
  /** Delays `catchUp`. */
  catchingUp: Promise<void> | undefined;
  async catchUp() {
    await this.catchingUp;
  }
  next(bytes: number): FeedEvent {
    this.head = { ...this.head, seq: this.head.seq + 1 };
    return {
      ...this.head,
      kind: 'trade_ideas_changes',
      entityId: 'an idea',
      audience: 'everyone',
      payload: JSON.stringify({ seq: this.head.seq, filler: 'x'.repeat(bytes) }),
      at: new Date(),
    };
  }
  emit(bytes: number) {
    this.#listener?.event(this.next(bytes));
  }
}

let feed: FakeFeed;
let hub: LiveHub;
let server: Server;
let responses: ServerResponse[];
let sockets: Socket[];
let count = 0;
let endedSessions: Set<string>;

/** Opens a client; with `reads` false it reads nothing after its request. */
const open = async (reads: boolean, lastEventId?: string) => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  if (reads) socket.on('data', (chunk) => (text += chunk));
  else socket.pause();
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const opened = hub.countByRole('customer') + 1;
  const resume = lastEventId === undefined ? '' : `last-event-id: ${lastEventId}\r\n`;
  socket.write(`GET / HTTP/1.1\r\nhost: x\r\n${resume}\r\n`);
  await expect.poll(() => hub.countByRole('customer'), { interval: 1 }).toBe(opened);
  return { text: () => text };
};

const parseSeqs = (text: string) => [...text.matchAll(/^id: 7-(\d+)$/gm)].map((match) => Number(match[1]));

beforeEach(async () => {
  feed = new FakeFeed();
  hub = new LiveHub(
    feed as never,
    { onEnded: () => undefined, hasEnded: (id) => endedSessions.has(id), recheck: async () => undefined },
    systemClock,
    {
      stallMs: STALL_MS,
      sweepMs: 50,
      heartbeatMs: 150,
      staleMs: 10_000,
    },
  );
  endedSessions = new Set();
  responses = [];
  sockets = [];
  server = createServer({ highWaterMark: SOCKET_BUFFER_BYTES }, ({ headers }, response) => {
    responses.push(response);
    const viewer = {
      sessionId: `${count++}`,
      signedInAt: Date.now(),
      user: { role: 'customer' } as User,
      expiresAt: Date.now() + 1e6,
      renewedAt: Date.now(),
    };
    const lastEventId = headers['last-event-id'] as string | undefined;
    const begin = () => {
      response.chunkedEncoding = false;
      response.useChunkedEncodingByDefault = false;
      response.writeHead(200, { connection: 'close' });
    };
    hub.open(response, viewer, lastEventId, begin).catch(({ code }) => response.end(code));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  vi.restoreAllMocks();
  hub.stop();
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  server.close();
});

describe('a hub that starts during changes', () => {
  it('replays retained events before those announced meanwhile', async () => {
    feed.retained = [feed.next(10), feed.next(10), feed.next(10)];
    feed.emit(10);
    feed.emit(10);
    hub.start();
    const reader = await open(true, '7-1');
    await expect.poll(() => parseSeqs(reader.text())).toEqual([2, 3, 4, 5]);
    feed.emit(10);
    await expect.poll(() => parseSeqs(reader.text())).toEqual([2, 3, 4, 5, 6]);
  });
});

describe('a stalled reader', () => {
  it('disconnects a stalled reader, buffers at most 64 KiB for it and does not slow down others', async () => {
    hub.start();
    const readers: Awaited<ReturnType<typeof open>>[] = [];
    while (readers.length < 18) readers.push(await open(true));
    await open(false);
    await open(false);
    // More than the kernel buffers of a loopback connection.
    const EVENTS = 400;
    for (let event = 0; event < EVENTS; event++) {
      feed.emit(32_000);
      if (event % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      for (const response of responses) expect(response.writableLength).toBeLessThanOrEqual(MAX_UNREAD_BYTES);
    }
    for (const reader of readers) {
      await expect.poll(() => parseSeqs(reader.text()).at(-1)).toBe(EVENTS);
      expect(parseSeqs(reader.text())).toEqual(Array.from({ length: EVENTS + 1 }, (_, index) => index));
    }
    // Whoever reads has everything and is not blocked.
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + STALL_MS);
    await expect.poll(() => hub.countByRole('customer')).toBe(18);
    expect(sockets.slice(0, 18).every((socket) => !socket.destroyed)).toBe(true);
  });
});

describe('an idle stream', () => {
  it("sends heartbeats with the client's position to an idle stream", async () => {
    hub.start();
    const reader = await open(true);
    await expect.poll(() => reader.text()).toContain(': 7-0\n\n');
    feed.emit(10);
    await expect.poll(() => reader.text()).toContain(': 7-1\n\n');
  });
});

describe('a feed that cannot be read', () => {
  const stale = 'event: feed_state\ndata: {"isCurrent":false}\n\n';
  const current = 'event: feed_state\ndata: {"isCurrent":true}\n\n';

  it('announces after 10 s to open and new streams that the feed cannot be read, and when it can be read again', async () => {
    hub.start();
    const before = await open(true);
    feed.lag = { readAgeMs: 9_999 };
    feed.poll();
    await expect.poll(() => before.text()).toContain(': 7-0\n\n');
    expect(before.text()).not.toContain('feed_state');
    feed.lag = { readAgeMs: 10_000 };
    feed.poll();
    await expect.poll(() => before.text()).toContain(stale);
    const after = await open(true);
    await expect
      .poll(() => after.text())
      .toMatch(/event: ready\n.*\n\nevent: feed_state\ndata: {"isCurrent":false}/);
    feed.lag = { readAgeMs: 0 };
    feed.poll();
    for (const reader of [before, after]) {
      await expect.poll(() => reader.text()).toContain(current);
      expect(reader.text().split(stale)).toHaveLength(2);
    }
  });
});

describe('a state', () => {
  const frame = (price: string) => `event: prices\ndata: {"EUR/USD":"${price}"}\n\n`;

  it('is sent to open streams when it changes, and the last one to a stream that opens', async () => {
    hub.start();
    const before = await open(true);
    for (const price of ['1', '1', '2']) hub.announceState('prices', { 'EUR/USD': price });
    await expect.poll(() => before.text()).toContain(frame('1') + frame('2'));
    const after = await open(true);
    await expect.poll(() => after.text()).toContain(frame('2'));
    expect(after.text()).not.toContain(frame('1'));
    // It is no position in the feed, and not part of its history.
    feed.emit(10);
    for (const reader of [before, after]) await expect.poll(() => parseSeqs(reader.text())).toEqual([0, 1]);
    expect(before.text().split('event: prices')).toHaveLength(3);
  });
});

describe('a disconnected reader', () => {
  it('removes a disconnected reader and no longer counts it', async () => {
    hub.start();
    await open(true);
    await open(true);
    expect(hub.countByRole('customer')).toBe(2);
    sockets[0]!.destroy();
    await expect.poll(() => hub.countByRole('customer')).toBe(1);
  });

  it('refuses a reader whose session ends before its stream is open', async () => {
    hub.start();
    const looked = Promise.withResolvers<void>();
    feed.catchingUp = looked.promise;
    // This id is ahead of the process, so it reads the feed before opening the stream.
    const { port } = server.address() as AddressInfo;
    const answer = fetch(`http://127.0.0.1:${port}/`, { headers: { 'last-event-id': '7-9' } });
    await expect.poll(() => responses.length).toBe(1);
    endedSessions.add(String(count - 1));
    looked.resolve();
    expect(await (await answer).text()).toBe('SESSION_ENDED');
    expect(hub.countByRole('customer')).toBe(0);
  });

  it('never adds a reader that disconnects before its stream is open', async () => {
    hub.start();
    const looked = Promise.withResolvers<void>();
    feed.catchingUp = looked.promise;
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    sockets.push(socket);
    await once(socket, 'connect');
    // This id is ahead of the process, so it reads the feed before opening the stream.
    socket.write('GET / HTTP/1.1\r\nhost: x\r\nlast-event-id: 7-9\r\n\r\n');
    await expect.poll(() => responses.length).toBe(1);
    const closed = once(responses[0]!, 'close');
    socket.destroy();
    await closed;
    looked.resolve();
    // Once another reader is open, the first one has been handled too.
    await open(true);
    expect(hub.countByRole('customer')).toBe(1);
  });
});
