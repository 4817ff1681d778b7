import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '../../contract/auth.ts';
import { systemClock } from '../clock.ts';
import type { FeedEvent, FeedHead, FeedListener } from './feed-follower.ts';
import { LiveHub } from './live-hub.ts';
import { MAX_UNREAD_BYTES, SOCKET_BUFFER_BYTES } from './live-stream.ts';

/** A feed that says what a test tells it to: what is tested here is what happens after an event was read. */
class ToldFeed {
  head: FeedHead = { epoch: 7, seq: 0, ledgerCount: 0, ledgerHead: '0'.repeat(64) };
  #listener: FeedListener | undefined;
  subscribe(listener: FeedListener) {
    this.#listener = listener;
  }
  takeKept(): FeedEvent[] {
    return [];
  }
  async catchUp() {}
  tell(bytes: number) {
    this.head = { ...this.head, seq: this.head.seq + 1 };
    this.#listener?.event({
      ...this.head,
      kind: 'trade_ideas_changes',
      audience: 'everyone',
      payload: JSON.stringify({ seq: this.head.seq, filler: 'x'.repeat(bytes) }),
      at: new Date(),
    });
  }
}

const STALL_MS = 600;
let feed: ToldFeed;
let hub: LiveHub;
let server: Server;
let responses: ServerResponse[];
let sockets: Socket[];
let count = 0;

/** A client; `reads` false makes it take nothing after its request. */
const open = async (reads: boolean) => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  if (reads) socket.on('data', (chunk) => (text += chunk));
  else socket.pause();
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const opened = hub.size + 1;
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await expect.poll(() => hub.size, { interval: 1 }).toBe(opened);
  return { text: () => text };
};

beforeEach(async () => {
  feed = new ToldFeed();
  hub = new LiveHub(feed as never, { onEnded: () => undefined }, systemClock, {
    stallMs: STALL_MS,
    sweepMs: 100,
    heartbeatMs: 150,
  });
  responses = [];
  sockets = [];
  server = createServer({ highWaterMark: SOCKET_BUFFER_BYTES }, (_request, response) => {
    responses.push(response);
    const viewer = {
      sessionId: `${count++}`,
      user: { role: 'customer' } as User,
      expiresAt: new Date(Date.now() + 1e6),
      renewedAt: new Date(),
    };
    void hub.open(response, viewer, undefined, () => {
      response.chunkedEncoding = false;
      response.useChunkedEncodingByDefault = false;
      response.writeHead(200, { connection: 'close' });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  hub.start();
});
afterEach(async () => {
  hub.stop();
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  server.close();
});

describe('a reader that stops reading', () => {
  it('is dropped, holds no more than 64 KiB until then, and costs the others nothing', async () => {
    const readers: Awaited<ReturnType<typeof open>>[] = [];
    while (readers.length < 18) readers.push(await open(true));
    await open(false);
    await open(false);
    // More than the kernel's own buffers for both ends of a loopback connection hold.
    const EVENTS = 400;
    for (let event = 0; event < EVENTS; event++) {
      feed.tell(32_000);
      if (event % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      for (const response of responses) expect(response.writableLength).toBeLessThanOrEqual(MAX_UNREAD_BYTES);
    }
    await expect.poll(() => hub.size, { timeout: STALL_MS + 5_000 }).toBe(18);
    const seqsOf = (text: string) => [...text.matchAll(/^id: 7-(\d+)$/gm)].map((match) => Number(match[1]));
    for (const reader of readers) {
      await expect.poll(() => seqsOf(reader.text()).at(-1), { timeout: 5_000 }).toBe(EVENTS);
      expect(seqsOf(reader.text())).toEqual(Array.from({ length: EVENTS + 1 }, (_, index) => index));
    }
  });
});

describe('a quiet stream', () => {
  it('shows by a comment that it lives, and how far its reader has come', async () => {
    const reader = await open(true);
    await expect.poll(() => reader.text()).toContain(': 7-0\n\n');
    feed.tell(10);
    await expect.poll(() => reader.text()).toContain(': 7-1\n\n');
  });
});
