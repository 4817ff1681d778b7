import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  char,
  check,
  customType,
  index,
  integer,
  json,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { roles } from '../../contract/auth.ts';
import {
  completedStatuses,
  ideaResults,
  ideaStatuses,
  ideaTypes,
  orderTypes,
  resultLevels,
  statusesOf,
} from '../../contract/ideas.ts';
import { markets } from '../../contract/markets.ts';
import { MAX_BIO, MAX_PROFILE_NAME, MAX_YEARS_EXPERIENCE } from '../../contract/profiles.ts';
import type { PushMessage } from '../../contract/push.ts';
import { videoCategories } from '../../contract/videos.ts';

/**
 * The tables. Columns of SPEC §3 keep its names; Drizzle's snake_case casing maps them. What a schema file cannot
 * say (triggers, the function that appends to the feed) stands in hand-written migrations beside the generated ones.
 */

/** Milliseconds: what JSON carries, so a stored time and its ISO text are the same time and hashes can be recomputed. */
const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });
/** What may become of a push to a device (contract/push.ts, `pushDeliveries`). */
const deliveryStates = ['waiting', 'accepted', 'gone', 'failed'] as const;
/** `quiet`: waits for the end of quiet hours. `expired`: too late to be of use. `outdated`: the idea has moved on. */
const deliveryReasons = ['quiet', 'expired', 'outdated', 'refused'] as const;
/** A decimal without a scale: PostgreSQL keeps trailing zeros as typed. Named, because casing leaves `entry1` alone. */
const price = (name: string) => numeric(name);
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`);
const completed = oneOf('status', completedStatuses);

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().defaultRandom(),
    role: text({ enum: roles }).notNull(),
    /** Stored lower-cased, so "unique" means what a person means by it. */
    email: text().notNull().unique(),
    /** Argon2id in PHC form; null for an account nobody may sign in to (the hidden educator 9). */
    passwordHash: text(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    fullName: text().notNull(),
    specialty: text(),
    profileImage: text(),
    /** "1" to "7", and "9" for test data; null for customers. */
    educatorId: text().unique(),
    /** Last part of /educator/{slug} for the educators who have a profile path. */
    profilePath: text().unique(),
    disabledAt: instant(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    check('users_role', oneOf('role', roles)),
    check('users_email_lower', sql`${table.email} = lower(${table.email})`),
    check(
      'users_educator_id',
      sql`(role = 'educator') = (educator_id is not null) and educator_id ~ '^[1-9][0-9]{0,3}$'`,
    ),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** SHA-256 of the session token; the token itself is never stored. */
    tokenHash: bytes().notNull().unique(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant().notNull().defaultNow(),
    renewedAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
    endedAt: instant(),
    address: text().notNull(),
    userAgent: text(),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    // Every process asks every other second which sessions ended.
    index('sessions_ended').on(table.endedAt).where(sql`ended_at is not null`),
  ],
);

export const authEvents = pgTable(
  'auth_events',
  {
    id: bigint({ mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant().notNull().defaultNow(),
    kind: text({
      enum: [
        'sign_in',
        'sign_in_failed',
        'sign_in_refused',
        'sign_out',
        'sessions_ended',
        'password_changed',
        'password_refused',
      ],
    }).notNull(),
    /** What was typed, lower-cased and cut; kept for refusals too, so an attack can be read afterwards. */
    email: text(),
    userId: uuid(),
    selectedRole: text(),
    address: text().notNull(),
    userAgent: text(),
  },
  (table) => [
    index('auth_events_at').on(table.at),
    index('auth_events_account').on(table.userId, table.address),
  ],
);

/** Failed sign-ins, counted for all processes: by address (in a row) and by account (within the hour). */
export const signInFailures = pgTable('sign_in_failures', {
  /** `address:203.0.113.7` or `account:<sha256 of the e-mail>`. */
  key: text().primaryKey(),
  failures: integer().notNull(),
  /** When the counting began; the hour of an account is measured from here. */
  since: instant().notNull(),
  lastAt: instant().notNull(),
});

export const tradeIdeas = pgTable(
  'trade_ideas',
  {
    id: uuid().primaryKey().defaultRandom(),
    educatorId: text()
      .notNull()
      .references(() => users.educatorId),
    educatorName: text().notNull(),
    pair: text().notNull(),
    timeFrame: text().notNull(),
    orderType: text({ enum: orderTypes }).notNull(),
    ideaType: text({ enum: ideaTypes }).notNull(),
    marketType: text({ enum: markets }).notNull(),
    entry1: price('entry_1').notNull(),
    entry2: price('entry_2'),
    invalidationLevel: price('invalidation_level').notNull(),
    exit1: price('exit_1').notNull(),
    exit2: price('exit_2'),
    exit3: price('exit_3'),
    status: text({ enum: ideaStatuses }).notNull(),
    notes: text(),
    imageUrls: text().array().notNull().default([]),
    videoUrl: text(),
    audioUrl: text(),
    resultLevel: text({ enum: resultLevels }),
    resultAt: instant(),
    lesson: text(),
    takeProfit1: price('take_profit_1'),
    takeProfit2: price('take_profit_2'),
    takeProfit3: price('take_profit_3'),
    photoUrl: text(),
    chartUrl: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    version: integer().notNull(),
    /** SPEC §7: S&P 500 pairs are listed under Forex once completed, whatever their market says (contract/markets.ts). */
    historyMarket: text({ enum: markets })
      .notNull()
      .generatedAlwaysAs(
        sql`case when market_type = 'Crypto' and pair ~* 'spx|sp500' then 'Forex' else market_type end`,
      ),
    /** The pair as it is searched: contract/pairs.ts, by characters alone, so that no locale can differ from it. */
    pairKey: text()
      .notNull()
      .generatedAlwaysAs(
        sql`translate(pair, 'abcdefghijklmnopqrstuvwxyz /\\|:._-', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ')`,
      ),
  },
  (table) => [
    check('trade_ideas_order_type', oneOf('order_type', orderTypes)),
    check('trade_ideas_idea_type', oneOf('idea_type', ideaTypes)),
    check('trade_ideas_market_type', oneOf('market_type', markets)),
    check('trade_ideas_status', oneOf('status', ideaStatuses)),
    check(
      'trade_ideas_levels_positive',
      sql`entry_1 > 0 and invalidation_level > 0 and exit_1 > 0 and entry_2 > 0 and exit_2 > 0 and exit_3 > 0`,
    ),
    check('trade_ideas_result_level', oneOf('result_level', resultLevels)),
    check('trade_ideas_photos', sql`cardinality(image_urls) <= 3`),
    index('trade_ideas_educator').on(
      table.educatorId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('trade_ideas_active')
      .on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`not (${completed})`),
    index('trade_ideas_history')
      .on(
        table.historyMarket,
        table.ideaType,
        table.createdAt.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
      )
      .where(completed),
    // One per filter of the history, so that each page is read off an index whatever lies between two matches.
    index('trade_ideas_history_educator')
      .on(
        table.historyMarket,
        table.ideaType,
        table.educatorId,
        table.createdAt.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
      )
      .where(completed),
    ...ideaResults.map((result) =>
      index(`trade_ideas_history_${result}`)
        .on(
          table.historyMarket,
          table.ideaType,
          table.createdAt.desc().nullsFirst(),
          table.id.desc().nullsFirst(),
        )
        .where(oneOf('status', statusesOf(result))),
    ),
    // Begins with the pair: a search walks from one pair to the next, then reads each that matches (ideas-db.ts).
    index('trade_ideas_pair').on(
      table.pairKey,
      table.historyMarket,
      table.ideaType,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
  ],
);

