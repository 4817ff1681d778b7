import * as z from 'zod/mini';
import { defineRoute } from '../shared/route.ts';
import { optionalText } from '../shared/text.ts';
import { ideaId, ideaStatus, orderType, type ResultLevel } from './ideas.ts';
import { market } from './markets.ts';

export const MAX_BOOKMARK_NOTE = 2_000;
/** Bookmarks and notes of one person. */
export const MAX_BOOKMARKS = 500;

/** Which touch of a level a reader can be told about: any exit is one. */
export const alertKinds = ['entry', 'exit', 'invalidation'] as const;
export type AlertKind = (typeof alertKinds)[number];
export const toAlertKind = (level: ResultLevel): AlertKind =>
  level === 'entry_1' ? 'entry' : level === 'invalidation_level' ? 'invalidation' : 'exit';

/** What a list shows of an idea. */
export const ideaSummary = z.object({
  id: z.string(),
  pair: z.string(),
  educator_name: z.string(),
  market_type: market,
  order_type: orderType,
  status: ideaStatus,
});
export type IdeaSummary = z.infer<typeof ideaSummary>;

const bookmark = z.object({
  idea_id: z.string(),
  is_bookmarked: z.boolean(),
  /** Private: only its author reads it. Empty means none. */
  note: z.string(),
  /** What an older version sent or stored lacks it. */
  alerts: z._default(z.array(z.enum(alertKinds)), []),
  updated_at: z.string(),
  /** Null once the educator has deleted the idea. */
  idea: z.nullable(ideaSummary),
});
export type Bookmark = z.infer<typeof bookmark>;

export const listBookmarks = defineRoute({
  method: 'GET',
  path: '/api/bookmarks',
  access: 'signedIn',
  // With 500 long notes it is a large response.
  limit: 'write',
  summary: 'Your bookmarks, private notes and alerts, latest first',
  failure: 'Failed to get bookmarks',
  response: z.array(bookmark),
});

/** Changes what is given. An entry with neither bookmark, note nor alert is removed. */
export const putBookmark = defineRoute({
  method: 'PUT',
  path: '/api/bookmarks/:id',
  access: 'signedIn',
  summary: 'Bookmark an idea, write a private note on it, or be told when its levels are touched',
  failure: 'Failed to save. Please try again.',
  params: ideaId,
  body: z
    .partial(
      z.object({
        is_bookmarked: z.boolean({ error: 'A bookmark is on or off' }),
        note: optionalText('Note', MAX_BOOKMARK_NOTE),
        alerts: z.array(z.enum(alertKinds)).check(z.maxLength(alertKinds.length)),
      }),
    )
    .check(z.refine((changes) => Object.keys(changes).length > 0, { error: 'Nothing to change' })),
  response: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND', 'TOO_MANY_BOOKMARKS'],
});
export type BookmarkChanges = z.output<NonNullable<typeof putBookmark.body>>;
