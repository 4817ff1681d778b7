import { and, count, desc, eq, isNull, ne } from 'drizzle-orm';
import type { Connection, Transaction } from '../../database/connection.ts';
import {
  pushDeliveries,
  pushNotifications,
  pushSubscriptions,
  sessions,
  users,
} from '../../database/schema.ts';

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect;
export type NewSubscription = Omit<typeof pushSubscriptions.$inferInsert, 'id'>;

/** One person's subscriptions change one after another: their limit is counted under this lock. */
export const lockPerson = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
};

/** Holds a session open until the transaction ends; false when it has ended. */
export const holdSession = async (tx: Transaction, sessionId: string): Promise<boolean> => {
  const rows = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
    .for('share');
  return rows.length > 0;
};

export const selectByEndpointForUpdate = async (
  tx: Transaction,
  endpoint: string,
): Promise<SubscriptionRow | undefined> => {
  const [row] = await tx
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.endpoint, endpoint))
    .for('update');
  return row;
};

/** How many devices a person has beside this one. */
export const countOtherDevices = async (
  tx: Transaction,
  userId: string,
  endpoint: string,
): Promise<number> => {
  const [row] = await tx
    .select({ devices: count() })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), ne(pushSubscriptions.endpoint, endpoint)));
  return row?.devices ?? 0;
};

export const insertSubscription = async (
  tx: Transaction,
  subscription: NewSubscription,
): Promise<SubscriptionRow> => {
  const [row] = await tx.insert(pushSubscriptions).values(subscription).returning();
  if (!row) throw new Error('No data returned from database');
  return row;
};

export const updateSubscription = async (
  tx: Transaction,
  id: string,
  changes: Partial<NewSubscription>,
): Promise<SubscriptionRow> => {
  const [row] = await tx
    .update(pushSubscriptions)
    .set(changes)
    .where(eq(pushSubscriptions.id, id))
    .returning();
  if (!row) throw new Error('No data returned from database');
  return row;
};

export const deleteSubscription = async (tx: Transaction, id: string): Promise<void> => {
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));
};

/** What a session had before: a browser has one subscription, so another endpoint is the end of the one before. */
export const deleteOthersOfSession = async (
  tx: Transaction,
  sessionId: string,
  endpoint: string,
): Promise<void> => {
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.sessionId, sessionId), ne(pushSubscriptions.endpoint, endpoint)));
};

export const deleteOwnSubscription = async (
  db: Connection,
  userId: string,
  endpoint: string,
): Promise<void> => {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)));
};

/** The latest notification there was for a device, and how it stands. */
export const selectLastDelivery = async (db: Connection, subscriptionId: string) => {
  const [row] = await db
    .select({
      at: pushDeliveries.updatedAt,
      state: pushDeliveries.state,
      title: pushNotifications.message,
    })
    .from(pushDeliveries)
    .innerJoin(pushNotifications, eq(pushNotifications.id, pushDeliveries.notificationId))
    .where(eq(pushDeliveries.subscriptionId, subscriptionId))
    .orderBy(desc(pushNotifications.createdAt))
    .limit(1);
  return row && { at: row.at, state: row.state, title: row.title.title };
};