/** The ledger: append-only (a trigger refuses UPDATE and DELETE), hash-chained from the first row on. */
export const ideaRevisions = pgTable(
  'idea_revisions',
  {
    /** Place in the ledger, from 1, gapless, in commit order: given under the feed's row lock. */
    number: bigint({ mode: 'number' }).primaryKey(),
    ideaId: uuid().notNull(),
    version: integer().notNull(),
    action: text({ enum: ['created', 'changed', 'deleted'] }).notNull(),
    at: instant().notNull(),
    educatorId: text().notNull(),
    /** Who did it; an account's id, never its name. */
    actorId: uuid(),
    changes: jsonb().$type<{ field: string; old: unknown; new: unknown }[]>().notNull(),
    /** SHA-256 of the canonical `changes`, hex: the chain is over digests, so content not everyone may read stays out of it. */
    digest: char({ length: 64 }).notNull(),
    prevHash: char({ length: 64 }).notNull(),
    hash: char({ length: 64 }).notNull(),
  },
  (table) => [
    uniqueIndex('idea_revisions_idea').on(table.ideaId, table.version, table.number),
    // An educator's track record is read off the ledger.
    index('idea_revisions_educator').on(table.educatorId, table.number),
  ],
);

/** What was answered to a POST with an Idempotency-Key, for 24 hours. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    key: text().notNull(),
    bodyHash: char({ length: 64 }).notNull(),
    status: smallint().notNull(),
    answer: json().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.key] }),
    index('idempotency_keys_created').on(table.createdAt),
  ],
);

/** One row: the feed's epoch and last number, and the ledger's head. Its lock orders all changes (DESIGN §5). */
export const feed = pgTable(
  'feed',
  {
    id: smallint().primaryKey().default(1),
    /** Changes when history does: a restore, a reset-all. */
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
    kind: text({ enum: ['trade_ideas_changes', 'chat_messages_changes', 'chat_rooms_changes'] }).notNull(),
    entityId: text().notNull(),
    /** `everyone` signed in, or `educators` only (educator 9's ideas). */
    audience: text({ enum: ['everyone', 'educators'] }).notNull(),
    /** The event's data as it will be sent: json and not jsonb, so the text stays as written. */
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
    check('chat_messages_role', oneOf('user_role', roles)),
  ],
);

