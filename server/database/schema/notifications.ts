import { sql } from 'drizzle-orm';
import { boolean, check, index, jsonb, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { ideaStatuses } from '../../../contract/ideas.ts';
import { markets } from '../../../contract/markets.ts';
import type { PushMessage } from '../../../contract/push.ts';
import { instant, oneOf } from './columns.ts';
import { tradeIdeas } from './ideas.ts';
import { sessions, users } from './people.ts';

/** What may become of a push to a device (contract/push.ts, `pushDeliveries`). */
const deliveryStates = ['waiting', 'accepted', 'gone', 'failed'] as const;
/** `quiet`: waits for the end of quiet hours. `expired`: too late to be of use. `outdated`: the idea has moved on. */
const deliveryReasons = ['quiet', 'expired', 'outdated', 'refused'] as const;

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
    /** From then on it is of no use to anybody (server/push/notifications/push-ttl.ts). */
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
