import type { TaskList } from 'graphile-worker';
import type { Clock } from '../../clock.ts';
import type { Connection, Db } from '../../database/connection.ts';
import { addJob, type Job } from '../../jobs/jobs-db.ts';
import {
  countWaiting,
  insertDeliveries,
  type NotificationRow,
  selectNotification,
  selectStranded,
} from './deliveries-db.ts';
import type { PushSender } from './push-sender.ts';

const FAN_OUT = 'push_fan_out';
const DELIVER = 'push_deliver';

/** One more job for each so many devices, so that every process has its share; beyond these, jobs come by themselves. */
const DEVICES_A_JOB = 64;
const MOST_HELPERS = 7;
/**
 * What nobody has been at for so long may have lost its job, to a database that went away or a restored backup. Where it
 * has not, another job with the same key takes its place.
 */
const STRANDED_MS = 10_000;

/** As `fanOutJob` and `enqueueDelivery` wrote it. */
type Payload = { notification: string };

/** The job that begins to send a notification: `isFirst` with the notification itself, later where that lost its job. */
export const fanOutJob = (id: string, isFirst: boolean): Job => ({
  task: FAN_OUT,
  payload: { notification: id },
  key: `push-fan-out:${id}`,
  isFirst,
});

/** Has what waits of a notification tried from `runAt` on. */
export const enqueueDelivery = (db: Connection, id: string, runAt: Date): Promise<void> =>
  addJob(db, { task: DELIVER, payload: { notification: id }, key: `push:${id}`, runAt });

/**
 * The same for what no longer waits for the end of a person's quiet hours. By a key of its own: a worker that is just
 * putting the notification off until a later time does not take this job along.
 */
export const enqueueRelease = (db: Connection, id: string, userId: string, runAt: Date): Promise<void> =>
  addJob(db, { task: DELIVER, payload: { notification: id }, key: `push:${id}:${userId}`, runAt });

/** What workers do about pushes. Every step may be done twice: jobs are done at least once. */
export class PushJobs {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #sender: PushSender;
  readonly tasks: TaskList = {
    [FAN_OUT]: (payload) => this.fanOut((payload as Payload).notification),
    [DELIVER]: (payload) => this.goOn((payload as Payload).notification),
  };

  constructor(db: Db, clock: Clock, sender: PushSender) {
    this.#db = db;
    this.#clock = clock;
    this.#sender = sender;
  }

  /** Gives each device its row and begins to send; other jobs, of this process or another, help with many devices. */
  async fanOut(id: string): Promise<void> {
    const notification = await selectNotification(this.#db, id);
    if (!notification) return;
    if (notification.fannedOutAt === null) {
      const devices = await this.spread(notification);
      if (devices === 0) return;
      const helpers = Math.min(Math.ceil(devices / DEVICES_A_JOB) - 1, MOST_HELPERS);
      for (let helper = 0; helper < helpers; helper++)
        await addJob(this.#db, { task: DELIVER, payload: { notification: id } });
    }
    await this.goOn(id);
  }

  /** Gives each device its row. Answers how many there are. */
  spread(notification: NotificationRow): Promise<number> {
    return insertDeliveries(this.#db, notification, this.#clock());
  }

  /** Sends what is due, and sees to it that the rest has its turn. */
  async goOn(id: string): Promise<void> {
    const next = await this.#sender.deliver(id);
    if (next) await enqueueDelivery(this.#db, id, next);
  }

  /** Finds what lost its job (a restored backup brings rows without jobs), and counts what waits. */
  async sweep(): Promise<void> {
    const now = this.#clock();
    for (const { id, isBegun } of await selectStranded(this.#db, new Date(now.getTime() - STRANDED_MS)))
      await (isBegun ? enqueueDelivery(this.#db, id, now) : addJob(this.#db, fanOutJob(id, false)));
    this.#sender.counts.waiting = await countWaiting(this.#db);
  }
}