/** Which markets a customer wants to hear of; both, where there is no row (SPEC §9). */
export const notificationPreferences = pgTable('notification_preferences', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  forex: boolean().notNull(),
  crypto: boolean().notNull(),
  updatedAt: instant().notNull(),
});

/**
 * Devices that hear pushes (DESIGN §9). One per session, and it ends with it: a trigger removes the row in the statement
 * that ends the session, whoever does that (migrations/0006_push.sql).
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid().primaryKey().defaultRandom(),
    endpoint: text().notNull().unique(),
    /** The device's public key and the secret it shares with us, base64url, as the browser gave them. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sessionId: uuid()
      .notNull()
      .unique()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** When the browser said that it ends; null: it did not say. */
    expiresAt: instant(),
  },
  (table) => [index('push_subscriptions_user').on(table.userId)],
);

/** How a person wants pushes; nothing chosen, no row. All of the quiet hours or none. */
export const pushSettings = pgTable(
  'push_settings',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    statusChanges: boolean().notNull(),
    /** Times of the clock in `timeZone`, such as 22:00. */
    quietFrom: text(),
    quietTo: text(),
    timeZone: text(),
    updatedAt: instant().notNull(),
  },
  () => [check('push_settings_quiet', sql`num_nulls(quiet_from, quiet_to, time_zone) in (0, 3)`)],
);

/** Something people are to hear of: written in the transaction of what happened, with the job that sends it. */
export const pushNotifications = pgTable(
  'push_notifications',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: ['idea', 'status', 'test'] }).notNull(),
    /** Whose devices: customers who want it, those of `authorId`, or all there are. */
    audience: text({ enum: ['customers', 'own', 'everyone'] }).notNull(),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    ideaId: uuid().references(() => tradeIdeas.id, { onDelete: 'cascade' }),
    market: text({ enum: markets }),
    /** The status it tells of: by the time it is sent, the idea may have another. */
    status: text({ enum: ideaStatuses }),
    message: jsonb().$type<PushMessage>().notNull(),
    createdAt: instant().notNull(),
    /** From then on it is of no use to anybody (server/push/lifetime.ts). */
    expiresAt: instant().notNull(),
    /** When every device it is for had its row in push_deliveries. */
    fannedOutAt: instant(),
  },
  (table) => [
    check('push_notifications_kind', oneOf('kind', ['idea', 'status', 'test'])),
    check('push_notifications_audience', oneOf('audience', ['customers', 'own', 'everyone'])),
    check('push_notifications_idea', sql`(kind = 'test') = (idea_id is null)`),
    index('push_notifications_idea_id').on(table.ideaId, table.createdAt),
    index('push_notifications_created').on(table.createdAt),
    index('push_notifications_author').on(table.authorId, table.createdAt),
  ],
);

/**
 * One notification to one device. Rows outlive the device, because the educator's count does; they name no person.
 * A claim moves `nextAt` ahead: what a dead worker held is due again by itself.
 */
