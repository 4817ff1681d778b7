import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { roles } from '../../../contract/account/auth.ts';
import { authEventKinds } from '../../../contract/account/own-data.ts';
import { MAX_BIO, MAX_YEARS_EXPERIENCE } from '../../../contract/account/profiles.ts';
import { MAX_NAME } from '../../../contract/shared/text.ts';
import { bytes, instant, isOneOf, isoInstant } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().defaultRandom(),
    role: text({ enum: roles }).notNull(),
    /** Stored in lower case, so that uniqueness ignores case. */
    email: text().notNull().unique(),
    /** Argon2id in PHC format; null for an account nobody can sign in to (the hidden educator 9). */
    passwordHash: text(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    fullName: text().notNull(),
    specialty: text(),
    profileImage: text(),
    /** "1" to "7", and "9" for test data; null for customers. */
    educatorId: text().unique(),
    /** Last segment of /educator/{slug}; null without a profile path. */
    profilePath: text().unique(),
    disabledAt: instant(),
    /** When the owner accepted the terms; null for accounts that were not invited. */
    termsAcceptedAt: instant(),
    /** Since when everyone may see the educator's track record; null if they may not. */
    recordPublishedAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    check('users_role', isOneOf('role', roles)),
    check('users_email_lower', sql`${table.email} = lower(${table.email})`),
    check(
      'users_educator_id',
      sql`(role = 'educator') = (educator_id is not null) and educator_id ~ '^[1-9][0-9]{0,3}$'`,
    ),
  ],
);

/** Whose row it is; it is deleted with the account. */
export const ofUser = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** SHA-256 of the session token; the token itself is never stored. */
    tokenHash: bytes().notNull().unique(),
    userId: ofUser(),
    createdAt: instant().notNull().defaultNow(),
    /** When the password was last given: at the sign-in, or confirmed since. */
    authenticatedAt: instant().notNull().defaultNow(),
    renewedAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    endedAt: instant(),
    address: text().notNull(),
    userAgent: text(),
    /** Opened with more than a password: a passkey, a code or an invitation. */
    isStrong: boolean().notNull().default(false),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    // Every process reads which sessions have just ended.
    index('sessions_ended').on(table.endedAt).where(sql`ended_at is not null`),
  ],
);

export const authEvents = pgTable(
  'auth_events',
  {
    id: bigint({ mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant().notNull().defaultNow(),
    kind: text({ enum: authEventKinds }).notNull(),
    /** The account's email; for an unknown one `unknown:` and a keyed hash, because people mistype passwords here. */
    email: text(),
    userId: uuid(),
    selectedRole: text(),
    address: text().notNull(),
    userAgent: text(),
    /** Refused attempts of one email and browser are counted in one row. */
    attempts: integer().notNull().default(1),
    /** Who did it on the operator's page. */
    operator: text(),
    /** What it was done to, where that is no account. */
    subject: text(),
    /** A sign-in with a browser that the account had not used before. */
    newBrowser: boolean().notNull().default(false),
  },
  (table) => [index('auth_events_at').on(table.at), index('auth_events_account').on(table.userId)],
);

/** What the limits of sign-ins count for all processes, in the form of rate-limiter-flexible. */
export const signInLimits = pgTable('sign_in_limits', {
  /** The limit and what it counts, such as `failures:network:203.0.113.7` or `account:<keyed hash of the email>`. */
  key: text().primaryKey(),
  points: integer().notNull(),
  /** Milliseconds since 1970. */
  expire: bigint({ mode: 'number' }),
});

/** Networks and browsers that have signed in to an account: they get in while the account is attacked. */
export const knownSources = pgTable(
  'known_sources',
  {
    userId: ofUser(),
    /** `network:203.0.113.7` or `browser:<hash of its token>`. */
    source: text().notNull(),
    lastUsedAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.source] })],
);

/** Profiles (SPEC §3). An empty text means not set. */
export const userProfiles = pgTable(
  'user_profiles',
  {
    user_id: ofUser().primaryKey(),
    role: text({ enum: roles }).notNull(),
    first_name: text().notNull().default(''),
    last_name: text().notNull().default(''),
    display_name: text().notNull().default(''),
    bio: text().notNull().default(''),
    specialty: text().notNull().default(''),
    years_experience: smallint().notNull().default(0),
    trading_style: text().notNull().default(''),
    timezone: text().notNull().default(''),
    is_public: boolean().notNull().default(true),
    /** When the owner last changed it. */
    updated_at: isoInstant().notNull(),
  },
  () => [
    check('user_profiles_role', isOneOf('role', roles)),
    check('user_profiles_years', sql.raw(`years_experience between 0 and ${MAX_YEARS_EXPERIENCE}`)),
    check('user_profiles_bio', sql.raw(`char_length(bio) <= ${MAX_BIO}`)),
    check(
      'user_profiles_names',
      sql.raw(
        ['first_name', 'last_name', 'display_name']
          .map((column) => `char_length(${column}) <= ${MAX_NAME}`)
          .join(' and '),
      ),
    ),
  ],
);
