import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Role } from '../../contract/account/auth.ts';
import { FEED_STALE_MS, FEED_STATE_EVENT, LIVE_HEARTBEAT_MS } from '../../contract/live-events.ts';
import type { Sessions } from '../account/sessions/sessions-service.ts';
import type { Viewer } from '../http/viewer.ts';
import { AppError } from '../shared/app-error.ts';
import type { Clock } from '../shared/clock.ts';
import type { FeedEvent, FeedFollower, FeedHead } from './feed-follower.ts';
import { parsePosition } from './feed-service.ts';
import {
  createFrame,
  FrameHistory,
  LiveStream,
  readyFrame,
  resetFrame,
  STALL_MS,
  stateFrame,
} from './live-stream.ts';

/** Writes 250 streams per event-loop turn, about 3 ms, so other requests wait no longer. */
const STREAMS_PER_TURN = 250;
/** A browser uses one stream; more come from other browsers of a shared session, or from reconnects. */
const MAX_STREAMS_PER_SESSION = 10;
/** Interval of the check for stalled readers and ended sessions. */
const SWEEP_MS = 5_000;
const TIMEOUTS = {
  stallMs: STALL_MS,
  sweepMs: SWEEP_MS,
  heartbeatMs: LIVE_HEARTBEAT_MS,
  staleMs: FEED_STALE_MS,
};

type SessionEnds = Pick<Sessions, 'onEnded' | 'hasEnded' | 'recheck'>;

/** All open streams of this process. */
export class LiveHub {
  readonly #feed: FeedFollower;
  readonly #clock: Clock;
  readonly #sessions: SessionEnds;
  readonly #timeouts: typeof TIMEOUTS;
  readonly #history = new FrameHistory();
  readonly #streams = new Map<ServerResponse, LiveStream>();
  /** Number of streams per session. */
  readonly #bySession = new Map<string, number>();
  /** Shared listeners of all responses: ten thousand closures would take three megabytes. */
  readonly #onDrain: (this: ServerResponse) => void;
  readonly #onClose: (this: ServerResponse) => void;
  #opened = 0;
  /** The last frame of each state, for streams that open. */
  readonly #states = new Map<string, Buffer>();
  #fanningOut = false;
  #moreToFanOut = false;
  #timers: NodeJS.Timeout[] = [];
  #stopped = false;

