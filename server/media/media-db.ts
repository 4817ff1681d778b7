import { and, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../database/connection.ts';
import { chatMessages, media, tradeIdeas, users, videos } from '../database/schema.ts';

export type MediaRow = typeof media.$inferSelect;

export const insertMedia = async (db: Connection, row: MediaRow): Promise<void> => {
  await db.insert(media).values(row);
};

export const selectMedia = async (db: Connection, name: string): Promise<MediaRow | undefined> => {
  const [row] = await db.select().from(media).where(eq(media.name, name));
  return row;
};

export const deleteMedia = async (db: Connection, name: string): Promise<void> => {
  await db.delete(media).where(eq(media.name, name));
};

/** Which of these names are this person's. They stay until the transaction ends: housekeeping passes over locked rows. */
export const selectOwnedForShare = async (
  tx: Transaction,
  ownerId: string,
  names: string[],
): Promise<string[]> => {
  const rows = await tx
    .select({ name: media.name })
    .from(media)
    .where(and(eq(media.ownerId, ownerId), inArray(media.name, names)))
    .for('share');
  return rows.map(({ name }) => name);
};

/** What somebody uploaded since a time: how many, and how much in all. */
export const selectUploaded = async (
  db: Connection,
  ownerId: string,
  since: Date,
): Promise<{ count: number; bytes: number }> => {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      bytes: sql<number>`coalesce(sum(${media.byteSize}), 0)::float8`,
    })
    .from(media)
    .where(and(eq(media.ownerId, ownerId), gt(media.createdAt, since)));
  return row ?? { count: 0, bytes: 0 };
};

/** Every place that may hold an upload. A new one belongs here, or its files are gone after a day. */
const held: SQL = sql`(
  select unnest(${tradeIdeas.imageUrls}) from ${tradeIdeas}
  union all select ${tradeIdeas.audioUrl} from ${tradeIdeas} where ${tradeIdeas.audioUrl} is not null
  union all select ${tradeIdeas.videoUrl} from ${tradeIdeas} where ${tradeIdeas.videoUrl} is not null
  union all select ${chatMessages.imageUrl} from ${chatMessages}
    where ${chatMessages.imageUrl} is not null and not ${chatMessages.isDeleted}
  union all select ${videos.url} from ${videos}
  union all select ${users.profileImage} from ${users} where ${users.profileImage} is not null
)`;
const unheldBefore = (before: Date) =>
  and(lt(media.createdAt, before), sql`'/media/' || ${media.name} not in ${held}`);

/**
 * Locks uploads from before a time that nothing holds, and answers their names. Looked at twice: an idea that took one
 * while we waited for the lock is seen by the second look, and later ones wait for us.
 */
export const lockUnheld = async (tx: Transaction, before: Date, limit: number): Promise<string[]> => {
  const names = (where: SQL | undefined) => tx.select({ name: media.name }).from(media).where(where);
  const locked = await names(unheldBefore(before)).limit(limit).for('update', { skipLocked: true });
  if (locked.length === 0) return [];
  const ours = inArray(
    media.name,
    locked.map(({ name }) => name),
  );
  return (await names(and(ours, unheldBefore(before)))).map(({ name }) => name);
};
