import type { ServerResponse } from 'node:http';
import { READY_EVENT, RESET_EVENT, type SentChange } from '../../contract/live-events.ts';
import type { Viewer } from '../http/viewer.ts';
import {
  type FeedEvent,
  type FeedHead,
  RETAINED_BYTES,
  RETAINED_EVENTS,
  RETENTION_MS,
} from './feed-follower.ts';
import { type Audience, type FeedPosition, formatPosition, isNewestOnly } from './feed-service.ts';

/** A change framed once; every stream of its audience gets the same bytes. */
type LiveFrame = {
  seq: number;
  audience: Audience;
  bytes: Buffer;
  at: number;
  /** Set if earlier frames of the same entity must not be replayed. */
  newestOf: string | undefined;
};

const omitNulls = (row: SentChange['record']) =>
  row && Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));

/** The change as sent (`SentChange`). Stored events keep their nulls. */
export const compactPayload = (payload: string): string => {
  const change: SentChange | null = JSON.parse(payload);
  // The event was withdrawn.
  if (change === null) return payload;
  const sent = omitNulls({
    ...change,
    record: omitNulls(change.record),
    old_record: omitNulls(change.old_record),
  });
  return JSON.stringify(sent);
};

/** Bytes in memory of their own. Those of `Buffer.from` may be part of a pool of 64 KiB, which they keep as long. */
const toKeptBytes = (text: string): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
};

/**
 * Server-sent events (HTML Living Standard, section 9.2). JSON has no raw newline, so each event needs one data line.
 */
export const createFrame = (event: FeedEvent): LiveFrame => ({
  seq: event.seq,
  audience: event.audience,
  bytes: toKeptBytes(
    `id: ${formatPosition(event)}\nevent: ${event.kind}\ndata: ${compactPayload(event.payload)}\n\n`,
  ),
  at: event.at.getTime(),
  newestOf: isNewestOnly(event.kind) ? event.entityId : undefined,
});

/** Has an `id` only if the client has everything up to the head: otherwise a reconnect would skip the replay. */
export const readyFrame = (head: FeedHead, isComplete: boolean): Buffer => {
  const data = { head: formatPosition(head), ledger: { count: head.ledgerCount, head: head.ledgerHead } };
  const id = isComplete ? `id: ${formatPosition(head)}\n` : '';
  return Buffer.from(`${id}event: ${READY_EVENT}\ndata: ${JSON.stringify(data)}\n\n`);
};

export const resetFrame = (head: FeedPosition): Buffer =>
  Buffer.from(`id: ${formatPosition(head)}\nevent: ${RESET_EVENT}\ndata: {}\n\n`);

/** Has no `id`, because it is no position in the feed. */
export const stateFrame = (event: string, state: object): Buffer =>
  Buffer.from(`event: ${event}\ndata: ${JSON.stringify(state)}\n\n`);

/** A comment that keeps the stream and its proxies alive and tells the client its position. */
const heartbeatFrame = (head: FeedPosition): Buffer => Buffer.from(`: ${formatPosition(head)}\n\n`);

/** Frames for replay, oldest first, with contiguous numbers. Bounded by number, bytes and age. */
export class FrameHistory {
  #frames: LiveFrame[] = [];
  #bytes = 0;
  /** The newest frame by entity, where earlier ones are withdrawn. */
  readonly #newest = new Map<string, LiveFrame>();

  append(frame: LiveFrame): void {
    this.#add(frame);
    // Trimmed rarely and in bulk, so that appending is cheap.
    if (this.#frames.length >= RETAINED_EVENTS + 1_000 || this.#bytes >= 1.1 * RETAINED_BYTES) this.#trim();
  }

  /** Adds the events retained before this process started. */
  prepend(frames: LiveFrame[]): void {
    this.#keep([...frames, ...this.#frames]);
    this.#trim();
  }

  clear(): void {
    this.#keep([]);
  }

  /** Removes frames older than the retention time. */
  prune(now: number): void {
    const firstRetained = this.#frames.findIndex((frame) => now - frame.at < RETENTION_MS);
    if (firstRetained !== 0) this.#keep(firstRetained === -1 ? [] : this.#frames.slice(firstRetained));
  }

  #trim(): void {
    let from = Math.max(0, this.#frames.length - RETAINED_EVENTS);
    let bytes = this.#frames.slice(from).reduce((sum, frame) => sum + frame.bytes.length, 0);
    while (bytes > RETAINED_BYTES) bytes -= this.#frames[from++]?.bytes.length ?? 0;
    this.#keep(this.#frames.slice(from));
  }

  #keep(frames: LiveFrame[]): void {
    this.#frames = [];
    this.#bytes = 0;
    this.#newest.clear();
    for (const frame of frames) this.#add(frame);
  }

