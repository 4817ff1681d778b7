import { and, desc, eq, isNull, ne } from 'drizzle-orm';
import type { Connection, Transaction } from '../../database/connection.ts';
import { first, only } from '../../database/rows.ts';
import { pushDeliveries, pushNotifications, pushSubscriptions, sessions } from '../../database/schema.ts';

export type SubscriptionRow = typeof pushSubscriptions.$inferSelect;
export type NewSubscription = Omit<typeof pushSubscriptions.$inferInsert, 'id'>;

/** Serialises changes to an active session's subscription; false if the session has ended. */
export const lockSession = async (tx: Transaction, sessionId: string): Promise<boolean> => {
  const rows = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
    .for('no key update');
  return rows.length > 0;
};

export const selectByEndpointForUpdate = (tx: Transaction, endpoint: string) =>
  first(tx.select().from(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint)).for('update'));

export const insertSubscription = (tx: Transaction, subscription: NewSubscription) =>
  only(tx.insert(pushSubscriptions).values(subscription).returning());

export const updateSubscription = (tx: Transaction, id: string, changes: Partial<NewSubscription>) =>
  only(tx.update(pushSubscriptions).set(changes).where(eq(pushSubscriptions.id, id)).returning());

export const deleteSubscription = async (tx: Transaction, id: string): Promise<void> => {
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.id, id));
};

/** A browser has one subscription, so another endpoint replaces the session's previous one. */
export const deleteOthersOfSession = async (tx: Transaction, sessionId: string, endpoint: string) => {
  await tx
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.sessionId, sessionId), ne(pushSubscriptions.endpoint, endpoint)));
};

export const deleteOwnSubscription = async (db: Connection, userId: string, endpoint: string) => {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.endpoint, endpoint)));
};

/** The latest notification for a subscription and its state. */
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
