import { ECDH, timingSafeEqual } from 'node:crypto';
import type { PushDevice, PushSubscriptionInput } from '../../../contract/push.ts';
import { AppError } from '../../app-error.ts';
import type { Clock } from '../../clock.ts';
import type { Db, Transaction } from '../../database/connection.ts';
import type { Viewer } from '../../sessions/sessions-service.ts';
import type { EndpointPolicy } from '../transport/endpoint-policy.ts';
import {
  countOtherDevices,
  deleteOthersOfSession,
  deleteOwnSubscription,
  deleteSubscription,
  holdSession,
  insertSubscription,
  lockPerson,
  type NewSubscription,
  type SubscriptionRow,
  selectByEndpointForUpdate,
  selectLastDelivery,
  updateSubscription,
} from './subscriptions-db.ts';

/** More than a person carries; what a forgotten script would make is more. */
export const MAX_DEVICES = 20;
/** 9999-12-31: what a browser says beyond it is no time anybody meant, and no four-digit year either. */
const LAST_TIME = 253_402_300_799_999;

type Device = Pick<NewSubscription, 'endpoint' | 'p256dh' | 'auth' | 'expiresAt'>;

/** Where nothing is stored to compare with, this is: as much work for an unknown endpoint as for a known one. */
const NO_SECRET = Buffer.alloc(16);

/** Whether two secrets are one, in a time that tells nothing of either. */
const isSameSecret = (stored: string | undefined, given: string): boolean => {
  const [a, b] = [
    stored === undefined ? NO_SECRET : Buffer.from(stored, 'base64url'),
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

/** The devices that hear pushes: each belongs to a person and to the session it was turned on in. */
export class PushDevicesService {
  readonly #db: Db;
  readonly #policy: EndpointPolicy;
  readonly #clock: Clock;

  constructor(db: Db, policy: EndpointPolicy, clock: Clock) {
    this.#db = db;
    this.#policy = policy;
    this.#clock = clock;
  }

  /**
   * Registers the device of a session, and answers how it stands. A browser that another account used before is taken
   * over; that takes its secret, not just its endpoint. Throws PUSH_ENDPOINT_REFUSED, TOO_MANY_DEVICES, SESSION_ENDED.
   */
  async subscribe({ user, sessionId }: Viewer, input: PushSubscriptionInput): Promise<PushDevice> {
    const device = this.#checked(input);
    const row = await this.#db.transaction(async (tx) => {
      await lockPerson(tx, user.id);
      // A session known here may have ended elsewhere a moment ago; nothing of it may outlive it.
      if (!(await holdSession(tx, sessionId))) throw new AppError('SESSION_ENDED');
      const before = await selectByEndpointForUpdate(tx, device.endpoint);
      if (before && before.userId !== user.id && !isSameSecret(before.auth, device.auth))
        throw new AppError('PUSH_ENDPOINT_REFUSED');
      await deleteOthersOfSession(tx, sessionId, device.endpoint);
      if ((await countOtherDevices(tx, user.id, device.endpoint)) >= MAX_DEVICES)
        throw new AppError('TOO_MANY_DEVICES');
      return this.#put(tx, before, { ...device, userId: user.id, sessionId });
    });
    return this.#shown(row);
  }

  async unsubscribe({ user }: Viewer, endpoint: string): Promise<void> {
    await deleteOwnSubscription(this.#db, user.id, endpoint);
  }

  /**
   * Puts the subscription a browser made in the place of the one before. The caller has no session: knowing the old
   * one's secret is the proof. Asked again it succeeds again, because an answer may be lost on the way.
   * Throws NOT_FOUND (unknown and wrong alike) and PUSH_ENDPOINT_REFUSED.
   */
  async renew(previous: { endpoint: string; auth: string }, input: PushSubscriptionInput): Promise<void> {
    const device = this.#checked(input);
    await this.#db.transaction(async (tx) => {
      const before = await selectByEndpointForUpdate(tx, previous.endpoint);
      const isKnown = isSameSecret(before?.auth, previous.auth);
      const there =
        device.endpoint === previous.endpoint
          ? undefined
          : await selectByEndpointForUpdate(tx, device.endpoint);
      const isThere = isSameSecret(there?.auth, device.auth);
      if (!isKnown) {
        if (isThere) return;
        throw new AppError('NOT_FOUND');
      }
      if (there && !isThere) throw new AppError('PUSH_ENDPOINT_REFUSED');
      if (!before) return;
      // The page was faster and has registered the new one already.
      if (there) return deleteSubscription(tx, before.id);
      await updateSubscription(tx, before.id, { ...device, updatedAt: this.#clock() });
    });
  }

  #checked({ endpoint, expirationTime, keys }: PushSubscriptionInput): Device {
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
      expiresAt: expires >= 0 && expires <= LAST_TIME ? new Date(expires) : null,
    };
  }

  /** Of somebody else's device nothing goes on: not what waits for it, not what was sent to it. */
  async #put(
    tx: Transaction,
    before: SubscriptionRow | undefined,
    now: Device & { userId: string; sessionId: string },
  ): Promise<SubscriptionRow> {
    const updatedAt = this.#clock();
    if (before?.userId === now.userId) return updateSubscription(tx, before.id, { ...now, updatedAt });
    if (before) await deleteSubscription(tx, before.id);
    return insertSubscription(tx, { ...now, createdAt: updatedAt, updatedAt });
  }

  async #shown(row: SubscriptionRow): Promise<PushDevice> {
    const last = await selectLastDelivery(this.#db, row.id);
    return {
      id: row.id,
      createdAt: row.createdAt.toISOString(),
      // A device that is gone has no row, so no answer of this call can say so.
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
