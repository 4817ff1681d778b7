import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { PushMessage } from '../../../contract/push.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../database/connection.ts';
import { smaller } from '../notifications/notification-texts.ts';
import { quietUntil } from '../notifications/quiet-hours.ts';
import { quietHoursOf } from '../notifications/settings-db.ts';
import type { PushAnswer, PushConnections } from '../transport/connections.ts';
import { encryptFor } from '../transport/encryption.ts';
import { VapidHeaders } from '../transport/vapid-header.ts';
import type { VapidKeyStore, VapidKeys } from '../transport/vapid-keys.ts';
import {
  type ClaimedDevice,
  claimDeliveries,
  type NotificationRow,
  type Outcome,
  selectNextDue,
  selectNotification,
  updateWaitingFailed,
} from './deliveries-db.ts';
import { Flight } from './in-flight-counter.ts';
import { noCounts, type PushCounts } from './push-counts.ts';
import { type Verdict, verdictOf } from './push-response.ts';
import { writeDown } from './record-deliveries.ts';
import { OriginPauses } from './service-backoff.ts';

/** Devices taken at once, and written down together. */
const BATCH = 64;
/** Messages of one job that push services have not answered yet. */
const IN_FLIGHT = 96;
/** Encrypting takes a tenth of a millisecond: after so many, others have their turn of the event loop. */
const SLICE = 16;
/** A job goes on taking devices for this long; then it makes way for other notifications, and another job goes on. */
const JOB_MS = 5_000;
/** Longer than a batch takes, at worst (connections.ts, ANSWER_MS). */
const LEASE_MS = 30_000;

/** What to send now; or that the news is none any more. */
export type Current = { message: PushMessage } | { giveUp: 'outdated' };

export type SenderParts = {
  db: Db;
  clock: Clock;
  keys: VapidKeyStore;
  connections: PushConnections;
  /** A mailto: or https: address, for whoever runs a push service and wants to reach us. */
  contact: string;
  /** The text of a notification as of this moment. */
  currentOf: (notification: NotificationRow) => Promise<Current>;
  log: FastifyBaseLogger;
  leaseMs?: number;
};

/** One notification, ready to be encrypted for each device. */
type Sending = {
  notification: NotificationRow;
  keys: VapidKeys;
  topic: string;
  whole: Buffer;
  /** For push services that find the whole too large. */
  small: Buffer;
};

