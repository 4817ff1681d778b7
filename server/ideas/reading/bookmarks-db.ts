import { and, count, desc, eq } from 'drizzle-orm';
import type { Connection, Transaction } from '../../database/connection.ts';
import { first } from '../../database/rows.ts';
import { bookmarks, ideaColumns, tradeIdeas } from '../../database/schema.ts';
import { lockReader } from './reading-db.ts';

type BookmarkRow = typeof bookmarks.$inferSelect;

/** A person's bookmarks and notes, latest first, with their ideas unless deleted. */
export const selectBookmarks = (db: Connection, userId: string) =>
  db
    .select({ bookmark: bookmarks, idea: ideaColumns })
    .from(bookmarks)
    .leftJoin(tradeIdeas, eq(tradeIdeas.id, bookmarks.ideaId))
    .where(eq(bookmarks.userId, userId))
    .orderBy(desc(bookmarks.updatedAt), desc(bookmarks.ideaId));

export const selectBookmark = (
  db: Connection,
  userId: string,
  ideaId: string,
): Promise<BookmarkRow | undefined> =>
  first(
    db
      .select()
      .from(bookmarks)
      .where(and(eq(bookmarks.userId, userId), eq(bookmarks.ideaId, ideaId))),
  );

/** The number of a person's entries. Until the transaction ends, nobody else writes them. */
export const countBookmarksForUpdate = async (tx: Transaction, userId: string): Promise<number> => {
  await lockReader(tx, userId);
  const [row] = await tx.select({ count: count() }).from(bookmarks).where(eq(bookmarks.userId, userId));
  return row?.count ?? 0;
};

export const upsertBookmark = async (db: Connection, row: BookmarkRow): Promise<void> => {
  const { userId: _, ideaId: __, ...entry } = row;
  await db
    .insert(bookmarks)
    .values(row)
    .onConflictDoUpdate({ target: [bookmarks.userId, bookmarks.ideaId], set: entry });
};

export const deleteBookmark = async (db: Connection, userId: string, ideaId: string): Promise<void> => {
  await db.delete(bookmarks).where(and(eq(bookmarks.userId, userId), eq(bookmarks.ideaId, ideaId)));
};
