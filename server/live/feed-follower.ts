import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { LiveKind } from '../../contract/live-events.ts';
import type { Audience, FeedPosition } from './feed-service.ts';

/** One event of the feed; `payload` is the JSON text to send. */
export type FeedEvent = {
  epoch: number;
  seq: number;
  kind: LiveKind;
  entityId: string;
  audience: Audience;
  payload: string;
  at: Date;
  ledgerCount: number;
  ledgerHead: string;
};

/** The feed state this process has applied. */
export type FeedHead = FeedPosition & { ledgerCount: number; ledgerHead: string };

/**
 * `events` are known but not applied; `readAgeMs` is the time since the last read, `delayMs` the latency of the
 * newest event.
 */
type FeedLag = { events: number; readAgeMs: number; delayMs: number };

export type FeedListener = {
  /** Called for each event, in order. */
  event(event: FeedEvent): void;
  /** Called when replay is impossible (a new epoch, or unread events were pruned): start over from `head`. */
  reset(head: FeedHead): void;
};

const requireRow = <Row>(row: Row | undefined): Row => {
  if (!row) throw new Error('The feed has no row');
  return row;
};

/** Fallback for lost NOTIFYs; NOTIFY only wakes the reader. Also tells a database that does not respond. */
const POLL_MS = 2_000;
const BATCH_SIZE = 1_000;
const MIN_RECONNECT_MS = 100;
const MAX_RECONNECT_MS = 1_000;
/** /readyz reports ready while the last read is no older than this. */
const MAX_READ_AGE_MS = 3_500;
/** DESIGN §5: how much can be replayed. */
export const RETAINED_EVENTS = 10_000;
export const RETENTION_MS = 24 * 60 * 60 * 1000;
/** Typical events have 2 kB, so that the number of events is reached first; the largest have 60 kB. */
export const RETAINED_BYTES = 64 * 1024 * 1024;
/** Timeout of a query: a dead peer never answers. */
const QUERY_TIMEOUT_MS = 5_000;

/** The keys of `FeedHead`. */
const selectHead = `select epoch, seq, ledger_count as "ledgerCount", ledger_head as "ledgerHead" from feed where id = 1`;
/** The keys of `FeedEvent`. */
const columns = `epoch, seq, kind, entity_id as "entityId", audience, payload::text as payload, created_at as at,
  ledger_count as "ledgerCount", ledger_head as "ledgerHead"`;
/** Head and newer events in one result; only head columns if there are none. */
const selectAfter = `select feed.epoch as "headEpoch", feed.seq as "headSeq", feed.ledger_count as "headLedgerCount",
    feed.ledger_head as "headLedgerHead", later.*
  from feed left join lateral (
    select ${columns} from feed_events where epoch = feed.epoch and epoch = $1 and seq > $2 order by seq limit ${BATCH_SIZE}
  ) later on true where feed.id = 1 order by later.seq`;
const selectRetained = `select * from (
    select ${columns}, sum(octet_length(payload::text)) over (order by seq desc) as bytes
    from feed_events where epoch = $1 and seq <= $2 and created_at > now() - make_interval(secs => ${RETENTION_MS / 1000})
    order by seq desc limit ${RETAINED_EVENTS}
  ) retained where bytes <= ${RETAINED_BYTES} order by seq`;

/** Numbers of the feed are far below 2^53. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

type HeadWithEvent = (FeedEvent | { seq: null }) & {
  headEpoch: number;
  headSeq: number;
  headLedgerCount: number;
  headLedgerHead: string;
};

/**
 * Follows the feed in order and without gaps on its own connection: LISTEN first, then read newer rows, also every
 * two seconds and after each reconnect.
 */
