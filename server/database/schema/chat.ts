import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { roles } from '../../../contract/account/auth.ts';
import { isOneOf, isoInstant } from './columns.ts';

export const chatRooms = pgTable('chat_rooms', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull().unique(),
  created_at: isoInstant().notNull().default(sql`now()`),
});

export const chatMessages = pgTable(
  'chat_messages',
  {
    id: uuid().primaryKey().defaultRandom(),
    room_id: uuid()
      .notNull()
      .references(() => chatRooms.id),
    /** `edu-{id}` for educators. */
    user_id: text().notNull(),
    user_name: text().notNull(),
    user_role: text({ enum: roles }).notNull(),
    message: text().notNull(),
    image_url: text(),
    created_at: isoInstant().notNull().default(sql`now()`),
    updated_at: isoInstant().notNull().default(sql`now()`),
    is_edited: boolean().notNull().default(false),
    is_deleted: boolean().notNull().default(false),
  },
  (table) => [
    index('chat_messages_room').on(table.room_id, table.created_at, table.id).where(sql`not is_deleted`),
    check('chat_messages_role', isOneOf('user_role', roles)),
  ],
);