/** Sends notifications to devices: claims them in batches, asks the push services, writes down what they said. */
export class PushSender {
  readonly #parts: SenderParts;
  readonly #headers: VapidHeaders;
  readonly #pauses = new OriginPauses();
  readonly #leaseMs: number;
  #isStopping = false;
  readonly counts: PushCounts = noCounts();

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#headers = new VapidHeaders(parts.contact, parts.clock);
    this.#leaseMs = parts.leaseMs ?? LEASE_MS;
  }

  /**
   * Sends a notification to the devices that are due, as long as there are some and a job's time lasts. Answers when it
   * is to be gone on with: null when no device waits any more.
   */
  async deliver(notificationId: string): Promise<Date | null> {
    const { db, clock } = this.#parts;
    const started = performance.now();
    const flight = new Flight();
    const batches: Promise<void>[] = [];
    while (!this.#isStopping && performance.now() - started < JOB_MS) {
      // A push service that is slow to answer for one device holds up that one, not the next batch.
      await flight.below(IN_FLIGHT - BATCH);
      const sending = await this.#prepare(notificationId);
      if (!sending) break;
      const now = clock();
      const leaseEnd = new Date(now.getTime() + this.#leaseMs);
      const devices = await claimDeliveries(db, sending.notification, { now, leaseEnd, limit: BATCH });
      if (devices.length === 0) break;
      const batch = this.#send(sending, devices, flight);
      // It is waited for below; until then its failure is nobody's yet.
      batch.catch(() => undefined);
      batches.push(batch);
    }
    await Promise.all(batches);
    return selectNextDue(db, notificationId);
  }

  /** Breaks off what is under way, as if it had not been tried. */
  stop(): void {
    this.#isStopping = true;
    this.#parts.connections.close();
  }

  /** Undefined when there is nothing to send: it is gone, too late, or no news any more. */
  async #prepare(id: string): Promise<Sending | undefined> {
    const { db, clock, keys, currentOf } = this.#parts;
    const notification = await selectNotification(db, id);
    if (!notification) return undefined;
    const now = clock();
    const current =
      notification.expiresAt <= now ? { giveUp: 'expired' as const } : await currentOf(notification);
    if ('giveUp' in current) {
      this.counts.failed += await updateWaitingFailed(db, id, current.giveUp, now);
      return undefined;
    }
    const { message } = current;
    return {
      notification,
      keys: await keys.keys(),
      topic: topicOf(message),
      whole: bytesOf(message),
      small: bytesOf(smaller(message)),
    };
  }

  async #send(sending: Sending, devices: readonly ClaimedDevice[], flight: Flight): Promise<void> {
    const under: Promise<Outcome | null>[] = [];
    for (const device of devices) {
      under.push(flight.during(this.#sendSafely(sending, device)));
      if (under.length % SLICE === 0) await turn();
    }
    const outcomes = (await Promise.all(under)).filter((outcome) => outcome !== null);
    const { notification } = sending;
    for (const { state } of await writeDown(this.#parts, { notification, devices, outcomes }))
      if (state !== 'waiting') this.counts[state]++;
  }

  /** One device whose keys cannot be used, however it came about, must not keep the others of its batch waiting. */
  async #sendSafely(sending: Sending, claimed: ClaimedDevice): Promise<Outcome | null> {
    try {
      return await this.#sendTo(sending, claimed);
    } catch (error) {
      this.#parts.log.error(
        { err: error, notification: sending.notification.id },
        'A push could not be made',
      );
      const nextAt = this.#parts.clock();
      return { id: claimed.id, state: 'failed', tried: false, nextAt, answered: null, reason: 'refused' };
    }
  }

  /** Null for a device whose owner does not want this: there is nothing to count. */
  async #sendTo(sending: Sending, claimed: ClaimedDevice): Promise<Outcome | null> {
    const { notification } = sending;
    const now = this.#parts.clock();
    const untried = { id: claimed.id, tried: false, nextAt: now, answered: null, reason: null };
    if (!claimed.device) return { ...untried, state: 'gone' };
    if (!claimed.isWanted) return null;
    const later = (nextAt: Date, reason: Outcome['reason'] = null): Outcome =>
      nextAt < notification.expiresAt
        ? { ...untried, state: 'waiting', nextAt, reason }
        : { ...untried, state: 'failed', reason: 'expired' };

    const quietHours = notification.audience === 'own' ? null : quietHoursOf(claimed);
    const quiet = quietHours && quietUntil(quietHours, now);
    if (quietHours && quiet)
      return { ...later(quiet === 'never' ? notification.expiresAt : quiet, 'quiet'), heldBy: quietHours };
    const url = new URL(claimed.device.endpoint);
    const paused = this.#pauses.until(url.origin, now.getTime());
    if (paused !== null) return later(new Date(paused));

    let answer = await this.#post(sending, claimed.device, url, sending.whole);
    let verdict = verdictOf(answer, claimed.attempts + 1, now);
    if (verdict.is === 'too large') {
      answer = await this.#post(sending, claimed.device, url, sending.small);
      verdict = verdictOf(answer, claimed.attempts + 1, now);
    }
    this.#heed(url.origin, answer, verdict, now);
    return this.#outcomeOf(claimed.id, answer, verdict, later);
  }

  async #post(
    { notification, keys, topic }: Sending,
    device: { p256dh: string; auth: string },
    url: URL,
    message: Buffer,
  ): Promise<PushAnswer> {
    const body = encryptFor(device, message);
    const left = notification.expiresAt.getTime() - this.#parts.clock().getTime();
    const answer = await this.#parts.connections.post({
      url,
      body,
      headers: {
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        'content-length': body.length,
        authorization: this.#headers.headerFor(url.origin, keys),
        ttl: Math.max(0, Math.floor(left / 1000)),
        urgency: 'high',
        topic,
      },
    });
    if (answer.status !== null || (answer.why !== 'refused' && answer.why !== 'stopped')) this.counts.sent++;
    return answer;
  }

  #heed(origin: string, answer: PushAnswer, verdict: Verdict, now: Date): void {
    if (verdict.is === 'retry' && answer.status === 429)
      this.#pauses.refused(origin, now.getTime(), now.getTime() + verdict.afterMs);
    else if (answer.status !== null) this.#pauses.answered(origin);
  }

  #outcomeOf(
    id: string,
    answer: PushAnswer,
    verdict: Verdict,
    later: (nextAt: Date, reason?: Outcome['reason']) => Outcome,
  ): Outcome {
    const now = this.#parts.clock();
    const tried = { id, tried: true, nextAt: now, answered: answer.status, reason: null };
    if (verdict.is === 'untried') return { ...tried, tried: false, state: 'waiting' };
    if (verdict.is === 'retry')
      return { ...later(new Date(now.getTime() + verdict.afterMs)), tried: true, answered: answer.status };
    if (verdict.is === 'accepted' || verdict.is === 'gone') return { ...tried, state: verdict.is };
    const refused = answer.status === null && answer.why === 'refused';
    return { ...tried, state: 'failed', reason: refused ? 'refused' : null };
  }
}

const bytesOf = (message: PushMessage) => Buffer.from(JSON.stringify(message));

/**
 * RFC 8030, 5.4: a push service keeps one waiting message of a topic, so what happened to an idea replaces what it still
 * has of that idea. At most 32 characters; a digest, because a push service has no use for our ids.
 */
const topicOf = ({ tag }: Pick<PushMessage, 'tag'>): string =>
  createHash('sha256').update(tag).digest('base64url').slice(0, 32);