export const pushDeliveries = pgTable(
  'push_deliveries',
  {
    notificationId: uuid()
      .notNull()
      .references(() => pushNotifications.id, { onDelete: 'cascade' }),
    subscriptionId: uuid().notNull(),
    state: text({ enum: deliveryStates }).notNull(),
    /** How often a push service was asked. */
    attempts: smallint().notNull().default(0),
    nextAt: instant().notNull(),
    /** The last HTTP status; null: no answer. */
    answered: smallint(),
    /** Why it waits or was given up, where that is not plain from the answer. */
    reason: text({ enum: deliveryReasons }),
    updatedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.notificationId, table.subscriptionId] }),
    check('push_deliveries_state', oneOf('state', deliveryStates)),
    index('push_deliveries_waiting').on(table.notificationId, table.nextAt).where(sql`state = 'waiting'`),
    index('push_deliveries_device').on(table.subscriptionId),
  ],
);

/** Who was notified of which idea, when first, and how (DESIGN §15). */
export const customerNotifications = pgTable(
  'customer_notifications',
  {
    tradeIdeaId: uuid()
      .notNull()
      .references(() => tradeIdeas.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    notifiedAt: instant().notNull(),
    channel: text({ enum: ['push'] }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tradeIdeaId, table.userId] }),
    index('customer_notifications_user').on(table.userId),
  ],
);

/** Uploads (DESIGN §8). The bytes are in a store; what no idea, message or profile holds is removed after 24 h. */
export const media = pgTable(
  'media',
  {
    /** 128 random bits in hex and an extension: the name under /media/, and in the store. */
    name: text().primaryKey(),
    ownerId: uuid().references(() => users.id, { onDelete: 'set null' }),
    kind: text({ enum: ['image', 'audio', 'video'] }).notNull(),
    contentType: text().notNull(),
    byteSize: integer().notNull(),
    /** Pixels, for images. */
    width: integer(),
    height: integer(),
    createdAt: instant().notNull(),
  },
  (table) => [
    check('media_kind', oneOf('kind', ['image', 'audio', 'video'])),
    check('media_name', sql`name ~ '^[0-9a-f]{32}[.][a-z0-9]{2,4}$'`),
    index('media_created').on(table.createdAt),
  ],
);

/** What people say of themselves (SPEC §3). Empty text is nothing said. */
export const userProfiles = pgTable(
  'user_profiles',
  {
    userId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text({ enum: roles }).notNull(),
    firstName: text().notNull().default(''),
    lastName: text().notNull().default(''),
    displayName: text().notNull().default(''),
    bio: text().notNull().default(''),
    specialty: text().notNull().default(''),
    yearsExperience: smallint().notNull().default(0),
    tradingStyle: text().notNull().default(''),
    timezone: text().notNull().default(''),
    isPublic: boolean().notNull().default(true),
    /** When its owner last changed it, by their device's clock as far as it can be believed. Each change has its own. */
    updatedAt: instant().notNull(),
  },
  () => [
    check('user_profiles_role', oneOf('role', roles)),
    check('user_profiles_years', sql.raw(`years_experience between 0 and ${MAX_YEARS_EXPERIENCE}`)),
    check('user_profiles_bio', sql.raw(`char_length(bio) <= ${MAX_BIO}`)),
    check(
      'user_profiles_names',
      sql.raw(
        ['first_name', 'last_name', 'display_name']
          .map((column) => `char_length(${column}) <= ${MAX_PROFILE_NAME}`)
          .join(' and '),
      ),
    ),
  ],
);

/** Lessons: links to other sites, or uploads of their educator. */
export const videos = pgTable(
  'videos',
  {
    id: uuid().primaryKey().defaultRandom(),
    educatorId: text()
      .notNull()
      .references(() => users.educatorId),
    title: text().notNull(),
    category: text({ enum: videoCategories }).notNull(),
    url: text().notNull(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    check('videos_category', oneOf('category', videoCategories)),
    check('videos_url', sql`url ~ '^(https://|/media/)'`),
    index('videos_newest').on(table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()),
    index('videos_educator').on(table.educatorId),
  ],
);

/**
 * How many customers each process has on its streams (live/presence.ts). Written every few seconds and worth nothing
 * after a crash: the migration makes it an unlogged table.
 */
export const presence = pgTable('presence', {
  process: uuid().primaryKey(),
  customers: integer().notNull(),
  seenAt: instant().notNull(),
});

/** Small facts of this deployment that must outlive a restart, such as the allow-list's salt. */
export const settings = pgTable('settings', { key: text().primaryKey(), value: jsonb().notNull() });
