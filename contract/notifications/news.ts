import * as z from 'zod/mini';
import { ownTouch } from '../candles/own-prices.ts';
import { priceCheck } from '../candles/price-check.ts';
import { ideaSummary } from '../ideas/bookmarks.ts';
import { revisionChange } from '../ideas/idea-revisions.ts';
import { defineRoute } from '../shared/route.ts';
import { utcTime } from '../shared/text.ts';

/** How far back the list goes, and how long it is. */
export const NEWS_DAYS = 30;
export const NEWS_LENGTH = 50;

const common = { id: z.string(), at: z.string(), is_unread: z.boolean() };

/** A new idea, or the latest change, the closing or the deletion of one the reader has viewed or bookmarked. */
const ideaNews = z.object({
  ...common,
  kind: z.enum(['published', 'changed', 'closed', 'deleted']),
  idea: ideaSummary,
  changes: z.array(z.pick(revisionChange, { field: true, old: true, new: true })),
});
/** A level that prices touched: of an idea whose touches the reader wants to know, or of an educator's own open one. */
const touchNews = z.object({
  ...common,
  kind: z.literal('touched'),
  idea: ideaSummary,
  touch: ownTouch,
  is_own: z.boolean(),
});
/** Prices contradict a result of the reader's own, which only they see yet. */
const contradictionNews = z.object({
  ...common,
  kind: z.literal('contradicted'),
  idea: ideaSummary,
  check: priceCheck,
});
/** The latest message of a channel. */
const messageNews = z.object({
  ...common,
  kind: z.literal('message'),
  room: z.object({ id: z.string(), name: z.string() }),
  author: z.string(),
  /** Its beginning. */
  text: z.string(),
});
const newsItem = z.discriminatedUnion('kind', [ideaNews, touchNews, contradictionNews, messageNews]);
export type NewsItem = z.infer<typeof newsItem>;
export type IdeaNews = z.infer<typeof ideaNews>;
export type PriceNews = z.infer<typeof touchNews> | z.infer<typeof contradictionNews>;

export const listNews = defineRoute({
  method: 'GET',
  path: '/api/news',
  access: 'signedIn',
  summary: 'What is new for you in the last 30 days, newest first',
  failure: 'Failed to get what is new',
  // Computed for each call, so it costs as much as a change.
  limit: 'write',
  response: z.array(newsItem),
});

export const markNewsRead = defineRoute({
  method: 'PUT',
  path: '/api/news/read',
  access: 'signedIn',
  summary: 'Mark all news up to a time as read',
  failure: 'Failed to mark all as read',
  body: z.object({ until: utcTime() }),
  response: z.object({ success: z.literal(true) }),
});
