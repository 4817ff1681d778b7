import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, smallint, text, unique, uuid } from 'drizzle-orm/pg-core';
import { markets } from '../../../contract/ideas/markets.ts';
import { destinationKinds, outwardEvents, postStates } from '../../../contract/outward/idea-posts.ts';
import { chatMessages } from './chat.ts';
import { bytes, instant, isOneOf } from './columns.ts';
import { tradeIdeas } from './ideas.ts';

/** `disabled`: it refused, or failed for a day. */
const destinationStates = ['active', 'paused', 'disabled'] as const;

/** Where the operator has ideas posted. */
export const destinations = pgTable(
  'destinations',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: destinationKinds }).notNull(),
    name: text().notNull().unique(),
    /** What may be shown: Telegram's chat, otherwise the host. */
    target: text().notNull(),
    /** A token or an address, encrypted (server/outward/sealed-secrets.ts). */
    secret: bytes().notNull(),
    events: text({ enum: outwardEvents }).array().notNull(),
    markets: text({ enum: markets }).array().notNull(),
    /** Null: all that customers see. */
    educators: text().array(),
    showsLevels: boolean().notNull(),
    state: text({ enum: destinationStates }).notNull().default('active'),
    /** Why it is disabled, or failing. */
    reason: text(),
    /** Failures in a row, since when, and until when it is left alone. */
    failures: smallint().notNull().default(0),
    failingSince: instant(),
    retryAt: instant(),
    createdAt: instant().notNull(),
  },
  () => [
    check('destinations_kind', isOneOf('kind', destinationKinds)),
    check('destinations_state', isOneOf('state', destinationStates)),
  ],
);

/** One event for one destination, written in the transaction of its cause together with the job that sends it. */
export const posts = pgTable(
  'posts',
  {
    id: uuid().primaryKey().defaultRandom(),
    destinationId: uuid()
      .notNull()
      .references(() => destinations.id, { onDelete: 'cascade' }),
    ideaId: uuid().references(() => tradeIdeas.id, { onDelete: 'cascade' }),
    /** The idea's version that it tells of. */
    version: integer(),
    chatMessageId: uuid().references(() => chatMessages.id, { onDelete: 'cascade' }),
    event: text({ enum: outwardEvents }).notNull(),
    state: text({ enum: postStates }).notNull().default('waiting'),
    reason: text(),
    /** The service's id of the message, where it can be edited. */
    serviceId: text(),
    createdAt: instant().notNull(),
    /** Earliest time of sending. */
    dueAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (table) => [
    unique('posts_idea').on(table.ideaId, table.destinationId, table.version),
    unique('posts_message').on(table.chatMessageId, table.destinationId),
    index('posts_waiting').on(table.destinationId, table.dueAt).where(sql`state = 'waiting'`),
    index('posts_created').on(table.createdAt),
    check('posts_event', isOneOf('event', outwardEvents)),
    check('posts_state', isOneOf('state', postStates)),
    check(
      'posts_cause',
      sql`(event = 'message') = (idea_id is null) and num_nonnulls(idea_id, chat_message_id) = 1`,
    ),
  ],
);
