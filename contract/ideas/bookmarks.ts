import * as z from 'zod/mini';
import { defineRoute } from '../shared/route.ts';
import { optionalText } from '../shared/text.ts';
import { ideaId, ideaStatus, orderType } from './ideas.ts';
import { market } from './markets.ts';

export const MAX_BOOKMARK_NOTE = 2_000;
/** Bookmarks and notes of one person. */
export const MAX_BOOKMARKS = 500;

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
  summary: 'Your bookmarks and private notes, latest first',
  failure: 'Failed to get bookmarks',
  status: 200,
  response: z.array(bookmark),
  errors: [],
});

/** Changes what is given. Neither a bookmark nor a note removes the entry. */
export const putBookmark = defineRoute({
  method: 'PUT',
  path: '/api/bookmarks/:id',
  access: 'signedIn',
  summary: 'Bookmark an idea, or write a private note on it',
  failure: 'Failed to save. Please try again.',
  params: ideaId,
  body: z
    .partial(
      z.object({
        is_bookmarked: z.boolean({ error: 'A bookmark is on or off' }),
        note: optionalText('Note', MAX_BOOKMARK_NOTE),
      }),
    )
    .check(z.refine((changes) => Object.keys(changes).length > 0, { error: 'Nothing to change' })),
  status: 200,
  response: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND', 'TOO_MANY_BOOKMARKS'],
});
export type BookmarkChanges = z.output<NonNullable<typeof putBookmark.body>>;
