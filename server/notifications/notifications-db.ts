import { and, count, eq, gt, gte, isNull, sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../database/connection.ts';
import { pushNotifications } from '../database/schema.ts';
import type { NewNotification } from './delivery/deliveries-db.ts';

export const insertNotification = async (tx: Transaction, notification: NewNotification): Promise<void> => {
  await tx.insert(pushNotifications).values(notification);
};

/** Drops the notifications of an idea from `since` on that nobody was sent. Their jobs find nothing to do. */
export const deleteWaitingNotifications = async (tx: Transaction, ideaId: string, since: Date) => {
  await tx
    .delete(pushNotifications)
    .where(
      and(
        eq(pushNotifications.ideaId, ideaId),
        gte(pushNotifications.createdAt, since),
        isNull(pushNotifications.fannedOutAt),
      ),
    );
};

/** Serialises the test pushes of one user until the transaction ends. */
export const lockTests = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`push tests of ${userId}`}, 0))`);
};

/** Number and first time of a user's test pushes to this audience since `since`. */
export const countTests = async (
  db: Connection,
  userId: string,
  audience: 'own' | 'everyone',
  since: Date,
): Promise<{ sent: number; firstAt: Date | null }> => {
  const [row] = await db
    .select({ sent: count(), firstAt: sql<string | null>`min(${pushNotifications.createdAt})` })
    .from(pushNotifications)
    .where(
      and(
        eq(pushNotifications.authorId, userId),
        eq(pushNotifications.kind, 'test'),
        eq(pushNotifications.audience, audience),
        gt(pushNotifications.createdAt, since),
      ),
    );
  return { sent: row?.sent ?? 0, firstAt: row?.firstAt ? new Date(row.firstAt) : null };
};
