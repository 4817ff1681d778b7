/**
 * The tables. Columns keep SPEC §3's names through Drizzle's snake_case casing. Triggers and the function that
 * appends to the feed are in hand-written migrations.
 */
export * from './schema/accounts.ts';
export * from './schema/candles.ts';
export * from './schema/chat.ts';
export * from './schema/feed.ts';
export * from './schema/ideas.ts';
export * from './schema/media.ts';
export * from './schema/notifications.ts';
export * from './schema/operations.ts';
export * from './schema/operator.ts';
export * from './schema/outward.ts';
export * from './schema/people.ts';
export * from './schema/practice.ts';
export * from './schema/reading.ts';
