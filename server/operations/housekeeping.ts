import { lt, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { FastifyBaseLogger } from 'fastify';
import { RETENTION_DAYS } from '../../contract/shared/retention.ts';
import type { CandlesService } from '../candles/candles-service.ts';
import type { Db } from '../database/connection.ts';
import {
  accountLinks,
  authEvents,
  feedEvents,
  idempotencyKeys,
  knownSources,
  operatorTokens,
  sessions,
  signInLimits,
  usedChallenges,
} from '../database/schema.ts';
import type { Deps } from '../deps.ts';
import { deleteDeadJobs } from '../jobs/jobs-db.ts';
import { RETAINED_EVENTS, RETENTION_MS } from '../live/feed-follower.ts';
import type { MediaService } from '../media/media-service.ts';
import type { Push } from '../notifications/create-push.ts';
import type { PostSender } from '../outward/post-sender.ts';
import type { Clock } from '../shared/clock.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** How long dead jobs are kept for diagnosis. */
const DEAD_JOB_RETENTION_MS = 7 * DAY_MS;

const DELETE_BATCH_SIZE = 10_000;

/** Removes expired data once an hour in every process; deleting twice is harmless. */
export class Housekeeping {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #authLogMs: number;
  readonly #media: MediaService;
  readonly #push: Pick<Push, 'removeOld'>;
  readonly #posts: Pick<PostSender, 'removeOld'>;
  readonly #candles: Pick<CandlesService, 'removeOld'>;
  readonly #log: FastifyBaseLogger;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    {
      database,
      clock,
      env,
      media,
      push,
      posts,
      candles,
    }: Pick<Deps, 'database' | 'clock' | 'env' | 'media'> & {
      push: Pick<Push, 'removeOld'>;
      posts: Pick<PostSender, 'removeOld'>;
      candles: Pick<CandlesService, 'removeOld'>;
    },
    log: FastifyBaseLogger,
  ) {
    this.#db = database.db;
    this.#clock = clock;
    this.#authLogMs = env.authLogDays * DAY_MS;
    this.#media = media;
    this.#push = push;
    this.#posts = posts;
    this.#candles = candles;
    this.#log = log;
  }

  start(): void {
    this.#timer = setInterval(() => void this.clean(), HOUR_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async clean(): Promise<void> {
    const now = this.#clock().getTime();
    const before = (ms: number) => new Date(now - ms);
    const steps: (() => Promise<unknown>)[] = [
      // Events are pruned from the oldest on, so the rest stays gapless.
      () =>
        this.#delete(
          feedEvents,
          sql`(${feedEvents.epoch}, ${feedEvents.seq}) <= (select f.epoch, greatest(f.seq - ${RETAINED_EVENTS}, coalesce((
            select max(e.seq) from feed_events e where e.epoch = f.epoch and e.created_at < ${before(RETENTION_MS).toISOString()}::timestamptz
          ), 0)) from feed f)`,
        ),
      () => this.#delete(idempotencyKeys, lt(idempotencyKeys.createdAt, before(DAY_MS))),
      () => this.#delete(sessions, lt(sessions.expiresAt, before(RETENTION_DAYS.endedSessions * DAY_MS))),
      () => this.#delete(authEvents, lt(authEvents.at, before(this.#authLogMs))),
      () => this.#delete(signInLimits, lt(signInLimits.expire, now)),
      () =>
        this.#delete(
          knownSources,
          lt(knownSources.lastUsedAt, before(RETENTION_DAYS.knownBrowsers * DAY_MS)),
        ),
      () => this.#delete(operatorTokens, lt(operatorTokens.expiresAt, before(0))),
      () => this.#delete(usedChallenges, lt(usedChallenges.expiresAt, before(0))),
      // Unused invitations stay: without them, a forgotten password would not know that one was revoked.
      () =>
        this.#delete(
          accountLinks,
          sql`${accountLinks.expiresAt} < ${before(RETENTION_DAYS.links * DAY_MS).toISOString()}::timestamptz
            and (${accountLinks.kind} <> 'invitation' or ${accountLinks.usedAt} is not null)`,
        ),
      () => this.#push.removeOld(before(RETENTION_DAYS.deliveries * DAY_MS)),
      () => this.#posts.removeOld(before(RETENTION_DAYS.deliveries * DAY_MS)),
      () => deleteDeadJobs(this.#db, before(DEAD_JOB_RETENTION_MS)),
      () => this.#media.removeUnreferenced(),
      () => this.#candles.removeOld(),
    ];
    // A step that fails does not stop the others; the next run catches up.
    for (const step of steps)
      await step().catch((error: unknown) => this.#log.warn({ err: error }, 'Housekeeping failed'));
  }

  /** In batches, so that each statement ends within the pool's timeout. */
  async #delete(table: PgTable, condition: SQL): Promise<void> {
    const batch = sql`select ctid from ${table} where ${condition} limit ${DELETE_BATCH_SIZE}`;
    for (;;) {
      const { rowCount } = await this.#db.execute(sql`delete from ${table} where ctid in (${batch})`);
      if ((rowCount ?? 0) < DELETE_BATCH_SIZE) return;
    }
  }
}