  #add(frame: LiveFrame): void {
    this.#frames.push(frame);
    this.#bytes += frame.bytes.length;
    if (frame.newestOf === undefined) return;
    const earlier = this.#newest.get(frame.newestOf);
    if (earlier) this.#withdraw(earlier);
    this.#newest.set(frame.newestOf, frame);
  }

  /** Removes the content. The frame stays, because numbers are contiguous. */
  #withdraw(frame: LiveFrame): void {
    this.#bytes -= frame.bytes.length;
    frame.audience = 'nobody';
    frame.bytes = Buffer.alloc(0);
  }

  /** Whether everything after `seq` up to `headSeq` can be replayed. */
  canReplayFrom(seq: number, headSeq: number): boolean {
    const oldest = this.#frames[0]?.seq ?? headSeq + 1;
    return seq >= oldest - 1 && seq <= headSeq;
  }

  /** The frame after `seq`, if any. */
  after(seq: number): LiveFrame | undefined {
    const oldest = this.#frames[0]?.seq;
    return oldest === undefined ? undefined : this.#frames[Math.max(0, seq + 1 - oldest)];
  }
}

/** DESIGN §5: a reader that accepts no data for this long is disconnected; it resumes later. */
export const STALL_MS = 30_000;
/** DESIGN §5: maximum of unsent bytes per reader. */
export const MAX_UNREAD_BYTES = 64 * 1024;
/**
 * Socket high-water mark. Node's default of 64 KiB plus one frame would exceed the limit above; the largest frame, an
 * idea with 5,000 three-byte characters of notes before and after, has 34 KiB.
 */
export const SOCKET_BUFFER_BYTES = 16 * 1024;

/**
 * One open stream: a cursor over the shared frames. It writes until the socket applies backpressure, so it buffers at
 * most one frame beyond the socket's own buffer, however far behind the reader is.
 */
export class LiveStream {
  readonly viewer: Viewer;
  readonly #response: ServerResponse;
  readonly #history: FrameHistory;
  readonly #seesAll: boolean;
  #cursor: number;
  #blockedSince: number | undefined;

  constructor(response: ServerResponse, viewer: Viewer, history: FrameHistory, cursor: number) {
    this.#response = response;
    this.viewer = viewer;
    this.#history = history;
    this.#seesAll = viewer.user.role === 'educator';
    this.#cursor = cursor;
  }

  /** Called when the socket has drained. */
  resume(): void {
    this.#blockedSince = undefined;
    this.deliver();
  }

  /** Writes pending frames until the socket applies backpressure. */
  deliver(): void {
    while (this.#blockedSince === undefined) {
      const frame = this.#history.after(this.#cursor);
      if (!frame) return;
      // A needed frame was pruned: disconnect; after reconnecting the client is told to reset.
      if (frame.seq !== this.#cursor + 1) {
        this.destroy();
        return;
      }
      this.#cursor = frame.seq;
      if (this.#isFor(frame.audience)) this.write(frame.bytes);
    }
  }

  #isFor(audience: Audience): boolean {
    return audience === 'everyone' || (audience === 'educators' && this.#seesAll);
  }

  write(bytes: Buffer): void {
    if (!this.#response.write(bytes)) this.#blockedSince ??= performance.now();
  }

  /** Moves the cursor without sending: after a reset the client refetches its lists. */
  skipTo(seq: number): void {
    this.#cursor = seq;
  }

  /** A heartbeat for readers that are up to date; others receive frames anyway. */
  heartbeat(epoch: number): void {
    if (this.#blockedSince === undefined) this.write(heartbeatFrame({ epoch, seq: this.#cursor }));
  }

  /** Whether this reader is blocked for too long or buffers too much. */
  isStalled(now: number, stallMs: number): boolean {
    if (this.#response.writableLength > MAX_UNREAD_BYTES) return true;
    return this.#blockedSince !== undefined && now - this.#blockedSince > stallMs;
  }

  /** Ends the stream after pending writes. */
  end(): void {
    this.#response.end();
  }

  /** Closes the connection at once. */
  destroy(): void {
    this.#response.destroy();
  }
}
