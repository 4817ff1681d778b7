import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { LiveKind } from '../../contract/live-events.ts';
import type { FeedPosition } from './feed-position.ts';
import type { Audience } from './feed-service.ts';

/** One event of the feed, as read. `payload` is the JSON text that will be sent. */
export type FeedEvent = {
  epoch: number;
  seq: number;
  kind: LiveKind;
  audience: Audience;
  payload: string;
  at: Date;
  ledgerCount: number;
  ledgerHead: string;
};

/** The newest state of the feed this process has read. */
export type FeedHead = FeedPosition & { ledgerCount: number; ledgerHead: string };

/** `events` are known and not read yet; `readAgeMs` is the time since the last look, `delayMs` what the newest event took. */
export type FeedLag = { events: number; readAgeMs: number; delayMs: number };

export type FeedListener = {
  /** One event, in order. */
  event(event: FeedEvent): void;
  /** History is another one (a new epoch, or more was missed than is kept): start over from `head`. */
  reset(head: FeedHead): void;
};

const only = <Row>(row: Row | undefined): Row => {
  if (!row) throw new Error('The feed has no row');
  return row;
};

/** NOTIFY is only a hint; this is how late an event may be when hints fail. */
const POLL_MS = 1_000;
const BATCH = 1_000;
const RECONNECT_MS = 100;
const RECONNECT_MAX_MS = 1_000;
/** /readyz says ready while the last look at the feed is no older than this. */
const CURRENT_MS = 3_500;
/** DESIGN §5: what can be replayed. */
export const KEPT_EVENTS = 10_000;
export const KEPT_MS = 24 * 60 * 60 * 1000;
/** A connection that says nothing for this long is given up: a dead peer answers no query. */
const QUERY_TIMEOUT_MS = 5_000;

const selectHead = `select epoch, seq, ledger_count, ledger_head from feed where id = 1`;
const columns = `epoch, seq, kind, audience, payload::text as payload, created_at, ledger_count, ledger_head`;
/** The head, and what came after a place in it, in one answer: rows of the head alone where nothing came. */
const selectAfter = `select feed.epoch as head_epoch, feed.seq as head_seq, feed.ledger_count as head_ledger_count,
    feed.ledger_head as head_ledger_head, later.*
  from feed left join lateral (
    select ${columns} from feed_events where epoch = feed.epoch and epoch = $1 and seq > $2 order by seq limit ${BATCH}
  ) later on true where feed.id = 1 order by later.seq`;
const selectKept = `select * from (select ${columns} from feed_events where epoch = $1 and seq <= $2
  and created_at > now() - make_interval(secs => ${KEPT_MS / 1000}) order by seq desc limit ${KEPT_EVENTS}) kept order by seq`;

type EventRow = {
  epoch: string;
  seq: string;
  kind: LiveKind;
  audience: Audience;
  payload: string;
  created_at: Date;
  ledger_count: string;
  ledger_head: string;
};
type HeadRow = { epoch: string; seq: string; ledger_count: string; ledger_head: string };
const toHead = (row: HeadRow): FeedHead => ({
  epoch: Number(row.epoch),
  seq: Number(row.seq),
  ledgerCount: Number(row.ledger_count),
  ledgerHead: row.ledger_head,
});

type LaterRow = (EventRow | { seq: null }) & {
  head_epoch: string;
  head_seq: string;
  head_ledger_count: string;
  head_ledger_head: string;
};
const toLaterHead = (row: LaterRow): FeedHead =>
  toHead({
    epoch: row.head_epoch,
    seq: row.head_seq,
    ledger_count: row.head_ledger_count,
    ledger_head: row.head_ledger_head,
  });

const toEvent = (row: EventRow): FeedEvent => ({
  epoch: Number(row.epoch),
  seq: Number(row.seq),
  kind: row.kind,
  audience: row.audience,
  payload: row.payload,
  at: row.created_at,
  ledgerCount: Number(row.ledger_count),
  ledgerHead: row.ledger_head,
});

/**
 * Reads the feed for this process, in order and without gaps, on a connection of its own: LISTEN first, then read what
 * came since, also every second and after every reconnect.
 */
export class FeedFollower {
  readonly #connectionString: string;
  readonly #log: FastifyBaseLogger;
  readonly #listeners: FeedListener[] = [];
  #head: FeedHead | undefined;
  #kept: FeedEvent[] = [];
  #client: pg.Client | undefined;
  #reading: Promise<void> | undefined;
  #again = false;
  #currentAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  /** The newest number the last look has seen, read or not. */
  #newestSeq = 0;
  #delayMs = 0;
  readonly #waiting = new Set<() => void>();

  constructor(connectionString: string, log: FastifyBaseLogger) {
    this.#connectionString = connectionString;
    this.#log = log;
  }

