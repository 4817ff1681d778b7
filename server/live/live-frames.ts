import { READY_EVENT, RESET_EVENT } from '../../contract/live-events.ts';
import {
  type FeedEvent,
  type FeedHead,
  RETAINED_BYTES,
  RETAINED_EVENTS,
  RETENTION_MS,
} from './feed-follower.ts';
import { type FeedPosition, formatPosition } from './feed-position.ts';
import type { Audience } from './feed-service.ts';

/** A change framed once; every stream of its audience gets the same bytes. */
export type LiveFrame = { seq: number; audience: Audience; bytes: Buffer; at: number };

/**
 * Server-sent events (HTML Living Standard, section 9.2). JSON has no raw newline, so each event needs one data line.
 */
export const createFrame = (event: FeedEvent): LiveFrame => ({
  seq: event.seq,
  audience: event.audience,
  bytes: Buffer.from(`id: ${formatPosition(event)}\nevent: ${event.kind}\ndata: ${event.payload}\n\n`),
  at: event.at.getTime(),
});

/** Has an `id` only if the client has everything up to the head: otherwise a reconnect would skip the replay. */
export const readyFrame = (head: FeedHead, isComplete: boolean): Buffer => {
  const data = { head: formatPosition(head), ledger: { count: head.ledgerCount, head: head.ledgerHead } };
  const id = isComplete ? `id: ${formatPosition(head)}\n` : '';
  return Buffer.from(`${id}event: ${READY_EVENT}\ndata: ${JSON.stringify(data)}\n\n`);
};

export const resetFrame = (head: FeedPosition): Buffer =>
  Buffer.from(`id: ${formatPosition(head)}\nevent: ${RESET_EVENT}\ndata: {}\n\n`);

/** A comment that keeps the stream and its proxies alive and tells the client its position. */
export const heartbeatFrame = (head: FeedPosition): Buffer => Buffer.from(`: ${formatPosition(head)}\n\n`);

/** Frames for replay, oldest first, with contiguous numbers. Bounded by number, bytes and age. */
export class FrameHistory {
  #frames: LiveFrame[] = [];
  #bytes = 0;

  append(frame: LiveFrame): void {
    this.#frames.push(frame);
    this.#bytes += frame.bytes.length;
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
    this.#frames = frames;
    this.#bytes = frames.reduce((sum, frame) => sum + frame.bytes.length, 0);
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