export class FeedFollower {
  readonly #connectionString: string;
  readonly #log: FastifyBaseLogger;
  readonly #listeners: FeedListener[] = [];
  readonly #sessionListeners: (() => void)[] = [];
  readonly #pollListeners: (() => void)[] = [];
  #head: FeedHead | undefined;
  #retained: FeedEvent[] = [];
  #client: pg.Client | undefined;
  #reading: Promise<void> | undefined;
  #readAgain = false;
  #lastReadAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  /** The newest number seen by the last read, applied or not. */
  #newestSeq = 0;
  #delayMs = 0;
  readonly #waiters = new Set<() => void>();

  constructor(connectionString: string, log: FastifyBaseLogger) {
    this.#connectionString = connectionString;
    this.#log = log;
  }

  /** The applied state. Throws before `start`. */
  get head(): FeedHead {
    if (!this.#head) throw new Error('The feed follower has not started');
    return this.#head;
  }

  /** Events retained when this process started, oldest first; can be taken once. */
  takeRetainedEvents(): FeedEvent[] {
    return this.#retained.splice(0);
  }

  subscribe(listener: FeedListener): void {
    this.#listeners.push(listener);
  }

  /** Calls `listener` when sessions have ended in any process, or may have while nothing could tell. */
  onSessionsEnded(listener: () => void): void {
    this.#sessionListeners.push(listener);
  }

  /** Calls `listener` every two seconds, also while the database is unavailable. */
  onPoll(listener: () => void): void {
    this.#pollListeners.push(listener);
  }

  /** Whether the feed was read recently: false while the database is unavailable. */
  isCurrent(): boolean {
    return performance.now() - this.#lastReadAt < MAX_READ_AGE_MS;
  }

  /** How far this process is behind the feed, for metrics. */
  get lag(): FeedLag {
    return {
      events: Math.max(0, this.#newestSeq - this.head.seq),
      readAgeMs: performance.now() - this.#lastReadAt,
      delayMs: this.#delayMs,
    };
  }

  /** Connects and reads head and retained events. Throws if the database is unreachable. */
  async start(): Promise<void> {
    await this.#connect();
    this.#timer = setInterval(() => this.#poll(), POLL_MS);
  }

  #poll(): void {
    for (const listener of this.#pollListeners) listener();
    if (!this.isCurrent()) this.#announceEndedSessions();
    void this.catchUp();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#client?.end().catch(() => undefined);
  }

  /** Reads new events. Calls during a read cause one more read afterwards. */
  catchUp(): Promise<void> {
    if (this.#reading) {
      this.#readAgain = true;
      return this.#reading;
    }
    this.#reading = this.#readUntilCurrent().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /**
   * Waits until this process has applied the change at `position`, so the author can read it back. Returns after
   * `timeoutMs` in any case, since the change is committed and will arrive.
   */
  async waitUntilApplied(position: FeedPosition, timeoutMs = 1_000): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    while (!this.#hasApplied(position) && performance.now() < deadline && !this.#stopped) {
      const applied = Promise.withResolvers<void>();
      this.#waiters.add(applied.resolve);
      await Promise.race([
        applied.promise,
        sleep(Math.max(0, deadline - performance.now()), undefined, { ref: false }),
      ]);
      this.#waiters.delete(applied.resolve);
    }
  }

  #hasApplied({ epoch, seq }: FeedPosition): boolean {
    const { head } = this;
    return head.epoch > epoch || (head.epoch === epoch && head.seq >= seq);
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      types,
      query_timeout: QUERY_TIMEOUT_MS,
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      application_name: 'chartlark feed',
    });
    client.on('error', () => this.#handleDisconnect(client));
    client.on('end', () => this.#handleDisconnect(client));
    client.on('notification', ({ channel }) => {
      if (channel === 'feed') void this.catchUp();
      else this.#announceEndedSessions();
    });
    try {
      await this.#follow(client);
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
  }

  async #follow(client: pg.Client): Promise<void> {
    await client.connect();
    // LISTEN before reading: later commits are announced, earlier ones are read. PostgreSQL would plan the one prepared
    // statement again for each read, which takes three times as long as running it.
    await client.query('LISTEN feed; LISTEN sessions_ended; SET plan_cache_mode = force_generic_plan');
    await (this.#head ? this.#read(client) : this.#readInitial(client));
    // Assigned only now: a notification during the first read must not start another read without a head. Such
    // notifications are covered by this read.
    this.#client = client;
    this.#announceEndedSessions();
    await this.catchUp();
  }

  #handleDisconnect(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    // Closes a connection whose query timed out; half dead, it would keep a server process.
    client.end().catch(() => undefined);
    if (!this.#stopped) void this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    this.#log.warn('Lost the feed connection; reconnecting');
    for (let wait = MIN_RECONNECT_MS; !this.#stopped; wait = Math.min(wait * 2, MAX_RECONNECT_MS)) {
      await sleep(wait, undefined, { ref: false });
      try {
        await this.#connect();
        this.#log.info('Restored the feed connection');
        return;
      } catch {
        // Retried until it works or the process stops; /readyz reports the failure.
      }
    }
  }

  async #readInitial(client: pg.Client): Promise<void> {
    const head = requireRow((await client.query<FeedHead>(selectHead)).rows[0]);
    this.#head = head;
    this.#retained = (await client.query<FeedEvent>(selectRetained, [head.epoch, head.seq])).rows;
  }

  async #readAfter(client: pg.Client, { epoch, seq }: FeedPosition) {
    const { rows } = await client.query<HeadWithEvent>({
      name: 'later events',
      text: selectAfter,
      values: [epoch, seq],
    });
    const row = requireRow(rows[0]);
    const newest: FeedHead = {
      epoch: row.headEpoch,
      seq: row.headSeq,
      ledgerCount: row.headLedgerCount,
      ledgerHead: row.headLedgerHead,
    };
    return { newest, events: rows.filter((event): event is HeadWithEvent & FeedEvent => event.seq !== null) };
  }

