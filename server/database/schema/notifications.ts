import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { alertKinds } from '../../../contract/ideas/bookmarks.ts';
import { ideaStatuses } from '../../../contract/ideas/ideas.ts';
import { markets } from '../../../contract/ideas/markets.ts';
import type { PushMessage } from '../../../contract/notifications/push.ts';
import { instant, isOneOf } from './columns.ts';
import { tradeIdeas } from './ideas.ts';
import { ofUser, sessions, users } from './people.ts';

const notificationKinds = ['idea', 'status', 'step', 'touch', 'test'] as const;
/** Delivery states (contract/notifications/push.ts, `pushDeliveries`). */
const deliveryStates = ['waiting', 'accepted', 'gone', 'failed'] as const;
/** `quiet`: held until quiet hours end. `expired`: past its TTL. `outdated`: the idea has changed since. */
const deliveryReasons = ['quiet', 'expired', 'outdated', 'refused'] as const;

/** Markets a customer is notified about; both if there is no row (SPEC §9). */
export const notificationPreferences = pgTable('notification_preferences', {
  userId: ofUser().primaryKey(),
  forex: boolean().notNull(),
  crypto: boolean().notNull(),
  updatedAt: instant().notNull(),
});

/**
 * Push subscriptions (DESIGN §9). One per session: a trigger removes the row in the statement that ends the session
 * (migrations/0000_baseline.sql).
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid().primaryKey().defaultRandom(),
    endpoint: text().notNull().unique(),
    /** The browser's public key and the shared secret, base64url, as the browser sent them. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    userId: ofUser(),
    sessionId: uuid()
      .notNull()
      .unique()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    createdAt: instant().notNull(),
    /** Expiry stated by the browser; null if none. */
    expiresAt: instant(),
  },
  (table) => [index('push_subscriptions_user').on(table.userId)],
);

/** Push settings; no row means defaults. Quiet hours are complete or absent. */
export const pushSettings = pgTable(
  'push_settings',
  {
    userId: ofUser().primaryKey(),
    statusChanges: boolean().notNull(),
    /** Per market: notify about followed educators only. */
    forexFollowedOnly: boolean().notNull().default(false),
    cryptoFollowedOnly: boolean().notNull().default(false),
    /** Tell about touched levels of every bookmarked idea. */
    bookmarkAlerts: boolean().notNull().default(false),
    /** Local times in `timeZone`, such as 22:00. */
    quietFrom: text(),
    quietTo: text(),
    timeZone: text(),
    updatedAt: instant().notNull(),
  },
  () => [check('push_settings_quiet', sql`num_nulls(quiet_from, quiet_to, time_zone) in (0, 3)`)],
);

/** A notification, written in the transaction of its cause together with the job that sends it. */
export const pushNotifications = pgTable(
  'push_notifications',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: notificationKinds }).notNull(),
    /** Recipients: customers who want it, `authorId`'s own devices, or everyone. */
    audience: text({ enum: ['customers', 'own', 'everyone'] }).notNull(),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    ideaId: uuid().references(() => tradeIdeas.id, { onDelete: 'cascade' }),
    market: text({ enum: markets }),
    /** The status it reports; the idea's own status may have changed when it is sent. */
    status: text({ enum: ideaStatuses }),
    /** The level whose touch it reports. */
    alert: text({ enum: alertKinds }),
    message: jsonb().$type<PushMessage>().notNull(),
    createdAt: instant().notNull(),
    /** End of its TTL (server/notifications/idea-notifications.ts). */
    expiresAt: instant().notNull(),
    /** When every recipient had a row in push_deliveries. */
    fannedOutAt: instant(),
  },
  (table) => [
    check('push_notifications_kind', isOneOf('kind', notificationKinds)),
    check('push_notifications_audience', isOneOf('audience', ['customers', 'own', 'everyone'])),
    check('push_notifications_idea', sql`(kind = 'test') = (idea_id is null)`),
    index('push_notifications_idea_id').on(table.ideaId, table.createdAt),
    index('push_notifications_created').on(table.createdAt),
    index('push_notifications_author').on(table.authorId, table.createdAt),
  ],
);

/**
 * One notification to one subscription. Rows outlive the subscription, because the educator's counts include it; they
 * contain no personal data.
 */
export const pushDeliveries = pgTable(
  'push_deliveries',
  {
    notificationId: uuid()
      .notNull()
      .references(() => pushNotifications.id, { onDelete: 'cascade' }),
    subscriptionId: uuid().notNull(),
    state: text({ enum: deliveryStates }).notNull(),
    /** Number of requests to the push service. */
    attempts: smallint().notNull().default(0),
    nextAt: instant().notNull(),
    /** Last HTTP status; null without a response. */
    answered: smallint(),
    /** Reason for waiting or giving up, if the status does not tell. */
    reason: text({ enum: deliveryReasons }),
    updatedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.notificationId, table.subscriptionId] }),
    check('push_deliveries_state', isOneOf('state', deliveryStates)),
    index('push_deliveries_waiting').on(table.notificationId, table.nextAt).where(sql`state = 'waiting'`),
    index('push_deliveries_device').on(table.subscriptionId),
  ],
);

/** Who was notified about which idea, and when first (SPEC §10). */
export const customerNotifications = pgTable(
  'customer_notifications',
  {
    tradeIdeaId: uuid()
      .notNull()
      .references(() => tradeIdeas.id, { onDelete: 'cascade' }),
    userId: ofUser(),
    notifiedAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.tradeIdeaId, table.userId] }),
    index('customer_notifications_user').on(table.userId),
  ],
);
