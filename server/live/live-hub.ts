import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Role } from '../../contract/auth.ts';
import { LIVE_HEARTBEAT_MS } from '../../contract/live-events.ts';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import type { Sessions, Viewer } from '../sessions/sessions-service.ts';
import type { FeedEvent, FeedFollower, FeedHead } from './feed-follower.ts';
import { parsePosition } from './feed-position.ts';
import { FrameHistory, frameOf, readyFrame, resetFrame } from './live-frames.ts';
import { LiveStream, STALL_MS } from './live-stream.ts';

/** Streams written between two turns of the event loop: about 3 ms of work, so other requests wait no longer. */
const SLICE = 250;
/** One browser keeps one stream; a few more are other browsers of a shared session, or one that is reconnecting. */
const STREAMS_PER_SESSION = 10;
/** How often stalled readers and expired sessions are looked for. */
const SWEEP_MS = 5_000;

/** All open streams of this process. */
export class LiveHub {
  readonly #feed: FeedFollower;
  readonly #clock: Clock;
  readonly #patience: { stallMs: number; sweepMs: number; heartbeatMs: number };
  readonly #history = new FrameHistory();
  readonly #streams = new Map<ServerResponse, LiveStream>();
  /** How many streams each session has. */
  readonly #bySession = new Map<string, number>();
  readonly #sizes: Record<Role, number> = { customer: 0, educator: 0 };
  /** Listeners of every stream's response. One for all: ten thousand closures are three megabytes. */
  readonly #onDrain: (this: ServerResponse) => void;
  readonly #onClose: (this: ServerResponse) => void;
  #opened = 0;
  #fanningOut = false;
  #moreToFanOut = false;
  #timers: NodeJS.Timeout[] = [];
  #stopped = false;

  /** `patience` is for tests, which do not wait half a minute. */
  constructor(
    feed: FeedFollower,
    sessions: Pick<Sessions, 'onEnded'>,
    clock: Clock,
    patience = { stallMs: STALL_MS, sweepMs: SWEEP_MS, heartbeatMs: LIVE_HEARTBEAT_MS },
  ) {
    this.#feed = feed;
    this.#clock = clock;
    this.#patience = patience;
    feed.subscribe({ event: (event) => this.#announce(event), reset: (head) => this.#startOver(head) });
    sessions.onEnded((ids) => this.#closeSessions(ids));
    const hub = this;
    this.#onDrain = function (this: ServerResponse) {
      hub.#streams.get(this)?.goOn();
    };
    this.#onClose = function (this: ServerResponse) {
      hub.#remove(this);
    };
  }

  /** How many streams are open. */
  get size(): number {
    return this.#streams.size;
  }

  /** How many were opened since the process started. */
  get opened(): number {
    return this.#opened;
  }

  /** How many of them are of people of this role. */
  sizeOf(role: Role): number {
    return this.#sizes[role];
  }

  start(): void {
    // Changes go on while a process starts: some may have been announced here already.
    this.#history.prepend(this.#feed.takeKept().map(frameOf));
    this.#timers = [
      setInterval(
        () => void this.#inSlices((stream) => stream.heartbeat(this.#feed.head.epoch)),
        this.#patience.heartbeatMs,
      ),
      setInterval(() => this.#sweep(), this.#patience.sweepMs),
    ];
  }

  /** Ends every stream, so that the server can close. */
  stop(): void {
    this.#stopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const stream of this.#streams.values()) stream.end();
    this.#streams.clear();
    this.#bySession.clear();
    this.#sizes.customer = 0;
    this.#sizes.educator = 0;
  }

  /**
   * Opens a stream on a response whose head is still to be written by `begin`. Replays after `lastEventId` what is
   * kept, or says `reset` where that id is of another history or too old. Throws TOO_MANY_STREAMS.
   */
  async open(
    response: ServerResponse,
    viewer: Viewer,
    lastEventId: string | undefined,
    begin: () => void,
  ): Promise<void> {
    if (this.#countOf(viewer) >= STREAMS_PER_SESSION)
      throw new AppError('TOO_MANY_STREAMS', { retryAfterSeconds: 30 });
    const asked = lastEventId === undefined ? undefined : parsePosition(lastEventId);
    // Another process may have shown this reader more than this one has read yet: look before calling it impossible.
    if (asked && asked.epoch === this.#feed.head.epoch && asked.seq > this.#feed.head.seq)
      await this.#feed.catchUp();
    if (this.#stopped) throw new AppError('BUSY', { retryAfterSeconds: 1 });

    const { head } = this.#feed;
    const canResume =
      asked !== undefined && asked.epoch === head.epoch && this.#history.reachesBackTo(asked.seq, head.seq);
    const stream = new LiveStream(response, viewer, this.#history, canResume ? asked.seq : head.seq);
    begin();
    // It left while we looked who it is: its response has closed, and will not say so again.
    if (response.destroyed) return;
    stream.write(readyFrame(head, lastEventId === undefined || (canResume && asked.seq === head.seq)));
    if (lastEventId !== undefined && !canResume) stream.write(resetFrame(head));
    this.#add(stream, response);
    stream.deliver();
  }

  #add(stream: LiveStream, response: ServerResponse): void {
    this.#bySession.set(stream.viewer.sessionId, this.#countOf(stream.viewer) + 1);
    this.#streams.set(response, stream);
    this.#sizes[stream.viewer.user.role]++;
    this.#opened++;
    response.on('drain', this.#onDrain).on('close', this.#onClose);
  }

  #remove(response: ServerResponse): void {
    const stream = this.#streams.get(response);
    // A hub that stopped has let go of all of them.
    if (!stream) return;
    this.#streams.delete(response);
    const { viewer } = stream;
    this.#sizes[viewer.user.role]--;
    const others = this.#countOf(viewer) - 1;
    if (others > 0) this.#bySession.set(viewer.sessionId, others);
    else this.#bySession.delete(viewer.sessionId);
  }

  #countOf({ sessionId }: Viewer): number {
    return this.#bySession.get(sessionId) ?? 0;
  }

  #announce(event: FeedEvent): void {
    this.#history.append(frameOf(event));
    void this.#fanOut();
  }

  /** One pass over all streams at a time; changes that arrive meanwhile are one more pass. Each stream keeps its order. */
  async #fanOut(): Promise<void> {
    this.#moreToFanOut = true;
    if (this.#fanningOut) return;
    this.#fanningOut = true;
    while (this.#moreToFanOut) {
      this.#moreToFanOut = false;
      await this.#inSlices((stream) => stream.deliver());
    }
    this.#fanningOut = false;
  }

  async #inSlices(act: (stream: LiveStream) => void): Promise<void> {
    let count = 0;
    for (const stream of this.#streams.values()) {
      act(stream);
      if (++count % SLICE === 0) await nextTurn();
    }
  }

  #startOver(head: FeedHead): void {
    this.#history.clear();
    const frame = resetFrame(head);
    void this.#inSlices((stream) => {
      stream.skipTo(head.seq);
      stream.write(frame);
    });
  }

  #closeSessions(sessionIds: readonly string[]): void {
    const ended = new Set(sessionIds);
    for (const stream of this.#streams.values()) if (ended.has(stream.viewer.sessionId)) stream.end();
  }

  #sweep(): void {
    const now = performance.now();
    const time = this.#clock().getTime();
    this.#history.prune(time);
    for (const stream of this.#streams.values()) {
      if (stream.isStalled(now, this.#patience.stallMs)) stream.drop();
      else if (stream.viewer.expiresAt <= time) stream.end();
    }
  }
}
