import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { PushMessage } from '../../../contract/notifications/push.ts';
import type { Db } from '../../database/connection.ts';
import type { Clock } from '../../shared/clock.ts';
import { shorten } from '../notification-texts.ts';
import { findQuietEnd } from '../quiet-hours.ts';
import { toQuietHours } from '../settings-db.ts';
import type { OutboundConnections, PushResponse } from '../transport/connections.ts';
import { encryptMessage, type SubscriptionKeys } from '../transport/encryption.ts';
import { VapidHeaders } from '../transport/vapid-header.ts';
import type { VapidKeyStore, VapidKeys } from '../transport/vapid-keys.ts';
import {
  type DeliveryResult,
  type DueDelivery,
  type NotificationRow,
  selectDueDeliveries,
  selectNotification,
  updateWaitingFailed,
} from './deliveries-db.ts';
import { decideDelivery, type PushDecision } from './push-retry.ts';
import { storeResults } from './store-results.ts';

/** Encrypting takes 0.1 ms; yields to the event loop after this many. */
const ENCRYPTIONS_PER_TURN = 16;

type SenderOptions = {
  db: Db;
  clock: Clock;
  keys: VapidKeyStore;
  connections: OutboundConnections;
  /** mailto: or https: address for operators of push services. */
  contact: string;
  /** Null if it is outdated. */
  getCurrentMessage: (notification: NotificationRow) => Promise<PushMessage | null>;
  log: FastifyBaseLogger;
};

/** A notification, ready to be encrypted for each subscription. */
type PreparedPush = {
  notification: NotificationRow;
  keys: VapidKeys;
  topic: string;
  payload: Buffer;
  /** For push services that reject the full payload as too large. */
  smallPayload: Buffer;
};

/** Sends notifications: calls the push services and stores the results. */
export class PushSender {
  readonly #options: SenderOptions;
  readonly #headers: VapidHeaders;
  #isStopping = false;
  /** Of this process since its start: `sent` are requests to push services. */
  readonly counts = { sent: 0, accepted: 0, gone: 0, failed: 0 };

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#headers = new VapidHeaders(options.contact, options.clock);
  }

  /** Sends those deliveries of a notification to these subscriptions that are due. */
  async send(notificationId: string, ids: readonly string[]): Promise<void> {
    if (this.#isStopping) return;
    const sending = await this.#prepare(notificationId);
    if (!sending) return;
    const { db, clock } = this.#options;
    const { notification } = sending;
    const due = await selectDueDeliveries(db, notification, ids, clock());
    const sends: Promise<DeliveryResult | null>[] = [];
    for (const delivery of due) {
      sends.push(this.#sendSafely(sending, delivery));
      if (sends.length % ENCRYPTIONS_PER_TURN === 0) await nextTurn();
    }
    const results = (await Promise.all(sends)).filter((result) => result !== null);
    await storeResults(this.#options, { notification, due, results });
    for (const { state } of results) if (state !== 'waiting') this.counts[state]++;
  }

  /** Aborts pending requests without counting them as attempts. */
  stop(): void {
    this.#isStopping = true;
    this.#options.connections.close();
  }

  /** Undefined if there is nothing to send: deleted, expired or outdated. */
  async #prepare(id: string): Promise<PreparedPush | undefined> {
    const { db, clock, keys, getCurrentMessage } = this.#options;
    const notification = await selectNotification(db, id);
    if (!notification) return undefined;
    const now = clock();
    const isExpired = notification.expiresAt <= now;
    const message = isExpired ? null : await getCurrentMessage(notification);
    if (!message) {
      this.counts.failed += await updateWaitingFailed(db, id, isExpired ? 'expired' : 'outdated', now);
      return undefined;
    }
    return {
      notification,
      keys: await keys.keys(),
      topic: toTopic(message),
      payload: encode(message),
      smallPayload: encode(shorten(message)),
    };
  }

  /** A failure for one subscription must not affect the others. */
  async #sendSafely(sending: PreparedPush, due: DueDelivery): Promise<DeliveryResult | null> {
    try {
      return await this.#sendTo(sending, due);
    } catch (error) {
      this.#options.log.error(
        { err: error, notification: sending.notification.id },
        'Preparing a push message failed',
      );
      const nextAt = this.#options.clock();
      return { id: due.id, state: 'failed', wasAttempted: false, nextAt, answered: null, reason: 'refused' };
    }
  }

  /** Null if the owner does not want this message: nothing to count. */
  async #sendTo(sending: PreparedPush, due: DueDelivery): Promise<DeliveryResult | null> {
    const { notification } = sending;
    const now = this.#options.clock();
    const notAttempted = { id: due.id, wasAttempted: false, nextAt: now, answered: null, reason: null };
    if (!due.subscription) return { ...notAttempted, state: 'gone' };
    if (!due.isWanted) return null;
    const later = (nextAt: Date, reason: DeliveryResult['reason'] = null): DeliveryResult =>
      nextAt < notification.expiresAt
        ? { ...notAttempted, state: 'waiting', nextAt, reason }
        : { ...notAttempted, state: 'failed', reason: 'expired' };

    const quietHours = notification.audience === 'own' ? null : toQuietHours(due);
    const quiet = quietHours && findQuietEnd(quietHours, now);
    if (quiet) return later(quiet === 'never' ? notification.expiresAt : quiet, 'quiet');
    const url = new URL(due.subscription.endpoint);
    let answer = await this.#post(sending, due.subscription, url, sending.payload);
    let decision = decideDelivery(answer, due.attempts + 1, now);
    if (decision.type === 'too large') {
      answer = await this.#post(sending, due.subscription, url, sending.smallPayload);
      decision = decideDelivery(answer, due.attempts + 1, now);
    }
    return this.#toResult(due.id, answer, decision, later);
  }

  async #post(
    { notification, keys, topic }: PreparedPush,
    subscription: SubscriptionKeys,
    url: URL,
    message: Buffer,
  ): Promise<PushResponse> {
    const body = encryptMessage(subscription, message);
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

  #toResult(
    id: string,
    answer: PushResponse,
    decision: PushDecision,
    later: (nextAt: Date, reason?: DeliveryResult['reason']) => DeliveryResult,
  ): DeliveryResult {
    const now = this.#options.clock();
    const tried = { id, wasAttempted: true, nextAt: now, answered: answer.status, reason: null };
    if (decision.type === 'aborted') return { ...tried, wasAttempted: false, state: 'waiting' };
    if (decision.type === 'retry')
      return {
        ...later(new Date(now.getTime() + decision.afterMs)),
        wasAttempted: true,
        answered: answer.status,
      };
    if (decision.type === 'accepted' || decision.type === 'gone') return { ...tried, state: decision.type };
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
