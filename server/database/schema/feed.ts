import { sql } from 'drizzle-orm';
import {
  bigint,
  char,
  check,
  index,
  json,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/**
 * A single row: the feed's epoch and last number, and the ledger's head. Its row lock orders all changes (DESIGN §5).
 */
export const feed = pgTable(
  'feed',
  {
    id: smallint().primaryKey().default(1),
    /** Changes after a restore or a reset-all. */
    epoch: bigint({ mode: 'number' }).notNull(),
    seq: bigint({ mode: 'number' }).notNull(),
    ledgerCount: bigint({ mode: 'number' }).notNull(),
    ledgerHead: char({ length: 64 }).notNull(),
  },
  () => [check('feed_one_row', sql`id = 1`)],
);

export const feedEvents = pgTable(
  'feed_events',
  {
    epoch: bigint({ mode: 'number' }).notNull(),
    seq: bigint({ mode: 'number' }).notNull(),
    kind: text({ enum: ['trade_ideas_changes', 'chat_messages_changes'] }).notNull(),
    entityId: text().notNull(),
    /** `everyone` signed in, `educators` only (educator 9's ideas), or `nobody` once the content is withdrawn. */
    audience: text({ enum: ['everyone', 'educators', 'nobody'] }).notNull(),
    /** The event's data as sent, null if withdrawn: json and not jsonb, which would reformat the text. */
    payload: json().$type<{ type: string; record: unknown; old_record: unknown }>().notNull(),
    ledgerCount: bigint({ mode: 'number' }).notNull(),
    ledgerHead: char({ length: 64 }).notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.epoch, table.seq] }),
    index('feed_events_created').on(table.createdAt),
  ],
);

/**
 * Customers with an open stream per process (live/presence.ts). Written every few seconds and useless after a
 * crash, so the migration makes it an unlogged table.
 */
export const presence = pgTable('presence', {
  process: uuid().primaryKey(),
  customers: uuid().array().notNull(),
  seenAt: instant().notNull(),
});
