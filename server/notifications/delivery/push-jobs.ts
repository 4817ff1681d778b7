import type { TaskList } from 'graphile-worker';
import type { Connection, Db } from '../../database/connection.ts';
import { addJob, addJobs, type Job } from '../../jobs/jobs-db.ts';
import type { Clock } from '../../shared/clock.ts';
import { insertDeliveries, selectNextDue } from './deliveries-db.ts';
import type { PushSender } from './push-sender.ts';

const FAN_OUT = 'push_fan_out';
const SEND = 'push_send';
const SUBSCRIPTIONS_PER_JOB = 100;

type FanOut = { notification: string };
/** `devices` are ids of subscriptions; waiting jobs have the name. */
type Send = { notification: string; devices: string[] };

/** The job that starts sending a notification. */
export const createFanOutJob = (id: string): Job => ({
  task: FAN_OUT,
  payload: { notification: id },
  key: `push-fan-out:${id}`,
});

/**
 * Sends a notification to those of these subscriptions that wait for it, from `runAt` on. Replaces the waiting job for the same ones,
 * so that saving settings again and again adds no jobs.
 */
export const enqueueSend = (db: Connection, payload: Send, runAt: Date): Promise<void> => {
  const { notification, devices } = payload;
  return addJob(db, {
    task: SEND,
    payload,
    runAt,
    key: `push-send:${notification}:${devices[0]}:${devices.length}`,
  });
};

/**
 * The jobs of push notifications: one creates the deliveries of a notification, then one for each hundred subscriptions sends. The
 * deliveries are the state of each, so a job that runs again sends only what it has not stored.
 */
export class PushJobs {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #sender: PushSender;
  readonly tasks: TaskList = {
    [FAN_OUT]: (payload) => this.#fanOut(payload as FanOut),
    [SEND]: (payload) => this.send(payload as Send),
  };

  constructor(db: Db, clock: Clock, sender: PushSender) {
    this.#db = db;
    this.#clock = clock;
    this.#sender = sender;
  }

  #fanOut({ notification }: FanOut): Promise<void> {
    return this.#db.transaction(async (tx) => {
      const subscriptions = await insertDeliveries(tx, notification, this.#clock());
      const chunks = Array.from(
        { length: Math.ceil(subscriptions.length / SUBSCRIPTIONS_PER_JOB) },
        (_, index) => subscriptions.slice(index * SUBSCRIPTIONS_PER_JOB, (index + 1) * SUBSCRIPTIONS_PER_JOB),
      );
      await addJobs(
        tx,
        SEND,
        chunks.map((chunk): Send => ({ notification, devices: chunk })),
      );
    });
  }

  /** Sends what is due, and schedules the rest. */
  async send(payload: Send): Promise<void> {
    const { notification, devices } = payload;
    await this.#sender.send(notification, devices);
    const next = await selectNextDue(this.#db, notification, devices);
    if (next) await enqueueSend(this.#db, payload, next);
  }
}
