import { READY_EVENT, RESET_EVENT } from '../../contract/live-events.ts';
import { type FeedEvent, type FeedHead, KEPT_EVENTS, KEPT_MS } from './feed-follower.ts';
import { type FeedPosition, formatPosition } from './feed-position.ts';
import type { Audience } from './feed-service.ts';

/** A change as every stream of its audience receives it: framed once, the same bytes to every socket. */
export type LiveFrame = { seq: number; audience: Audience; bytes: Buffer; at: number };

/** Server-sent events of the feed (HTML Living Standard, section 9.2). JSON has no raw newline, so one data line each. */
export const frameOf = (event: FeedEvent): LiveFrame => ({
  seq: event.seq,
  audience: event.audience,
  bytes: Buffer.from(`id: ${formatPosition(event)}\nevent: ${event.kind}\ndata: ${event.payload}\n\n`),
  at: event.at.getTime(),
});

/** `id` only where the reader has everything up to the head: a reader still to be replayed must not skip it. */
export const readyFrame = (head: FeedHead, isComplete: boolean): Buffer => {
  const data = { head: formatPosition(head), ledger: { count: head.ledgerCount, head: head.ledgerHead } };
  const id = isComplete ? `id: ${formatPosition(head)}\n` : '';
  return Buffer.from(`${id}event: ${READY_EVENT}\ndata: ${JSON.stringify(data)}\n\n`);
};

export const resetFrame = (head: FeedPosition): Buffer =>
  Buffer.from(`id: ${formatPosition(head)}\nevent: ${RESET_EVENT}\ndata: {}\n\n`);

/** A comment: it keeps the stream and its proxies awake and tells a reader how far it has come. */
export const heartbeatFrame = (head: FeedPosition): Buffer => Buffer.from(`: ${formatPosition(head)}\n\n`);

/** The frames that can be replayed, oldest first; seqs are contiguous. */
export class FrameHistory {
  #frames: LiveFrame[] = [];

  append(frame: LiveFrame): void {
    this.#frames.push(frame);
    // Cut rarely and by many, so that an append costs nothing.
    if (this.#frames.length >= KEPT_EVENTS + 1_000) this.#frames = this.#frames.slice(-KEPT_EVENTS);
  }

  /** Puts what was kept before this process began in front of what has arrived since. */
  prepend(frames: LiveFrame[]): void {
    this.#frames = [...frames, ...this.#frames];
  }

  clear(): void {
    this.#frames = [];
  }

  /** Forgets what is older than is promised. */
  prune(now: number): void {
    const firstKept = this.#frames.findIndex((frame) => now - frame.at < KEPT_MS);
    this.#frames = firstKept === -1 ? [] : this.#frames.slice(firstKept);
  }

  /** Whether a reader at `seq` can be given all that followed, up to `headSeq`. */
  reachesBackTo(seq: number, headSeq: number): boolean {
    const oldest = this.#frames[0]?.seq ?? headSeq + 1;
    return seq >= oldest - 1 && seq <= headSeq;
  }

  /** The frame with the next number after `seq`, if there is one. */
  after(seq: number): LiveFrame | undefined {
    const oldest = this.#frames[0]?.seq;
    return oldest === undefined ? undefined : this.#frames[Math.max(0, seq + 1 - oldest)];
  }
}
