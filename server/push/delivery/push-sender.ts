import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { PushMessage } from '../../../contract/push.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../database/connection.ts';
import { shorten } from '../notifications/notification-texts.ts';
import { findQuietEnd } from '../notifications/quiet-hours.ts';
import { toQuietHours } from '../notifications/settings-db.ts';
import type { PushConnections, PushResponse } from '../transport/connections.ts';
import { encryptMessage } from '../transport/encryption.ts';
import { VapidHeaders } from '../transport/vapid-header.ts';
import type { VapidKeyStore, VapidKeys } from '../transport/vapid-keys.ts';
import {
  type ClaimedDevice,
  claimDeliveries,
  type DeliveryResult,
  type NotificationRow,
  selectNextDue,
  selectNotification,
  updateWaitingFailed,
} from './deliveries-db.ts';
import { InFlightCounter } from './in-flight-counter.ts';
import { decideDelivery, type PushDecision } from './push-response.ts';
import { persistResults } from './record-deliveries.ts';
import { ServiceBackoff } from './service-backoff.ts';

/** Deliveries claimed and stored together. */
const BATCH_SIZE = 64;
/** Maximum pending requests of one job. */
const MAX_IN_FLIGHT = 96;
/** Encrypting takes 0.1 ms; yields to the event loop after this many. */
const ENCRYPTIONS_PER_TURN = 16;
/** Maximum duration of a job; another job continues, so that other notifications get a turn. */
const MAX_JOB_MS = 5_000;
/** Longer than a batch can take (connections.ts, RESPONSE_TIMEOUT_MS). */
const LEASE_MS = 30_000;

/** The current message, or why there is none any more. */
export type CurrentMessage = { message: PushMessage } | { giveUp: 'outdated' };

export type SenderOptions = {
  db: Db;
  clock: Clock;
  keys: VapidKeyStore;
  connections: PushConnections;
  /** mailto: or https: address for operators of push services. */
  contact: string;
  /** The notification's current message. */
  getCurrentMessage: (notification: NotificationRow) => Promise<CurrentMessage>;
  log: FastifyBaseLogger;
  leaseMs?: number;
};

/** A notification, ready to be encrypted for each device. */
type PreparedPush = {
  notification: NotificationRow;
  keys: VapidKeys;
  topic: string;
  payload: Buffer;
  /** For push services that reject the full payload as too large. */
  smallPayload: Buffer;
};

