import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { alertKinds, MAX_BOOKMARK_NOTE } from '../../../contract/ideas/bookmarks.ts';
import { markets } from '../../../contract/ideas/markets.ts';
import type { ReadState } from '../../../contract/ideas/reading.ts';
import { instant } from './columns.ts';
import { ofUser } from './people.ts';

// Rows of readers outlive their ideas, which have no foreign key here.

export const follows = pgTable(
  'follows',
  { userId: ofUser(), educatorId: text().notNull(), createdAt: instant().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.educatorId] })],
);

/** What a reader keeps of an idea: a bookmark, a private note, alerts, or several of them. */
export const bookmarks = pgTable(
  'bookmarks',
  {
    userId: ofUser(),
    ideaId: uuid().notNull(),
    isBookmarked: boolean().notNull(),
    /** Empty means no note. */
    note: text().notNull(),
    updatedAt: instant().notNull(),
    /** Levels whose touch the reader wants to be told about. */
    alerts: text({ enum: alertKinds }).array().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.ideaId] }),
    check('bookmarks_content', sql.raw(`is_bookmarked or note <> '' or alerts <> '{}'`)),
    check('bookmarks_note', sql.raw(`char_length(note) <= ${MAX_BOOKMARK_NOTE}`)),
  ],
);

/** Seen and viewed ideas (SPEC §4), the same on every device of a reader. */
export const ideaReads = pgTable(
  'idea_reads',
  {
    userId: ofUser(),
    ideaId: uuid().notNull(),
    seenAt: instant().notNull(),
    viewedAt: instant(),
    /** The version read last, and its levels and status; null until then. */
    version: integer(),
    readState: jsonb().$type<ReadState>(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.ideaId] }),
    index('idea_reads_seen').on(table.userId, table.seenAt),
    check('idea_reads_state', sql.raw('(version is null) = (read_state is null)')),
  ],
);

/** The last read message of a channel. */
export const roomReads = pgTable(
  'room_reads',
  { userId: ofUser(), roomId: uuid().notNull(), messageAt: instant().notNull(), messageId: uuid().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.roomId] })],
);

/** One row per reader, from the first load of a market on. */
export const readingStates = pgTable('reading_states', {
  userId: ofUser().primaryKey(),
  /** Markets whose first load marked every existing idea as seen (SPEC §4). */
  markets: text({ enum: markets }).array().notNull(),
  /** News up to here is read. */
  newsReadAt: instant().notNull(),
});
