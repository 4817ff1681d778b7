import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../../database/connection.ts';
import type { Clock } from '../../shared/clock.ts';
import {
  type DeliveryResult,
  type DueDelivery,
  deleteDeliveries,
  deleteGoneSubscriptions,
  insertCustomerNotifications,
  type NotificationRow,
  updateDeliveries,
} from './deliveries-db.ts';

type StoreOptions = { db: Db; clock: Clock; log: FastifyBaseLogger };

/** The deliveries that were due, and their results; those that nobody wants any more have none. */
type SentNotification = {
  notification: NotificationRow;
  due: readonly DueDelivery[];
  results: readonly DeliveryResult[];
};

type SubscriptionsById = ReadonlyMap<string, DueDelivery['subscription']>;

/**
 * Stores the results of sending. Notified customers first, then deliveries: a process that dies in between sends again, and
 * nobody is left out.
 */
export const storeResults = async (
  { db, clock, log }: StoreOptions,
  { notification, due, results }: SentNotification,
): Promise<void> => {
  const now = clock();
  const byId: SubscriptionsById = new Map(due.map(({ id, subscription }) => [id, subscription]));
  const notified = filterSubscriptions('accepted', results, byId).map(({ userId }) => userId);
  if (notification.ideaId !== null && notified.length > 0)
    await insertCustomerNotifications(db, notification.ideaId, notified, now);
  const gone = filterSubscriptions('gone', results, byId);
  if (gone.length > 0) await deleteGoneSubscriptions(db, gone);
  if (results.length > 0) await updateDeliveries(db, notification.id, results, now);
  const unwanted = due.map(({ id }) => id).filter((id) => !results.some((result) => result.id === id));
  if (unwanted.length > 0) await deleteDeliveries(db, notification.id, unwanted);
  logFailures(log, notification.id, results, byId);
};

/** One log line per push service and status. The rest of an endpoint is secret and never logged. */
const logFailures = (
  log: FastifyBaseLogger,
  notificationId: string,
  results: readonly DeliveryResult[],
  byId: SubscriptionsById,
): void => {
  const lines = Map.groupBy(
    results.filter(({ state, wasAttempted }) => state === 'failed' && wasAttempted),
    ({ id, answered, reason }) =>
      `${URL.parse(byId.get(id)?.endpoint ?? '')?.host} ${answered ?? reason ?? 'expired'}`,
  );
  for (const [key, failed] of lines) {
    const [host, answered] = key.split(' ');
    const entry = { notification: notificationId, host, answered, devices: failed.length };
    // Our VAPID key was rejected: no subscription of that service gets messages until it is fixed.
    if (answered === '401' || answered === '403')
      log.warn(entry, 'A push service rejects our VAPID signature');
    else log.info(entry, 'Push deliveries failed permanently');
  }
};

const filterSubscriptions = (
  state: DeliveryResult['state'],
  results: readonly DeliveryResult[],
  byId: SubscriptionsById,
) =>
  results.flatMap((result) => {
    const subscription = result.state === state ? byId.get(result.id) : null;
    return subscription ? [{ id: result.id, ...subscription }] : [];
  });
