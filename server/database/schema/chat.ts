import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { roles } from '../../../contract/account/auth.ts';
import { instant, isOneOf } from './columns.ts';

export const chatRooms = pgTable('chat_rooms', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull().unique(),
  createdAt: instant().notNull().defaultNow(),
});

export const chatMessages = pgTable(
  'chat_messages',
  {
    id: uuid().primaryKey().defaultRandom(),
    roomId: uuid()
      .notNull()
      .references(() => chatRooms.id),
    /** `edu-{id}` for educators. */
    userId: text().notNull(),
    userName: text().notNull(),
    userRole: text({ enum: roles }).notNull(),
    message: text().notNull(),
    imageUrl: text(),
    createdAt: instant().notNull().defaultNow(),
    updatedAt: instant().notNull().defaultNow(),
    isEdited: boolean().notNull().default(false),
    isDeleted: boolean().notNull().default(false),
  },
  (table) => [
    index('chat_messages_room').on(table.roomId, table.createdAt, table.id).where(sql`not is_deleted`),
    check('chat_messages_role', isOneOf('user_role', roles)),
  ],
);
