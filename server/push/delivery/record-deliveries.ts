import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../database/connection.ts';
import { holdQuietHours } from '../notifications/settings-db.ts';
import {
  type ClaimedDevice,
  deleteDeliveries,
  deleteGoneSubscriptions,
  insertCustomerNotifications,
  type NotificationRow,
  type Outcome,
  updateDeliveries,
} from './deliveries-db.ts';

export type OutcomeParts = { db: Db; clock: Clock; log: FastifyBaseLogger };

/** Devices that were claimed together for a notification, and what came of each; nothing for those that do not want it. */
export type SentBatch = {
  notification: NotificationRow;
  devices: readonly ClaimedDevice[];
  outcomes: readonly Outcome[];
};

/** The devices of a batch by id, as they stood when they were claimed. */
type DevicesById = ReadonlyMap<string, ClaimedDevice['device']>;

/**
 * Writes down what came of a batch, and answers it as it was written. First who was notified, then the devices: a
 * process that dies in between sends again, and nobody is left out.
 */
export const writeDown = async (parts: OutcomeParts, batch: SentBatch): Promise<Outcome[]> => {
  const { db, clock, log } = parts;
  const { notification, devices } = batch;
  const now = clock();
  const byId: DevicesById = new Map(devices.map(({ id, device }) => [id, device]));

  await noteNotified(db, batch, byId, now);
  const outcomes = await removeGone(db, batch, byId, now);
  const sent = outcomes.filter(({ heldBy }) => !heldBy);
  if (sent.length > 0) await updateDeliveries(db, notification.id, sent, now);
  const held = outcomes.filter(({ heldBy }) => heldBy);
  const quiet = await writeDownQuiet(parts, notification.id, held, byId);
  await removeUnwanted(db, batch);

  const settled = [...sent, ...quiet];
  complain(log, notification.id, settled, byId);
  return settled;
};

const noteNotified = async (
  db: Db,
  { notification: { ideaId }, outcomes }: SentBatch,
  byId: DevicesById,
  now: Date,
): Promise<void> => {
  const notified = devicesThat('accepted', outcomes, byId);
  if (ideaId === null || notified.length === 0) return;
  await insertCustomerNotifications(
    db,
    ideaId,
    notified.map(({ userId }) => userId),
    now,
  );
};

/** A device whose browser replaced its subscription while the old one was asked is due again. */
const removeGone = async (
  db: Db,
  { outcomes }: SentBatch,
  byId: DevicesById,
  now: Date,
): Promise<readonly Outcome[]> => {
  const gone = devicesThat('gone', outcomes, byId);
  if (gone.length === 0) return outcomes;
  const renewed = await deleteGoneSubscriptions(db, gone);
  return outcomes.map(
    (outcome): Outcome => (renewed.has(outcome.id) ? { ...outcome, state: 'waiting', nextAt: now } : outcome),
  );
};

/**
 * Lets devices wait for the end of quiet hours, or gives them up because of those: but only where the hours are still
 * the ones that were read with the claim. Whoever has chosen others meanwhile is due again at once.
 */
const writeDownQuiet = async (
  { db, clock }: OutcomeParts,
  notificationId: string,
  outcomes: readonly Outcome[],
  byId: DevicesById,
): Promise<Outcome[]> => {
  if (outcomes.length === 0) return [];
  const ownerOf = ({ id }: Outcome) => byId.get(id)?.userId ?? '';
  return db.transaction(async (tx) => {
    const hours = await holdQuietHours(tx, [...new Set(outcomes.map(ownerOf))]);
    const now = clock();
    const checked = outcomes.map(
      (outcome): Outcome =>
        isDeepStrictEqual(hours.get(ownerOf(outcome)), outcome.heldBy)
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

/** One line for each push service and status. The rest of an endpoint is the device's secret, and stays out of it. */
const complain = (
  log: FastifyBaseLogger,
  notificationId: string,
  outcomes: readonly Outcome[],
  byId: DevicesById,
): void => {
  const lines = Map.groupBy(
    outcomes.filter(({ state, tried }) => state === 'failed' && tried),
    ({ id, answered, reason }) =>
      `${URL.parse(byId.get(id)?.endpoint ?? '')?.host} ${answered ?? reason ?? 'expired'}`,
  );
  for (const [key, failed] of lines) {
    const [host, answered] = key.split(' ');
    const entry = { notification: notificationId, host, answered, devices: failed.length };
    // It does not know our key, or not any more: every device of that service is deaf until somebody looks.
    if (answered === '401' || answered === '403') log.warn(entry, 'A push service refuses our signature');
    else log.info(entry, 'Pushes failed for good');
  }
};

const devicesThat = (state: Outcome['state'], outcomes: readonly Outcome[], byId: DevicesById) =>
  outcomes.flatMap((outcome) => {
    const device = outcome.state === state ? byId.get(outcome.id) : null;
    return device ? [{ id: outcome.id, ...device }] : [];
  });
