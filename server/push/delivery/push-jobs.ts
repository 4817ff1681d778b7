import type { FastifyBaseLogger } from 'fastify';
import type { TaskList } from 'graphile-worker';
import PQueue from 'p-queue';
import type { Clock } from '../../clock.ts';
import type { Connection, Db } from '../../database/connection.ts';
import { classifyDatabaseError } from '../../database/database-errors.ts';
import { addJob, type Job } from '../../jobs/jobs-db.ts';
import {
  insertDeliveries,
  type NewNotification,
  selectNotification,
  selectStranded,
} from './deliveries-db.ts';
import type { PushSender } from './push-sender.ts';

const FAN_OUT = 'push_fan_out';
const DELIVER = 'push_deliver';

/** One extra job per this many deliveries, so that every process gets a share. */
const DEVICES_PER_JOB = 64;
const MAX_EXTRA_JOBS = 7;
/**
 * Overdue for this long, a notification may have lost its job, to a database outage or a restored backup. If it has
 * not, the new job with the same key replaces it.
 */
const STRANDED_MS = 10_000;

/** New notifications that this process sends at once; more wait. */
const NEW_AT_ONCE = 2;

type Payload = { notification: string };

/** The job that starts sending a notification later; `isFirst` unless it replaces a lost one. */
export const createFanOutJob = (id: string, isFirst: boolean): Job => ({
  task: FAN_OUT,
  payload: { notification: id },
  key: `push-fan-out:${id}`,
  isFirst,
});

/** Schedules waiting deliveries from `runAt` on. */
export const enqueueDelivery = (db: Connection, id: string, runAt: Date): Promise<void> =>
  addJob(db, { task: DELIVER, payload: { notification: id }, key: `push:${id}`, runAt });

/**
 * The same for deliveries released from quiet hours. Uses its own key: a worker that is rescheduling the notification
 * does not replace this job.
 */
export const enqueueRelease = (db: Connection, id: string, userId: string, runAt: Date): Promise<void> =>
  addJob(db, { task: DELIVER, payload: { notification: id }, key: `push:${id}:${userId}`, runAt });

/** Push jobs. Every step is idempotent, because jobs run at least once. */
export class PushJobs {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #sender: PushSender;
  readonly #log: FastifyBaseLogger;
  readonly #new = new PQueue({ concurrency: NEW_AT_ONCE });
  readonly tasks: TaskList = {
    [FAN_OUT]: (payload) => this.fanOut((payload as Payload).notification),
    [DELIVER]: (payload) => this.deliverDue((payload as Payload).notification),
  };

  constructor(db: Db, clock: Clock, sender: PushSender, log: FastifyBaseLogger) {
    this.#db = db;
    this.#clock = clock;
    this.#sender = sender;
    this.#log = log;
  }

  /**
   * Sends a notification that this process has just committed: adding, taking and ending a job would cost more than the
   * rest of it. If the process ends or fails before its deliveries exist, the sweep of any process finds it.
   */
  sendNew(notification: NewNotification): void {
    this.#new
      .add(() => this.#fanOut(notification))
      .catch((error: unknown) => {
        if (!classifyDatabaseError(error))
          this.#log.error({ err: error, notification: notification.id }, 'Sending a new notification failed');
      });
  }

  /** Waits for notifications that are being sent; the others are left to the sweep. */
  async stop(): Promise<void> {
    this.#new.clear();
    await this.#new.onIdle();
  }

  /** Creates the deliveries and starts sending; extra jobs, of any process, help with many deliveries. */
  async fanOut(id: string): Promise<void> {
    const notification = await selectNotification(this.#db, id);
    if (!notification) return;
    await (notification.fannedOutAt === null ? this.#fanOut(notification) : this.deliverDue(id));
  }

  async #fanOut(notification: NewNotification): Promise<void> {
    const { id } = notification;
    const devices = await this.createDeliveries(notification);
    if (devices === 0) return;
    const extraJobs = Math.min(Math.ceil(devices / DEVICES_PER_JOB) - 1, MAX_EXTRA_JOBS);
    for (let helper = 0; helper < extraJobs; helper++)
      await addJob(this.#db, { task: DELIVER, payload: { notification: id } });
    await this.deliverDue(id);
  }

  /** Creates the deliveries. Returns their number. */
  createDeliveries(notification: NewNotification): Promise<number> {
    return insertDeliveries(this.#db, notification, this.#clock());
  }

  /** Sends due deliveries and schedules the rest. */
  async deliverDue(id: string): Promise<void> {
    const next = await this.#sender.deliver(id);
    if (next) await enqueueDelivery(this.#db, id, next);
  }

  /** Reschedules notifications without jobs (e.g. after a restore). */
  async sweep(): Promise<void> {
    const now = this.#clock();
    for (const { id, isFannedOut } of await selectStranded(this.#db, new Date(now.getTime() - STRANDED_MS)))
      await (isFannedOut ? enqueueDelivery(this.#db, id, now) : addJob(this.#db, createFanOutJob(id, false)));
  }
}
