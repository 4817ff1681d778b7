import { ECDH, timingSafeEqual } from 'node:crypto';
import type { PushDevice, PushSubscriptionInput } from '../../../contract/notifications/push.ts';
import type { Db, Transaction } from '../../database/connection.ts';
import type { Viewer } from '../../http/viewer.ts';
import { AppError } from '../../shared/app-error.ts';
import type { Clock } from '../../shared/clock.ts';
import type { EndpointPolicy } from '../transport/endpoint-policy.ts';
import {
  deleteOthersOfSession,
  deleteOwnSubscription,
  deleteSubscription,
  insertSubscription,
  lockSession,
  type NewSubscription,
  type SubscriptionRow,
  selectByEndpointForUpdate,
  selectLastDelivery,
  updateSubscription,
} from './subscriptions-db.ts';

/** 9999-12-31: later expiry times are invalid and would not have four-digit years. */
const MAX_EXPIRY = 253_402_300_799_999;

type GivenSubscription = Pick<NewSubscription, 'endpoint' | 'p256dh' | 'auth' | 'expiresAt'>;

/** Compared for unknown endpoints, so that they take equally long. */
const DUMMY_SECRET = Buffer.alloc(16);

/** Compares two secrets in constant time. */
const isSameSecret = (stored: string | undefined, given: string): boolean => {
  const [a, b] = [
    stored === undefined ? DUMMY_SECRET : Buffer.from(stored, 'base64url'),
    Buffer.from(given, 'base64url'),
  ];
  return a.length === b.length && timingSafeEqual(a, b) && stored !== undefined;
};

const isPointOnCurve = (p256dh: string): boolean => {
  try {
    return ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url', 'uncompressed') === p256dh;
  } catch {
    return false;
  }
};

/** Push subscriptions: each belongs to a user and the session it was created in. */
export class SubscriptionsService {
  readonly #db: Db;
  readonly #policy: EndpointPolicy;
  readonly #clock: Clock;

  constructor(db: Db, policy: EndpointPolicy, clock: Clock) {
    this.#db = db;
    this.#policy = policy;
    this.#clock = clock;
  }

  /**
   * Registers a session's subscription and returns its state. Takes over a browser used by another account before,
   * which requires its secret and not just its endpoint. Throws PUSH_ENDPOINT_REFUSED, SESSION_ENDED.
   */
  async subscribe({ user, sessionId }: Viewer, input: PushSubscriptionInput): Promise<PushDevice> {
    const given = this.#validate(input);
    const row = await this.#db.transaction(async (tx) => {
      // The cached session may have just ended elsewhere; a subscription must not outlive it.
      if (!(await lockSession(tx, sessionId))) throw new AppError('SESSION_ENDED');
      const before = await selectByEndpointForUpdate(tx, given.endpoint);
      if (before && before.userId !== user.id && !isSameSecret(before.auth, given.auth))
        throw new AppError('PUSH_ENDPOINT_REFUSED');
      await deleteOthersOfSession(tx, sessionId, given.endpoint);
      return this.#upsert(tx, before, { ...given, userId: user.id, sessionId });
    });
    return this.#toDto(row);
  }

  async unsubscribe({ user }: Viewer, endpoint: string): Promise<void> {
    await deleteOwnSubscription(this.#db, user.id, endpoint);
  }

  /**
   * Replaces a subscription with the one the browser created instead. The caller has no session and authenticates
   * with the old secret. Idempotent, because a response may be lost. Throws NOT_FOUND (unknown or wrong secret) and
   * PUSH_ENDPOINT_REFUSED.
   */
  async renew(previous: { endpoint: string; auth: string }, input: PushSubscriptionInput): Promise<void> {
    const given = this.#validate(input);
    await this.#db.transaction(async (tx) => {
      const before = await selectByEndpointForUpdate(tx, previous.endpoint);
      const isKnown = isSameSecret(before?.auth, previous.auth);
      const registered =
        given.endpoint === previous.endpoint
          ? undefined
          : await selectByEndpointForUpdate(tx, given.endpoint);
      const isRegistered = isSameSecret(registered?.auth, given.auth);
      if (!before || !isKnown) {
        if (isRegistered) return;
        throw new AppError('NOT_FOUND');
      }
      if (registered && !isRegistered) throw new AppError('PUSH_ENDPOINT_REFUSED');
      // The page has already registered the new one.
      if (registered) return deleteSubscription(tx, before.id);
      await updateSubscription(tx, before.id, given);
    });
  }

  #validate({ endpoint, expirationTime, keys }: PushSubscriptionInput): GivenSubscription {
    const url = URL.parse(endpoint);
    if (!url || !this.#policy.allowsUrl(url)) throw new AppError('PUSH_ENDPOINT_REFUSED');
    const [p256dh, auth] = [keys.p256dh, keys.auth].map((key) => key.replace(/=+$/, '')) as [string, string];
    if (!isPointOnCurve(p256dh))
      throw new AppError('INVALID_REQUEST', { fields: { keys: "This isn't a valid subscription key" } });
    const expires = expirationTime ?? Number.POSITIVE_INFINITY;
    return {
      endpoint,
      p256dh,
      auth,
      expiresAt: expires >= 0 && expires <= MAX_EXPIRY ? new Date(expires) : null,
    };
  }

  /** Another user's subscription is replaced by a new row, so nothing pending is carried over. */
  async #upsert(
    tx: Transaction,
    before: SubscriptionRow | undefined,
    now: GivenSubscription & { userId: string; sessionId: string },
  ): Promise<SubscriptionRow> {
    if (before?.userId === now.userId) return updateSubscription(tx, before.id, now);
    if (before) await deleteSubscription(tx, before.id);
    return insertSubscription(tx, { ...now, createdAt: this.#clock() });
  }

  async #toDto(row: SubscriptionRow): Promise<PushDevice> {
    const last = await selectLastDelivery(this.#db, row.id);
    return {
      id: row.id,
      createdAt: row.createdAt.toISOString(),
      // A removed subscription has no row, so this can't be reported here.
      lastPush: last
        ? {
            at: last.at.toISOString(),
            outcome: last.state === 'gone' ? 'failed' : last.state,
            title: last.title,
          }
        : null,
    };
  }
}
