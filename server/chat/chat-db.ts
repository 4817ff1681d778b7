import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import type { ChatMessage, ChatRoom } from '../../contract/chat/chat-schemas.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import { first, only } from '../database/rows.ts';
import { chatMessages, chatRooms } from '../database/schema.ts';
import { isAfterCursor, type KeysetCursor } from '../shared/keyset-cursor.ts';

/** Messages of one room, optionally only or without one author's. */
type MessageFilter = {
  roomId: string;
  author?: string | undefined;
  without?: string | undefined;
};

/** Adds the rooms whose names are new. */
export const insertMissingRooms = async (db: Connection, rooms: Omit<ChatRoom, 'id'>[]): Promise<void> => {
  await db.insert(chatRooms).values(rooms).onConflictDoNothing();
};

/** Oldest first. */
export const selectRooms = (db: Connection): Promise<ChatRoom[]> =>
  db.select().from(chatRooms).orderBy(asc(chatRooms.created_at), asc(chatRooms.id));

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
): Promise<ChatMessage[]> =>
  db
    .select()
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.room_id, roomId),
        sql`not ${chatMessages.is_deleted}`,
        author === undefined ? undefined : eq(chatMessages.user_id, author),
        without === undefined ? undefined : ne(chatMessages.user_id, without),
        isAfterCursor(chatMessages.created_at, chatMessages.id, cursor),
      ),
    )
    .orderBy(desc(chatMessages.created_at), desc(chatMessages.id))
    .limit(limit);

export const insertMessage = async (tx: Transaction, message: ChatMessage): Promise<void> => {
  await tx.insert(chatMessages).values(message);
};

/** An existing message, locked until the transaction ends. */
export const selectMessageForUpdate = (tx: Transaction, id: string): Promise<ChatMessage | undefined> =>
  first(
    tx
      .select()
      .from(chatMessages)
      .where(and(eq(chatMessages.id, id), sql`not ${chatMessages.is_deleted}`))
      .for('update'),
  );

/** Changes a message of this author. */
export const updateMessage = (
  tx: Transaction,
  id: string,
  author: string,
  changes: Partial<ChatMessage>,
): Promise<ChatMessage> =>
  only(
    tx
      .update(chatMessages)
      .set(changes)
      .where(and(eq(chatMessages.id, id), eq(chatMessages.user_id, author)))
      .returning(),
  );
