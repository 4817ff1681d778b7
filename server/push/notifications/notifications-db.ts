import { and, count, eq, gt, gte, isNull, type SQL, sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../../database/connection.ts';
import { pushNotifications } from '../../database/schema.ts';
import { addJobSql, type Job } from '../../jobs/jobs-db.ts';
import type { NewNotification } from '../delivery/deliveries-db.ts';

export const insertNotification = async (tx: Transaction, notification: NewNotification): Promise<void> => {
  await tx.insert(pushNotifications).values(notification);
};

/** Inserts a notification and its job in one statement, because publishing waits for it. */
export const insertNotificationAndJob = async (
  tx: Transaction,
  notification: NewNotification,
  job: Job,
): Promise<void> => {
  const inserted = tx
    .$with('inserted')
    .as(tx.insert(pushNotifications).values(notification).returning({ id: pushNotifications.id }));
  await tx
    .with(inserted)
    .select({ job: sql`(${addJobSql(job)}).id` })
    .from(inserted);
};

/** Drops the notifications of an idea from `since` on that nobody was sent. Their jobs find nothing to do. */
export const deleteWaitingNotifications = async (
  tx: Transaction,
  ideaId: string,
  since: Date,
): Promise<void> => {
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

/** Inserts a notification as a step of the publishing statement; does nothing if it inserted no `idea`. */
export const insertNotificationStep = (notification: NewNotification): SQL => sql`
  notified as (
    insert into push_notifications (id, kind, audience, author_id, idea_id, market, status, message, created_at, expires_at)
    select ${notification.id}::uuid, ${notification.kind}, ${notification.audience}, ${notification.authorId}::uuid,
      idea.id, ${notification.market}, ${notification.status}, ${JSON.stringify(notification.message)}::jsonb,
      ${notification.createdAt.toISOString()}::timestamptz, ${notification.expiresAt.toISOString()}::timestamptz
    from idea returning id
  )`;

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
