import { bigint, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, instant, isOneOf } from './columns.ts';

const operatorTokenKinds = ['link', 'session'] as const;

/** Links to the operator's page that were printed, and its sessions. A link that is used becomes a session. */
export const operatorTokens = pgTable(
  'operator_tokens',
  {
    /** SHA-256. */
    tokenHash: bytes().primaryKey(),
    kind: text({ enum: operatorTokenKinds }).notNull(),
    /** Whom the log names. */
    name: text().notNull(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (table) => [
    check('operator_tokens_kind', isOneOf('kind', operatorTokenKinds)),
    index('operator_tokens_expires').on(table.expiresAt),
  ],
);

export const operatorPasskeys = pgTable('operator_passkeys', {
  /** The credential's id in base64url. */
  id: text().primaryKey(),
  name: text().notNull(),
  publicKey: bytes().notNull(),
  /** Signatures counted by the device; 0 if it does not count. */
  counter: bigint({ mode: 'number' }).notNull(),
  createdAt: instant().notNull(),
});