  /** The newest state read. Before `start` there is none. */
  get head(): FeedHead {
    if (!this.#head) throw new Error('The feed is not being read yet');
    return this.#head;
  }

  /** Events that were kept when this process started, oldest first; taken once, by who replays them. */
  takeKept(): FeedEvent[] {
    return this.#kept.splice(0);
  }

  subscribe(listener: FeedListener): void {
    this.#listeners.push(listener);
  }

  /** Whether the feed was read in the last seconds: false while the database is away. */
  isCurrent(): boolean {
    return performance.now() - this.#currentAt < CURRENT_MS;
  }

  /** How far this process is behind the feed, for who watches it. */
  get lag(): FeedLag {
    return {
      events: Math.max(0, this.#newestSeq - this.head.seq),
      readAgeMs: performance.now() - this.#currentAt,
      delayMs: this.#delayMs,
    };
  }

  /** Connects and reads the head and what is kept. Throws when the database cannot be reached. */
  async start(): Promise<void> {
    await this.#connect();
    this.#timer = setInterval(() => void this.catchUp(), POLL_MS);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#client?.end().catch(() => undefined);
  }

  /** Reads what came since the last look. Looks asked for meanwhile are one more look afterwards. */
  catchUp(): Promise<void> {
    if (this.#reading) {
      this.#again = true;
      return this.#reading;
    }
    this.#reading = this.#readUntilQuiet().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /**
   * Waits until this process has applied the change at `position`, so that who wrote it reads it here. Bounded: after
   * `timeoutMs` it answers anyway, since the change is committed and will arrive.
   */
  async reached(position: FeedPosition, timeoutMs = 1_000): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    while (!this.#has(position) && performance.now() < deadline && !this.#stopped) {
      const arrived = Promise.withResolvers<void>();
      this.#waiting.add(arrived.resolve);
      await Promise.race([
        arrived.promise,
        sleep(Math.max(0, deadline - performance.now()), undefined, { ref: false }),
      ]);
      this.#waiting.delete(arrived.resolve);
    }
  }

  #has({ epoch, seq }: FeedPosition): boolean {
    const { head } = this;
    return head.epoch > epoch || (head.epoch === epoch && head.seq >= seq);
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      query_timeout: QUERY_TIMEOUT_MS,
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      application_name: 'chartlark feed',
    });
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    client.on('notification', () => void this.catchUp());
    try {
      await this.#follow(client);
    } catch (error) {
      this.#client = undefined;
      client.end().catch(() => undefined);
      throw error;
    }
  }

  async #follow(client: pg.Client): Promise<void> {
    await client.connect();
    // LISTEN before reading: what commits in between is announced, what committed before is read.
    await client.query('LISTEN feed');
    await (this.#head ? this.#read(client) : this.#readBeginning(client));
    this.#currentAt = performance.now();
    // Only now: a look that an announcement asks for meanwhile would find no beginning to go on from. What such
    // announcements told of is looked for here.
    this.#client = client;
    await this.catchUp();
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    // Ends a connection whose query timed out; it may be half dead and would go on holding a server process.
    client.end().catch(() => undefined);
    if (!this.#stopped) void this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    this.#log.warn('The feed connection was lost; connecting again');
    for (let wait = RECONNECT_MS; !this.#stopped; wait = Math.min(wait * 2, RECONNECT_MAX_MS)) {
      await sleep(wait, undefined, { ref: false });
      try {
        await this.#connect();
        this.#log.info('The feed connection is back');
        return;
      } catch {
        // Tried again until it works or the process stops; /readyz reports the absence meanwhile.
      }
    }
  }

  async #readBeginning(client: pg.Client): Promise<void> {
    this.#head = await this.#readHead(client);
    const { rows } = await client.query<EventRow>(selectKept, [this.#head.epoch, this.#head.seq]);
    this.#kept = rows.map(toEvent);
  }

  async #readHead(client: pg.Client): Promise<FeedHead> {
    const { rows } = await client.query<HeadRow>(selectHead);
    return toHead(only(rows[0]));
  }

  async #readAfter(client: pg.Client, { epoch, seq }: FeedPosition) {
    const { rows } = await client.query<LaterRow>({
      name: 'later events',
      text: selectAfter,
      values: [epoch, seq],
    });
    const events = rows.filter((row) => row.seq !== null).map((row) => toEvent(row as EventRow));
    return { newest: toLaterHead(only(rows[0])), events };
  }

  async #readUntilQuiet(): Promise<void> {
    do {
      this.#again = false;
      const client = this.#client;
      if (!client) return;
      try {
        await this.#read(client);
        this.#currentAt = performance.now();
      } catch (error) {
        // A look that was under way when the process stopped lost its connection to us, not to trouble.
        if (this.#stopped) return;
        this.#log.warn({ err: error }, 'The feed could not be read');
        this.#lose(client);
        return;
      }
    } while (this.#again);
  }

  async #read(client: pg.Client): Promise<void> {
    for (;;) {
      const last = this.head;
      const { newest, events } = await this.#readAfter(client, last);
      this.#newestSeq = newest.seq;
      if (newest.epoch !== last.epoch || newest.seq < last.seq) return this.#startOver(newest);
      if (newest.seq === last.seq) return;
      const isGapless =
        events.length > 0 && events.every((event, index) => event.seq === last.seq + 1 + index);
      // Numbers are gapless by construction, so a gap means that rows were pruned before we came back.
      if (!isGapless) return this.#startOver(newest);
      for (const event of events) this.#apply(event);
      // By two clocks, the database's and ours: never below nothing.
      this.#delayMs = Math.max(0, Date.now() - (events.at(-1)?.at.getTime() ?? 0));
      if (this.head.seq >= newest.seq) return;
    }
  }

  #apply(event: FeedEvent): void {
    const { epoch, seq, ledgerCount, ledgerHead } = event;
    this.#head = { epoch, seq, ledgerCount, ledgerHead };
    for (const listener of this.#listeners) listener.event(event);
    this.#wakeWaiting();
  }

  #startOver(head: FeedHead): void {
    this.#head = head;
    this.#kept = [];
    for (const listener of this.#listeners) listener.reset(head);
    this.#wakeWaiting();
  }

  #wakeWaiting(): void {
    for (const wake of this.#waiting) wake();
  }
}
