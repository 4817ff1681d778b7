import type { ServerResponse } from 'node:http';
import type { Viewer } from '../sessions/sessions-service.ts';
import { type FrameHistory, heartbeatFrame } from './live-frames.ts';

/** DESIGN §5: a reader that takes nothing for this long is dropped; it resumes later. */
export const STALL_MS = 30_000;
/** DESIGN §5: and never more than this of it is held. */
export const MAX_UNREAD_BYTES = 64 * 1024;
/**
 * What a socket buffers before it says wait. Node's own 64 KiB and one frame more would pass the limit above; the
 * largest frame, an idea with 5,000 three-byte characters of notes before and after, is 34 KiB.
 */
export const SOCKET_BUFFER_BYTES = 16 * 1024;

/**
 * One open stream: a cursor over the shared frames. It writes while the socket takes, waits when it does not, and so
 * holds no more than one frame beyond the socket's own buffer, however far behind its reader is.
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

  /** Its socket takes again. */
  goOn(): void {
    this.#blockedSince = undefined;
    this.deliver();
  }

  /** Writes what this reader has not had yet, as far as its socket takes it. */
  deliver(): void {
    while (this.#blockedSince === undefined) {
      const frame = this.#history.after(this.#cursor);
      if (!frame) return;
      // What it still needed is no longer kept: it comes back, and is told to start over.
      if (frame.seq !== this.#cursor + 1) {
        this.drop();
        return;
      }
      this.#cursor = frame.seq;
      if (this.#seesAll || frame.audience === 'everyone') this.write(frame.bytes);
    }
  }

  write(bytes: Buffer): void {
    if (!this.#response.write(bytes)) this.#blockedSince ??= performance.now();
  }

  /** Moves the cursor without sending what lies between: after a reset the reader loads its lists anew. */
  skipTo(seq: number): void {
    this.#cursor = seq;
  }

  /** A sign of life, to readers that have everything: one still behind gets real bytes. */
  heartbeat(epoch: number): void {
    if (this.#blockedSince === undefined) this.write(heartbeatFrame({ epoch, seq: this.#cursor }));
  }

  /** Whether this reader has stopped reading for too long, or holds too much. */
  isStalled(now: number, stallMs: number): boolean {
    if (this.#response.writableLength > MAX_UNREAD_BYTES) return true;
    return this.#blockedSince !== undefined && now - this.#blockedSince > stallMs;
  }

  /** Ends in order; what is written goes out. */
  end(): void {
    this.#response.end();
  }

  /** Drops the connection and all it holds. */
  drop(): void {
    this.#response.destroy();
  }
}
