import { char, index, json, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { ofUser } from './people.ts';

/** Responses of POSTs with an Idempotency-Key, kept for 24 hours. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: ofUser(),
    key: text().notNull(),
    bodyHash: char({ length: 64 }).notNull(),
    answer: json().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_keys_created').on(table.createdAt),
  ],
);

/** Values of this deployment that must survive a restart, such as the allow-list's salt. */
export const settings = pgTable('settings', { key: text().primaryKey(), value: jsonb().notNull() });
