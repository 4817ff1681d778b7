/**
 * The tables. Columns of SPEC §3 keep its names; Drizzle's snake_case casing maps them. What a schema file cannot
 * say (triggers, the function that appends to the feed) stands in hand-written migrations beside the generated ones.
 */
export * from './schema/chat.ts';
export * from './schema/feed.ts';
export * from './schema/ideas.ts';
export * from './schema/media.ts';
export * from './schema/notifications.ts';
export * from './schema/operations.ts';
export * from './schema/people.ts';