/** Sends notifications: claims deliveries in batches, calls the push services, stores the results. */
export class PushSender {
  readonly #options: SenderOptions;
  readonly #headers: VapidHeaders;
  readonly #backoff = new ServiceBackoff();
  readonly #leaseMs: number;
  #isStopping = false;
  /** Of this process since its start: `sent` are requests to push services. */
  readonly counts = { sent: 0, accepted: 0, gone: 0, failed: 0 };

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#headers = new VapidHeaders(options.contact, options.clock);
    this.#leaseMs = options.leaseMs ?? LEASE_MS;
  }

  /**
   * Sends due deliveries of a notification, for at most one job's time. Returns when to continue; null if none is
   * waiting.
   */
  async deliver(notificationId: string): Promise<Date | null> {
    const { db, clock } = this.#options;
    const started = performance.now();
    const inFlight = new InFlightCounter();
    const batches: Promise<void>[] = [];
    while (!this.#isStopping && performance.now() - started < MAX_JOB_MS) {
      // A slow device must not delay the next batch.
      await inFlight.waitUntilAtMost(MAX_IN_FLIGHT - BATCH_SIZE);
      const sending = await this.#prepare(notificationId);
      if (!sending) break;
      const now = clock();
      const leaseEnd = new Date(now.getTime() + this.#leaseMs);
      const devices = await claimDeliveries(db, sending.notification, { now, leaseEnd, limit: BATCH_SIZE });
      if (devices.length === 0) break;
      const batch = this.#send(sending, devices, inFlight);
      // Awaited below; prevents an unhandled rejection until then.
      batch.catch(() => undefined);
      batches.push(batch);
    }
    await Promise.all(batches);
    return selectNextDue(db, notificationId);
  }

  /** Aborts pending requests without counting them as attempts. */
  stop(): void {
    this.#isStopping = true;
    this.#options.connections.close();
  }

  /** Undefined if there is nothing to send: deleted, expired or outdated. */
  async #prepare(id: string): Promise<PreparedPush | undefined> {
    const { db, clock, keys, getCurrentMessage: currentOf } = this.#options;
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
      topic: toTopic(message),
      payload: encode(message),
      smallPayload: encode(shorten(message)),
    };
  }

  async #send(
    sending: PreparedPush,
    devices: readonly ClaimedDevice[],
    inFlight: InFlightCounter,
  ): Promise<void> {
    const sends: Promise<DeliveryResult | null>[] = [];
    for (const device of devices) {
      sends.push(inFlight.track(this.#sendSafely(sending, device)));
      if (sends.length % ENCRYPTIONS_PER_TURN === 0) await nextTurn();
    }
    const outcomes = (await Promise.all(sends)).filter((outcome) => outcome !== null);
    const { notification } = sending;
    for (const { state } of await persistResults(this.#options, { notification, devices, outcomes }))
      if (state !== 'waiting') this.counts[state]++;
  }

  /** A failure for one device must not affect the rest of its batch. */
  async #sendSafely(sending: PreparedPush, claimed: ClaimedDevice): Promise<DeliveryResult | null> {
    try {
      return await this.#sendTo(sending, claimed);
    } catch (error) {
      this.#options.log.error(
        { err: error, notification: sending.notification.id },
        'Preparing a push message failed',
      );
      const nextAt = this.#options.clock();
      return {
        id: claimed.id,
        state: 'failed',
        wasAttempted: false,
        nextAt,
        answered: null,
        reason: 'refused',
      };
    }
  }

  /** Null if the owner does not want this message: nothing to count. */
  async #sendTo(sending: PreparedPush, claimed: ClaimedDevice): Promise<DeliveryResult | null> {
    const { notification } = sending;
    const now = this.#options.clock();
    const notAttempted = { id: claimed.id, wasAttempted: false, nextAt: now, answered: null, reason: null };
    if (!claimed.device) return { ...notAttempted, state: 'gone' };
    if (!claimed.isWanted) return null;
    const later = (nextAt: Date, reason: DeliveryResult['reason'] = null): DeliveryResult =>
      nextAt < notification.expiresAt
        ? { ...notAttempted, state: 'waiting', nextAt, reason }
        : { ...notAttempted, state: 'failed', reason: 'expired' };

    const quietHours = notification.audience === 'own' ? null : toQuietHours(claimed);
    const quiet = quietHours && findQuietEnd(quietHours, now);
    if (quietHours && quiet)
      return {
        ...later(quiet === 'never' ? notification.expiresAt : quiet, 'quiet'),
        quietHours: quietHours,
      };
    const url = new URL(claimed.device.endpoint);
    const paused = this.#backoff.until(url.origin, now.getTime());
    if (paused !== null) return later(new Date(paused));

    let answer = await this.#post(sending, claimed.device, url, sending.payload);
    let decision = decideDelivery(answer, claimed.attempts + 1, now);
    if (decision.is === 'too large') {
      answer = await this.#post(sending, claimed.device, url, sending.smallPayload);
      decision = decideDelivery(answer, claimed.attempts + 1, now);
    }
    this.#updateBackoff(url.origin, answer, decision, now);
    return this.#toResult(claimed.id, answer, decision, later);
  }

  async #post(
    { notification, keys, topic }: PreparedPush,
    device: { p256dh: string; auth: string },
    url: URL,
    message: Buffer,
  ): Promise<PushResponse> {
    const body = encryptMessage(device, message);
    const left = notification.expiresAt.getTime() - this.#options.clock().getTime();
    const answer = await this.#options.connections.post({
      url,
      body,
      headers: {
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        'content-length': body.length,
        authorization: this.#headers.getHeader(url.origin, keys),
        ttl: Math.max(0, Math.floor(left / 1000)),
        urgency: 'high',
        topic,
      },
    });
    if (answer.status !== null || (answer.reason !== 'refused' && answer.reason !== 'stopped'))
      this.counts.sent++;
    return answer;
  }

  #updateBackoff(origin: string, answer: PushResponse, decision: PushDecision, now: Date): void {
    if (decision.is === 'retry' && answer.status === 429)
      this.#backoff.recordRefusal(origin, now.getTime(), now.getTime() + decision.afterMs);
    else if (answer.status !== null) this.#backoff.recordResponse(origin);
  }

  #toResult(
    id: string,
    answer: PushResponse,
    decision: PushDecision,
    later: (nextAt: Date, reason?: DeliveryResult['reason']) => DeliveryResult,
  ): DeliveryResult {
    const now = this.#options.clock();
    const tried = { id, wasAttempted: true, nextAt: now, answered: answer.status, reason: null };
    if (decision.is === 'aborted') return { ...tried, wasAttempted: false, state: 'waiting' };
    if (decision.is === 'retry')
      return {
        ...later(new Date(now.getTime() + decision.afterMs)),
        wasAttempted: true,
        answered: answer.status,
      };
    if (decision.is === 'accepted' || decision.is === 'gone') return { ...tried, state: decision.is };
    const refused = answer.status === null && answer.reason === 'refused';
    return { ...tried, state: 'failed', reason: refused ? 'refused' : null };
  }
}

const encode = (message: PushMessage) => Buffer.from(JSON.stringify(message));

/**
 * RFC 8030, 5.4: a push service stores one waiting message per topic, so a newer message about an idea replaces the
 * older one. At most 32 characters; hashed, because push services don't need our ids.
 */
const toTopic = ({ tag }: Pick<PushMessage, 'tag'>): string =>
  createHash('sha256').update(tag).digest('base64url').slice(0, 32);
