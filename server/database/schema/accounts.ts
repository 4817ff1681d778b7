import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { accessTokenKinds } from '../../../contract/account/access-tokens.ts';
import { bytes, instant, isOneOf } from './columns.ts';
import { ofUser } from './people.ts';

const linkKinds = ['invitation', 'password_reset', 'email_change', 'not_me'] as const;

/** Links that were sent or printed; each works once. */
export const accountLinks = pgTable(
  'account_links',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: linkKinds }).notNull(),
    /** SHA-256 of the token in the link; null until the mail with the link is sent. */
    tokenHash: bytes().unique(),
    userId: ofUser(),
    /** The new address of an email change. */
    email: text(),
    createdAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
    revokedAt: instant(),
  },
  (table) => [
    check('account_links_kind', isOneOf('kind', linkKinds)),
    index('account_links_user').on(table.userId),
    index('account_links_expires').on(table.expiresAt),
  ],
);

export const passkeys = pgTable(
  'passkeys',
  {
    /** The credential's id in base64url. */
    id: text().primaryKey(),
    userId: ofUser(),
    publicKey: bytes().notNull(),
    /** Signatures counted by the device; 0 if it does not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    /** Whether a password manager keeps a copy. */
    backedUp: boolean().notNull(),
    name: text().notNull(),
    createdAt: instant().notNull().defaultNow(),
    lastUsedAt: instant(),
  },
  (table) => [index('passkeys_user').on(table.userId)],
);

/** Challenges and tickets that were used, until they expire: each works once. */
export const usedChallenges = pgTable(
  'used_challenges',
  {
    /** SHA-256. */
    hash: bytes().primaryKey(),
    expiresAt: instant().notNull(),
  },
  (table) => [index('used_challenges_expires').on(table.expiresAt)],
);

/** The secret of an authenticator app (RFC 6238). */
export const timeCodes = pgTable('time_codes', {
  userId: ofUser().primaryKey(),
  secret: bytes().notNull(),
  createdAt: instant().notNull().defaultNow(),
  /** Null until its owner has given a first code. */
  confirmedAt: instant(),
  /** The time step of the last accepted code: a code works once. */
  lastStep: bigint({ mode: 'number' }),
});

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: ofUser(),
    position: integer().notNull(),
    /** SHA-256: a code has 118 random bits. */
    codeHash: bytes().notNull(),
    usedAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.position] })],
);

/** Tokens for the API and addresses of feeds. They are deleted when they are revoked. */
export const accessTokens = pgTable(
  'access_tokens',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: ofUser(),
    kind: text({ enum: accessTokenKinds }).notNull(),
    name: text().notNull(),
    /** SHA-256. */
    tokenHash: bytes().notNull().unique(),
    createdAt: instant().notNull(),
    /** Accurate to an hour. */
    lastUsedAt: instant(),
  },
  (table) => [
    check('access_tokens_kind', isOneOf('kind', accessTokenKinds)),
    index('access_tokens_user').on(table.userId),
  ],
);
