import type { ServerResponse } from 'node:http';
import type { Viewer } from '../http/viewer.ts';
import type { Audience } from './feed-service.ts';
import { type FrameHistory, heartbeatFrame } from './live-frames.ts';

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