  async #readUntilCurrent(): Promise<void> {
    do {
      this.#readAgain = false;
      const client = this.#client;
      if (!client) return;
      try {
        await this.#read(client);
        this.#lastReadAt = performance.now();
      } catch (error) {
        // The process is stopping, which closed the connection: not an error.
        if (this.#stopped) return;
        this.#log.warn({ err: error }, 'Reading the feed failed');
        this.#handleDisconnect(client);
      }
    } while (this.#readAgain);
  }

  async #read(client: pg.Client): Promise<void> {
    for (;;) {
      const last = this.head;
      const { newest, events } = await this.#readAfter(client, last);
      this.#newestSeq = newest.seq;
      if (newest.epoch !== last.epoch) return this.#reset(newest);
      if (newest.seq === last.seq) return;
      const isGapless =
        events.length > 0 && events.every((event, index) => event.seq === last.seq + 1 + index);
      // Numbers are gapless, so a gap means that rows were pruned, or that the feed went back.
      if (!isGapless) return this.#reset(newest);
      for (const event of events) this.#apply(event);
      // Difference of two clocks, so it is clamped to zero.
      this.#delayMs = Math.max(0, Date.now() - (events.at(-1)?.at.getTime() ?? 0));
      if (this.head.seq >= newest.seq) return;
    }
  }

  #apply(event: FeedEvent): void {
    const { epoch, seq, ledgerCount, ledgerHead } = event;
    this.#head = { epoch, seq, ledgerCount, ledgerHead };
    for (const listener of this.#listeners) listener.event(event);
    this.#notifyWaiters();
  }

  #reset(head: FeedHead): void {
    this.#head = head;
    this.#retained = [];
    for (const listener of this.#listeners) listener.reset(head);
    this.#notifyWaiters();
  }

  #announceEndedSessions(): void {
    for (const listener of this.#sessionListeners) listener();
  }

  #notifyWaiters(): void {
    for (const wake of this.#waiters) wake();
  }
}
