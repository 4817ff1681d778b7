import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../database/connection.ts';
import { lockQuietHours } from '../notifications/settings-db.ts';
import {
  type ClaimedDevice,
  type DeliveryResult,
  deleteDeliveries,
  deleteGoneSubscriptions,
  insertCustomerNotifications,
  type NotificationRow,
  updateDeliveries,
} from './deliveries-db.ts';

export type RecordOptions = { db: Db; clock: Clock; log: FastifyBaseLogger };

/** Deliveries claimed together and their results; unwanted ones have none. */
export type SentBatch = {
  notification: NotificationRow;
  devices: readonly ClaimedDevice[];
  outcomes: readonly DeliveryResult[];
};

/** Subscriptions of a batch by id, as claimed. */
type DevicesById = ReadonlyMap<string, ClaimedDevice['device']>;

/**
 * Stores the results of a batch and returns them as stored. Notified customers first, then deliveries: a process that
 * dies in between sends again, and nobody is left out.
 */
export const persistResults = async (parts: RecordOptions, batch: SentBatch): Promise<DeliveryResult[]> => {
  const { db, clock, log } = parts;
  const { notification, devices } = batch;
  const now = clock();
  const byId: DevicesById = new Map(devices.map(({ id, device }) => [id, device]));

  await recordNotifiedCustomers(db, batch, byId, now);
  const outcomes = await removeGone(db, batch, byId, now);
  const sent = outcomes.filter(({ quietHours }) => !quietHours);
  if (sent.length > 0) await updateDeliveries(db, notification.id, sent, now);
  const held = outcomes.filter(({ quietHours }) => quietHours);
  const quiet = await persistQuietResults(parts, notification.id, held, byId);
  await removeUnwanted(db, batch);

  const settled = [...sent, ...quiet];
  logFailures(log, notification.id, settled, byId);
  return settled;
};

const recordNotifiedCustomers = async (
  db: Db,
  { notification: { ideaId }, outcomes }: SentBatch,
  byId: DevicesById,
  now: Date,
): Promise<void> => {
  const notified = filterDevices('accepted', outcomes, byId);
  if (ideaId === null || notified.length === 0) return;
  await insertCustomerNotifications(
    db,
    ideaId,
    notified.map(({ userId }) => userId),
    now,
  );
};

/** A subscription renewed during the request is due again. */
const removeGone = async (
  db: Db,
  { outcomes }: SentBatch,
  byId: DevicesById,
  now: Date,
): Promise<readonly DeliveryResult[]> => {
  const gone = filterDevices('gone', outcomes, byId);
  if (gone.length === 0) return outcomes;
  const renewed = await deleteGoneSubscriptions(db, gone);
  return outcomes.map(
    (outcome): DeliveryResult =>
      renewed.has(outcome.id) ? { ...outcome, state: 'waiting', nextAt: now } : outcome,
  );
};

/**
 * Holds or drops deliveries because of quiet hours, but only if these are unchanged since the claim. Otherwise the
 * delivery is due again immediately.
 */
const persistQuietResults = async (
  { db, clock }: RecordOptions,
  notificationId: string,
  outcomes: readonly DeliveryResult[],
  byId: DevicesById,
): Promise<DeliveryResult[]> => {
  if (outcomes.length === 0) return [];
  const getOwner = ({ id }: DeliveryResult) => byId.get(id)?.userId ?? '';
  return db.transaction(async (tx) => {
    const hours = await lockQuietHours(tx, [...new Set(outcomes.map(getOwner))]);
    const now = clock();
    const checked = outcomes.map(
      (outcome): DeliveryResult =>
        isDeepStrictEqual(hours.get(getOwner(outcome)), outcome.quietHours)
          ? outcome
          : { ...outcome, state: 'waiting', nextAt: now, reason: null },
    );
    await updateDeliveries(tx, notificationId, checked, now);
    return checked;
  });
};

const removeUnwanted = async (db: Db, { notification, devices, outcomes }: SentBatch): Promise<void> => {
  const unwanted = devices.filter(({ id }) => !outcomes.some((outcome) => outcome.id === id));
  if (unwanted.length === 0) return;
  await deleteDeliveries(
    db,
    notification.id,
    unwanted.map(({ id }) => id),
  );
};

/** One log line per push service and status. The rest of an endpoint is secret and never logged. */
const logFailures = (
  log: FastifyBaseLogger,
  notificationId: string,
  outcomes: readonly DeliveryResult[],
  byId: DevicesById,
): void => {
  const lines = Map.groupBy(
    outcomes.filter(({ state, wasAttempted }) => state === 'failed' && wasAttempted),
    ({ id, answered, reason }) =>
      `${URL.parse(byId.get(id)?.endpoint ?? '')?.host} ${answered ?? reason ?? 'expired'}`,
  );
  for (const [key, failed] of lines) {
    const [host, answered] = key.split(' ');
    const entry = { notification: notificationId, host, answered, devices: failed.length };
    // Our VAPID key was rejected: no device of that service gets messages until it is fixed.
    if (answered === '401' || answered === '403')
      log.warn(entry, 'A push service rejects our VAPID signature');
    else log.info(entry, 'Push deliveries failed permanently');
  }
};

const filterDevices = (
  state: DeliveryResult['state'],
  outcomes: readonly DeliveryResult[],
  byId: DevicesById,
) =>
  outcomes.flatMap((outcome) => {
    const device = outcome.state === state ? byId.get(outcome.id) : null;
    return device ? [{ id: outcome.id, ...device }] : [];
  });
