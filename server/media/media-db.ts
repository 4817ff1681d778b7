import { and, eq, gt, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../database/connection.ts';
import { first } from '../database/rows.ts';
import { chatMessages, media, tradeIdeas, users, videos } from '../database/schema.ts';

export type MediaRow = typeof media.$inferSelect;

export const insertMedia = async (db: Connection, row: MediaRow): Promise<void> => {
  await db.insert(media).values(row);
};

export const selectMedia = (db: Connection, name: string): Promise<MediaRow | undefined> =>
  first(db.select().from(media).where(eq(media.name, name)));

export const deleteMedia = async (db: Connection, name: string): Promise<void> => {
  await db.delete(media).where(eq(media.name, name));
};

/** Names of these that belong to the user. Locked until the transaction ends: housekeeping skips locked rows. */
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

/** Total size of a user's stored uploads, and of those since a time. */
export const selectUploadedBytes = async (
  db: Connection,
  ownerId: string,
  since: Date,
): Promise<{ total: number; recent: number }> => {
  const [row] = await db
    .select({
      total: sql<number>`coalesce(sum(${media.byteSize}), 0)::float8`,
      recent: sql<number>`coalesce(sum(${media.byteSize}) filter (where ${gt(media.createdAt, since)}), 0)::float8`,
    })
    .from(media)
    .where(eq(media.ownerId, ownerId));
  return row ?? { total: 0, recent: 0 };
};

/** Every column that can reference an upload. A new one must be added here, or its files are removed after a day. */
const referencedMedia: SQL = sql`(
  select unnest(${tradeIdeas.image_urls}) from ${tradeIdeas}
  union all select ${tradeIdeas.audio_url} from ${tradeIdeas} where ${tradeIdeas.audio_url} is not null
  union all select ${tradeIdeas.video_url} from ${tradeIdeas} where ${tradeIdeas.video_url} is not null
  union all select ${chatMessages.image_url} from ${chatMessages}
    where ${chatMessages.image_url} is not null and not ${chatMessages.is_deleted}
  union all select ${videos.url} from ${videos}
  union all select ${users.profileImage} from ${users} where ${users.profileImage} is not null
)`;
/** Those from before a time, or all of deleted accounts. */
export type MediaSelection = { before: Date } | 'of deleted accounts';

const isUnreferenced = (selection: MediaSelection) =>
  and(
    selection === 'of deleted accounts' ? isNull(media.ownerId) : lt(media.createdAt, selection.before),
    // Hashed whatever its size, unlike "not in".
    sql`not exists (select from ${referencedMedia} as referenced(url) where referenced.url = '/media/' || ${media.name})`,
  );

/**
 * Locks and returns unreferenced uploads. Checked again after locking: a reference added while waiting is seen then, and
 * later ones wait for the lock.
 */
export const lockUnreferenced = async (
  tx: Transaction,
  selection: MediaSelection,
  limit: number,
): Promise<string[]> => {
  const names = (where: SQL | undefined) => tx.select({ name: media.name }).from(media).where(where);
  const locked = await names(isUnreferenced(selection)).limit(limit).for('update', { skipLocked: true });
  if (locked.length === 0) return [];
  const ours = inArray(
    media.name,
    locked.map(({ name }) => name),
  );
  return (await names(and(ours, isUnreferenced(selection)))).map(({ name }) => name);
};
