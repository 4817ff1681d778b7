import type { ServerResponse } from 'node:http';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Role, User } from '../../contract/account/auth.ts';
import type { FeedEvent } from './feed-follower.ts';
import type { Audience } from './feed-service.ts';
import {
  createFrame,
  FrameHistory,
  LiveStream,
  MAX_UNREAD_BYTES,
  SOCKET_BUFFER_BYTES,
  STALL_MS,
} from './live-stream.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const createEvent = (seq: number, audience: Audience = 'everyone', payload = 'null'): FeedEvent => ({
  epoch: 7,
  seq,
  kind: 'trade_ideas_changes',
  entityId: 'an idea',
  audience,
  payload,
  at: new Date(),
  ledgerCount: 0,
  ledgerHead: '',
});
const fullBuffer = Buffer.alloc(SOCKET_BUFFER_BYTES);

/** A stream to a reader that accepts nothing before `accept` is called. */
const openStream = (events: FeedEvent[] = [], { role = 'customer' as Role, cursor = 0 } = {}) => {
  const history = new FrameHistory();
  for (const event of events) history.append(createFrame(event));
  let text = '';
  let accept = () => {};
  const socket = new Writable({
    highWaterMark: SOCKET_BUFFER_BYTES,
    write: (chunk, _encoding, done) => {
      accept = () => {
        text += chunk;
        done();
      };
    },
  });
  const viewer = { sessionId: 's', signedInAt: 0, user: { role } as User, expiresAt: 0, renewedAt: 0 };
  const stream = new LiveStream(socket as unknown as ServerResponse, viewer, history, cursor);
  const readAll = () => {
    while (socket.writableLength > 0) accept();
    return [...text.matchAll(/^id: 7-(\d+)$/gm)].map(([, seq]) => Number(seq));
  };
  return { stream, socket, readAll };
};

it('uses the limits of DESIGN §5', () => {
  expect([STALL_MS, MAX_UNREAD_BYTES]).toEqual([30_000, 64 * 1024]);
});

describe('a stream', () => {
  it('buffers one frame beyond the full socket and continues when that has drained', () => {
    const large = JSON.stringify({ type: 'x'.repeat(SOCKET_BUFFER_BYTES) });
    const events = [1, 2, 3].map((seq) => createEvent(seq, 'everyone', large));
    const { stream, readAll } = openStream(events);
    stream.deliver();
    stream.deliver();
    expect(readAll()).toEqual([1]);
    stream.resume();
    expect(readAll()).toEqual([1, 2]);
  });

  it('closes, and sends nothing, if the next frame was pruned', () => {
    const { stream, socket, readAll } = openStream([createEvent(10)], { cursor: 3 });
    stream.deliver();
    expect([socket.destroyed, readAll()]).toEqual([true, []]);
  });

  it('sends nothing that a reset has skipped', () => {
    const { stream, readAll } = openStream([createEvent(1), createEvent(2)]);
    stream.skipTo(1);
    stream.deliver();
    expect(readAll()).toEqual([2]);
  });

  it.each([
    ['customer', [1, 4]],
    ['educator', [1, 2, 4]],
  ] as const)(
    'sends each %s only what is meant for that role, and withdrawn events to nobody',
    (role, seqs) => {
      const audiences = ['everyone', 'educators', 'nobody', 'everyone'] as const;
      const events = audiences.map((audience, index) => createEvent(index + 1, audience));
      const { stream, readAll } = openStream(events, { role });
      stream.deliver();
      expect(readAll()).toEqual(seqs);
    },
  );

  it('sends no heartbeat to a blocked reader', () => {
    const { stream, socket } = openStream();
    stream.heartbeat(7);
    expect(socket.writableLength).toBe(': 7-0\n\n'.length);
    stream.write(fullBuffer);
    const before = socket.writableLength;
    stream.heartbeat(7);
    expect(socket.writableLength).toBe(before);
  });
});

describe('a stalled reader', () => {
  it('treats a reader that has been blocked for more than 30 s as stalled', () => {
    const { stream } = openStream();
    const opened = performance.now();
    expect(stream.isStalled(opened + STALL_MS * 2, STALL_MS), 'not blocked').toBe(false);
    vi.advanceTimersByTime(1_000);
    stream.write(fullBuffer);
    expect(stream.isStalled(opened + 31_000, STALL_MS)).toBe(false);
    expect(stream.isStalled(opened + 31_001, STALL_MS)).toBe(true);
  });

  it('gives a stalled reader no more time for further writes', () => {
    const { stream } = openStream();
    const blocked = performance.now();
    stream.write(fullBuffer);
    vi.advanceTimersByTime(STALL_MS);
    stream.write(Buffer.from('x'));
    expect(stream.isStalled(blocked + 30_001, STALL_MS)).toBe(true);
  });

  it('treats a reader that buffers more than 64 KiB as stalled, however short the time', () => {
    const { stream, socket } = openStream();
    stream.write(Buffer.alloc(64 * 1024));
    expect([socket.writableLength, stream.isStalled(performance.now(), STALL_MS)]).toEqual([
      MAX_UNREAD_BYTES,
      false,
    ]);
    stream.write(Buffer.from('x'));
    expect(stream.isStalled(performance.now(), STALL_MS)).toBe(true);
  });
});
