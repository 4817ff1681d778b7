import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { User } from '../../contract/account/auth.ts';
import {
  PUSH_TEST_TEXTS,
  type PushDeliveries,
  type PushMessage,
  type PushTestResult,
} from '../../contract/notifications/push.ts';
import type { Db } from '../database/connection.ts';
import { addJob } from '../jobs/jobs-db.ts';
import { AppError } from '../shared/app-error.ts';
import type { Clock } from '../shared/clock.ts';
import {
  countDeliveries,
  insertDeliveries,
  type NewNotification,
  selectNotification,
} from './delivery/deliveries-db.ts';
import { createFanOutJob, enqueueSend, type PushJobs } from './delivery/push-jobs.ts';
import { testMessage, testTradeMessage } from './notification-texts.ts';
import { countTests, insertNotification, lockTests } from './notifications-db.ts';

const MINUTE = 60_000;
/** The sender is watching; a later message would only confuse. */
const TEST_TTL_MS = 5 * MINUTE;
/** How long the request waits for results; later ones are still sent. */
const WAIT_MS = 8_000;
const POLL_MS = 200;

type Audience = 'own' | 'everyone';
/** Limits per user within the window. A message to everyone should be rare. */
export const TEST_LIMITS: Record<Audience, number> = { own: 10, everyone: 2 };
const WINDOW_MS = 10 * MINUTE;

type Parts = { db: Db; clock: Clock; jobs: PushJobs; brand: string; log: FastifyBaseLogger };

/** Test pushes: to one's own devices, or from educators to everyone. */
export class TestPushesService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Throws FORBIDDEN if a customer sends to everyone, and TOO_MANY_ATTEMPTS. */
  async send(sender: User, kind: 'test' | 'trade', audience: Audience): Promise<PushTestResult> {
    if (audience === 'everyone' && sender.role !== 'educator') throw new AppError('FORBIDDEN');
    const at = this.#parts.clock();
    const message =
      kind === 'test' ? testMessage(this.#parts.brand, at) : testTradeMessage(sender.fullName, at);
    const id = await this.#write(sender, audience, message, at);
    const deliveries = await (audience === 'own' ? this.#sendNow(id) : this.#watch(id));
    const success = deliveries.accepted > 0 || (audience === 'everyone' && deliveries.waiting > 0);
    return {
      success,
      message: PUSH_TEST_TEXTS[kind][success ? 'sent' : 'failed'],
      details: describeResult(audience, deliveries),
      deliveries,
    };
  }

  #write(sender: User, audience: Audience, message: PushMessage, at: Date): Promise<string> {
    return this.#parts.db.transaction(async (tx) => {
      await lockTests(tx, sender.id);
      const since = new Date(at.getTime() - WINDOW_MS);
      const { sent, firstAt } = await countTests(tx, sender.id, audience, since);
      if (sent >= TEST_LIMITS[audience]) {
        const left = (firstAt?.getTime() ?? at.getTime()) + WINDOW_MS - at.getTime();
        throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)) });
      }
      const id = randomUUID();
      const notification: NewNotification = {
        id,
        kind: 'test',
        audience,
        authorId: sender.id,
        ideaId: null,
        market: message.market,
        status: null,
        alert: null,
        message,
        createdAt: at,
        expiresAt: new Date(at.getTime() + TEST_TTL_MS),
      };
      await insertNotification(tx, notification);
      if (audience === 'everyone') await addJob(tx, createFanOutJob(id));
      return id;
    });
  }

  /** Sends in this process, because the user is waiting; a worker continues afterwards. */
  async #sendNow(id: string): Promise<PushDeliveries> {
    const { db, clock, jobs, log } = this.#parts;
    const devices = await db.transaction((tx) => insertDeliveries(tx, id, clock()));
    const payload = { notification: id, devices };
    const sent = jobs.send(payload).catch((error: unknown) => {
      log.info({ err: error }, 'A worker continues a test notification');
      return enqueueSend(db, payload, clock()).catch(() => undefined);
    });
    await Promise.race([sent, sleep(WAIT_MS, undefined, { ref: false })]);
    return countDeliveries(db, { notificationId: id });
  }

  /** Polls while workers send: until one delivery is accepted, none is waiting, or time is up. */
  async #watch(id: string): Promise<PushDeliveries> {
    const deadline = performance.now() + WAIT_MS;
    for (;;) {
      const notification = await selectNotification(this.#parts.db, id);
      const counts = await countDeliveries(this.#parts.db, { notificationId: id });
      const isSettled = notification?.fannedOutAt != null && (counts.accepted > 0 || counts.waiting === 0);
      if (isSettled || performance.now() > deadline) return counts;
      await sleep(POLL_MS);
    }
  }
}

const formatDevices = (count: number) => (count === 1 ? '1 device' : `${count} devices`);

/** The result and what to do about it, in plain sentences. */
const describeResult = (audience: Audience, { devices, accepted, gone, waiting, failed }: PushDeliveries) => {
  if (devices === 0)
    return audience === 'own'
      ? 'None of your devices has notifications on. Turn them on here first, then send the test again.'
      : 'No device has notifications on yet.';
  const sentences = [`Accepted for ${accepted} of ${formatDevices(devices)}.`];
  if (waiting > 0) sentences.push(`${formatDevices(waiting)} will be retried.`);
  if (gone > 0) sentences.push(`Unsubscribed: ${formatDevices(gone)}. Turn notifications on again there.`);
  if (failed > 0) sentences.push(`Failed: ${formatDevices(failed)}.`);
  return sentences.join(' ');
};
