import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import type { ChatMessage, ChatRoom } from '../../contract/chat/chat-schemas.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import { first } from '../database/rows.ts';
import { chatMessages, chatRooms } from '../database/schema.ts';
import { isAfterCursor, type KeysetCursor } from '../shared/keyset-cursor.ts';

export type RoomRow = typeof chatRooms.$inferSelect;
export type MessageRow = typeof chatMessages.$inferSelect;

/** Messages of one room, optionally only or without one author's. */
type MessageFilter = {
  roomId: string;
  author?: string | undefined;
  without?: string | undefined;
};

/** Adds the rooms whose names are new. */
export const insertMissingRooms = async (db: Connection, rooms: Omit<RoomRow, 'id'>[]): Promise<void> => {
  await db.insert(chatRooms).values(rooms).onConflictDoNothing();
};

/** Oldest first. */
export const selectRooms = (db: Connection): Promise<RoomRow[]> =>
  db.select().from(chatRooms).orderBy(asc(chatRooms.createdAt), asc(chatRooms.id));

export const hasRoom = async (db: Connection, id: string): Promise<boolean> => {
  const rows = await db.select({ id: chatRooms.id }).from(chatRooms).where(eq(chatRooms.id, id));
  return rows.length > 0;
};

/**
 * The newest messages of a room before `cursor` that are not deleted, newest first. Keyset pagination on an index:
 * page 100 costs as much as page 1, and nothing is skipped or repeated during changes.
 */
export const selectMessages = (
  db: Connection,
  { roomId, author, without }: MessageFilter,
  limit: number,
  cursor?: KeysetCursor,
): Promise<MessageRow[]> =>
  db
    .select()
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.roomId, roomId),
        sql`not ${chatMessages.isDeleted}`,
        author === undefined ? undefined : eq(chatMessages.userId, author),
        without === undefined ? undefined : ne(chatMessages.userId, without),
        isAfterCursor(chatMessages.createdAt, chatMessages.id, cursor),
      ),
    )
    .orderBy(desc(chatMessages.createdAt), desc(chatMessages.id))
    .limit(limit);

export const insertMessage = async (tx: Transaction, message: MessageRow): Promise<void> => {
  await tx.insert(chatMessages).values(message);
};

/** An existing message, locked until the transaction ends. */
export const selectMessageForUpdate = (tx: Transaction, id: string): Promise<MessageRow | undefined> =>
  first(
    tx
      .select()
      .from(chatMessages)
      .where(and(eq(chatMessages.id, id), sql`not ${chatMessages.isDeleted}`))
      .for('update'),
  );

/** Changes a message of this author; undefined if it is not theirs. */
export const updateMessageRow = (
  tx: Transaction,
  id: string,
  author: string,
  changes: Partial<MessageRow>,
): Promise<MessageRow | undefined> =>
  first(
    tx
      .update(chatMessages)
      .set(changes)
      .where(and(eq(chatMessages.id, id), eq(chatMessages.userId, author)))
      .returning(),
  );

export const toRoomDto = (row: RoomRow): ChatRoom => ({
  id: row.id,
  name: row.name,
  created_at: row.createdAt.toISOString(),
});

/** A stored message as a DTO, without the text of a deleted one. */
export const toMessageDto = (row: MessageRow): ChatMessage => ({
  id: row.id,
  room_id: row.roomId,
  user_id: row.userId,
  user_name: row.userName,
  user_role: row.userRole,
  message: row.isDeleted ? '' : row.message,
  image_url: row.isDeleted ? null : row.imageUrl,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  is_edited: row.isEdited,
  is_deleted: row.isDeleted,
});
