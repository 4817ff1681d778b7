import { lt, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Db } from '../database/connection.ts';
import { feedEvents, idempotencyKeys, sessions, signInFailures } from '../database/schema.ts';
import type { Deps } from '../deps.ts';
import { deleteDeadJobs } from '../jobs/jobs-db.ts';
import { RETAINED_EVENTS, RETENTION_MS } from '../live/feed-follower.ts';
import type { MediaService } from '../media/media-service.ts';
import type { Push } from '../push/create-push.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Ended and expired sessions stay this long, for whoever reads the log of sign-ins. */
const SESSION_KEPT_MS = 30 * DAY_MS;
/** How long an educator can see how far the push of an idea came. */
const PUSH_KEPT_MS = 30 * DAY_MS;
/** A job that was tried to the end stays this long, for whoever looks for the reason. */
const DEAD_JOB_KEPT_MS = 7 * DAY_MS;

/** Removes what has served: once an hour, by every process; deleting twice is harmless. */
export class Housekeeping {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #media: MediaService;
  readonly #push: Pick<Push, 'removeOld'>;
  readonly #log: FastifyBaseLogger;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    {
      database,
      clock,
      media,
      push,
    }: Pick<Deps, 'database' | 'clock' | 'media'> & { push: Pick<Push, 'removeOld'> },
    log: FastifyBaseLogger,
  ) {
    this.#db = database.db;
    this.#clock = clock;
    this.#media = media;
    this.#push = push;
    this.#log = log;
  }

  start(): void {
    this.#timer = setInterval(() => {
      // A missed hour is made up for by the next.
      this.clean().catch((error: unknown) => this.#log.warn({ err: error }, 'Housekeeping failed'));
    }, HOUR_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async clean(): Promise<void> {
    const now = this.#clock().getTime();
    const before = (ms: number) => new Date(now - ms);
    // Events are pruned from the old end only, so what is left stays gapless.
    await this.#db.delete(feedEvents).where(
      sql`(${feedEvents.epoch}, ${feedEvents.seq}) <= (select f.epoch, greatest(f.seq - ${RETAINED_EVENTS}, coalesce((
        select max(e.seq) from feed_events e where e.epoch = f.epoch and e.created_at < ${before(RETENTION_MS).toISOString()}::timestamptz
      ), 0)) from feed f)`,
    );
    await this.#db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, before(DAY_MS)));
    await this.#db.delete(sessions).where(lt(sessions.expiresAt, before(SESSION_KEPT_MS)));
    await this.#db.delete(signInFailures).where(lt(signInFailures.lastAt, before(HOUR_MS)));
    await this.#push.removeOld(before(PUSH_KEPT_MS));
    await deleteDeadJobs(this.#db, before(DEAD_JOB_KEPT_MS));
    await this.#media.removeUnheld();
  }
}