  /** `timeouts` lets tests use shorter ones. */
  constructor(feed: FeedFollower, sessions: SessionEnds, clock: Clock, timeouts = TIMEOUTS) {
    this.#feed = feed;
    this.#sessions = sessions;
    this.#clock = clock;
    this.#timeouts = timeouts;
    feed.subscribe({ event: (event) => this.#announce(event), reset: (head) => this.#reset(head) });
    feed.onPoll(() => this.#checkFeed());
    sessions.onEnded((ids) => this.#closeSessions(ids));
    const hub = this;
    this.#onDrain = function (this: ServerResponse) {
      hub.#streams.get(this)?.resume();
    };
    this.#onClose = function (this: ServerResponse) {
      hub.#remove(this);
    };
  }

  /** Number of streams opened since the process started. */
  get opened(): number {
    return this.#opened;
  }

  /** Number of open streams of this role. */
  countByRole(role: Role): number {
    return [...this.#streams.values()].filter(({ viewer }) => viewer.user.role === role).length;
  }

  /** Ids of the people of this role with an open stream, each once. */
  listPeople(role: Role): Set<string> {
    const users = [...this.#streams.values()].map(({ viewer }) => viewer.user);
    return new Set(users.filter((user) => user.role === role).map(({ id }) => id));
  }

  start(): void {
    // Events may have been announced already while the process was starting.
    this.#history.prepend(this.#feed.takeRetainedEvents().map(createFrame));
    this.#timers = [
      setInterval(
        () => void this.#forEachStream((stream) => stream.heartbeat(this.#feed.head.epoch)),
        this.#timeouts.heartbeatMs,
      ),
      setInterval(() => this.#sweep(), this.#timeouts.sweepMs),
    ];
  }

  /** Ends all streams, so that the server can close. */
  stop(): void {
    this.#stopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const stream of this.#streams.values()) stream.end();
    this.#streams.clear();
    this.#bySession.clear();
  }

  /**
   * Opens a stream; `begin` writes the response head. Replays retained events after `lastEventId`, or sends `reset`
   * if that id belongs to another history or is too old. Throws TOO_MANY_STREAMS.
   */
  async open(
    response: ServerResponse,
    viewer: Viewer,
    lastEventId: string | undefined,
    begin: () => void,
  ): Promise<void> {
    if (this.#countStreams(viewer) >= MAX_STREAMS_PER_SESSION)
      throw new AppError('TOO_MANY_STREAMS', { retryAfterSeconds: 30 });
    // Counted before the first await, so that parallel requests cannot pass together.
    this.#bySession.set(viewer.sessionId, this.#countStreams(viewer) + 1);
    try {
      await this.#begin(response, viewer, lastEventId, begin);
    } finally {
      if (!this.#streams.has(response)) this.#releaseSession(viewer);
    }
  }

  async #begin(
    response: ServerResponse,
    viewer: Viewer,
    lastEventId: string | undefined,
    begin: () => void,
  ): Promise<void> {
    const resumeFrom = lastEventId === undefined ? undefined : parsePosition(lastEventId);
    // The client may have seen newer events from another process: catch up before rejecting the id.
    if (resumeFrom && resumeFrom.epoch === this.#feed.head.epoch && resumeFrom.seq > this.#feed.head.seq)
      await this.#feed.catchUp();
    if (this.#stopped) throw new AppError('BUSY', { retryAfterSeconds: 1 });
    if (this.#sessions.hasEnded(viewer.sessionId)) throw new AppError('SESSION_ENDED');

    const { head } = this.#feed;
    const canResume =
      resumeFrom !== undefined &&
      resumeFrom.epoch === head.epoch &&
      this.#history.canReplayFrom(resumeFrom.seq, head.seq);
    const stream = new LiveStream(response, viewer, this.#history, canResume ? resumeFrom.seq : head.seq);
    begin();
    // The client disconnected during authentication; its close event has already fired.
    if (response.destroyed) return;
    stream.write(readyFrame(head, lastEventId === undefined || (canResume && resumeFrom.seq === head.seq)));
    if (lastEventId !== undefined && !canResume) stream.write(resetFrame(head));
    for (const frame of this.#states.values()) stream.write(frame);
    this.#add(stream, response);
    stream.deliver();
  }

  /** Tells all streams, now and when they open, something that is no change of the feed, unless they know it already. */
  announceState(event: string, state: object): void {
    const frame = stateFrame(event, state);
    if (this.#states.get(event)?.equals(frame)) return;
    this.#states.set(event, frame);
    void this.#forEachStream((stream) => stream.write(frame));
  }

  #add(stream: LiveStream, response: ServerResponse): void {
    this.#streams.set(response, stream);
    this.#opened++;
    response.on('drain', this.#onDrain).on('close', this.#onClose);
  }

  #remove(response: ServerResponse): void {
    const stream = this.#streams.get(response);
    // A stopped hub has already removed all streams.
    if (!stream) return;
    this.#streams.delete(response);
    this.#releaseSession(stream.viewer);
  }

  #releaseSession(viewer: Viewer): void {
    const others = this.#countStreams(viewer) - 1;
    if (others > 0) this.#bySession.set(viewer.sessionId, others);
    else this.#bySession.delete(viewer.sessionId);
  }

  #countStreams({ sessionId }: Viewer): number {
    return this.#bySession.get(sessionId) ?? 0;
  }

  #announce(event: FeedEvent): void {
    this.#history.append(createFrame(event));
    void this.#fanOut();
  }

  /** One pass over all streams at a time; changes during a pass cause another one. Each stream keeps its order. */
  async #fanOut(): Promise<void> {
    this.#moreToFanOut = true;
    if (this.#fanningOut) return;
    this.#fanningOut = true;
    while (this.#moreToFanOut) {
      this.#moreToFanOut = false;
      await this.#forEachStream((stream) => stream.deliver());
    }
    this.#fanningOut = false;
  }

  async #forEachStream(act: (stream: LiveStream) => void): Promise<void> {
    let count = 0;
    for (const stream of this.#streams.values()) {
      act(stream);
      if (++count % STREAMS_PER_TURN === 0) await nextTurn();
    }
  }

  #reset(head: FeedHead): void {
    this.#history.clear();
    const frame = resetFrame(head);
    void this.#forEachStream((stream) => {
      stream.skipTo(head.seq);
      stream.write(frame);
    });
  }

  #closeSessions(sessionIds: readonly string[]): void {
    const ended = new Set(sessionIds);
    for (const stream of this.#streams.values()) if (ended.has(stream.viewer.sessionId)) stream.end();
  }

  /** Tells all streams when the feed can no longer be read, and when it can again. */
  #checkFeed(): void {
    const isCurrent = this.#feed.lag.readAgeMs < this.#timeouts.staleMs;
    // Readers take the feed as current until they are told.
    if (!isCurrent || this.#states.has(FEED_STATE_EVENT)) this.announceState(FEED_STATE_EVENT, { isCurrent });
  }

  #sweep(): void {
    const now = performance.now();
    const time = this.#clock().getTime();
    this.#history.prune(time);
    for (const stream of this.#streams.values()) {
      if (stream.isStalled(now, this.#timeouts.stallMs)) stream.destroy();
      else if (stream.viewer.expiresAt <= time) stream.end();
    }
    // Finds sessions whose row is gone: deleted by hand, or by a restore. The next check covers the same ones if it fails.
    this.#sessions.recheck([...this.#bySession.keys()]).catch(() => undefined);
  }
}
