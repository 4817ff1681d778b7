import { lt, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { FastifyBaseLogger } from 'fastify';
import { RETENTION_DAYS } from '../../contract/shared/retention.ts';
import type { CandlesService } from '../candles/candles-service.ts';
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

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** How long dead jobs are kept for diagnosis. */
const DEAD_JOB_RETENTION_MS = 7 * DAY_MS;

const DELETE_BATCH_SIZE = 10_000;

type Old = { removeOld(before: Date): Promise<void> };
type Parts = Pick<Deps, 'database' | 'clock' | 'env' | 'media'> & {
  push: Old;
  posts: Old;
  candles: Pick<CandlesService, 'removeOld'>;
};

/** Removes expired data once an hour in every process; deleting twice is harmless. */
export class Housekeeping {
  readonly #parts: Parts;
  readonly #log: FastifyBaseLogger;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: Parts, log: FastifyBaseLogger) {
    this.#parts = parts;
    this.#log = log;
  }

  start(): void {
    this.#timer = setInterval(() => void this.clean(), HOUR_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async clean(): Promise<void> {
    const { database, clock, env, media, push, posts, candles } = this.#parts;
    const now = clock().getTime();
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
      () => this.#delete(authEvents, lt(authEvents.at, before(env.authLogDays * DAY_MS))),
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
      () => push.removeOld(before(RETENTION_DAYS.deliveries * DAY_MS)),
      () => posts.removeOld(before(RETENTION_DAYS.deliveries * DAY_MS)),
      () => deleteDeadJobs(database.db, before(DEAD_JOB_RETENTION_MS)),
      () => media.removeUnreferenced(),
      () => candles.removeOld(),
    ];
    // A step that fails does not stop the others; the next run catches up.
    for (const step of steps)
      await step().catch((error: unknown) => this.#log.warn({ err: error }, 'Housekeeping failed'));
  }

  /** In batches, so that each statement ends within the pool's timeout. */
  async #delete(table: PgTable, condition: SQL): Promise<void> {
    const batch = sql`select ctid from ${table} where ${condition} limit ${DELETE_BATCH_SIZE}`;
    for (;;) {
      const { rowCount } = await this.#parts.database.db.execute(
        sql`delete from ${table} where ctid in (${batch})`,
      );
      if ((rowCount ?? 0) < DELETE_BATCH_SIZE) return;
    }
  }
}
