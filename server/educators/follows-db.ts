import { and, asc, eq } from 'drizzle-orm';
import type { FollowedEducators } from '../../contract/educators/follows.ts';
import type { Db } from '../database/connection.ts';
import { follows } from '../database/schema.ts';

/** The educators a person follows, as every function here returns them. */
export const selectFollows = async (db: Db, userId: string): Promise<FollowedEducators> => {
  const rows = await db
    .select({ educatorId: follows.educatorId })
    .from(follows)
    .where(eq(follows.userId, userId))
    .orderBy(asc(follows.educatorId));
  return { educator_ids: rows.map(({ educatorId }) => educatorId) };
};

export const insertFollow = async (
  db: Db,
  follow: typeof follows.$inferInsert,
): Promise<FollowedEducators> => {
  await db.insert(follows).values(follow).onConflictDoNothing();
  return selectFollows(db, follow.userId);
};

export const deleteFollow = async (
  db: Db,
  userId: string,
  educatorId: string,
): Promise<FollowedEducators> => {
  await db.delete(follows).where(and(eq(follows.userId, userId), eq(follows.educatorId, educatorId)));
  return selectFollows(db, userId);
};
