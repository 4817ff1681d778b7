import * as z from 'zod/mini';
import { defineRoute } from '../shared/route.ts';
import { utcTime } from '../shared/text.ts';
import { ideaId, ideaStatus } from './ideas.ts';
import { market } from './markets.ts';
import { parsePrice } from './prices.ts';

/** As the server writes prices. */
const isPrice = (text: string): boolean => {
  const parsed = parsePrice(text);
  return 'price' in parsed && parsed.price === text;
};
const level = z.nullable(z.string().check(z.refine(isPrice, { error: 'Not a price' })));

/** Version, status and levels of an idea when a person last read it. */
export const readState = z.object({
  version: z.number().check(z.refine((version) => version > 0 && (version | 0) === version)),
  status: ideaStatus,
  levels: z.object({
    entry_1: level,
    entry_2: level,
    invalidation_level: level,
    exit_1: level,
    exit_2: level,
    exit_3: level,
  }),
});
export type ReadState = z.infer<typeof readState>;

/** An idea a person has seen; `viewed` and `read` say more of it. */
const ideaRead = z.object({
  id: z.guid({ error: 'Not an id' }),
  viewed: z.boolean(),
  read: z.nullable(readState),
});
export type IdeaRead = z.infer<typeof ideaRead>;

/** The last message read in a channel. */
const roomRead = z.object({
  room_id: z.guid({ error: 'Not an id' }),
  created_at: utcTime(),
  id: z.guid({ error: 'Not an id' }),
});
export type RoomRead = z.infer<typeof roomRead>;

const readingState = z.object({
  /** Markets this person has loaded before: SPEC §4's first load marks every existing idea as seen. */
  markets: z.array(market),
  /** Ideas that are active, or were read within 30 days. */
  ideas: z.array(ideaRead),
  rooms: z.array(roomRead),
});
export type ReadingState = z.infer<typeof readingState>;

/** Fewer customers than this could be named: no count says so. */
export const MIN_READERS = 6;
const readers = z.nullable(z.number());

export const getReadership = defineRoute({
  method: 'GET',
  path: '/api/trade-ideas/:id/readership',
  access: 'owner',
  summary:
    'How many customers your own idea was delivered to, and how many opened and bookmarked it; null below six',
  failure: 'Failed to get readers',
  params: ideaId,
  response: z.object({ delivered: readers, seen: readers, bookmarked: readers }),
  errors: ['NOT_FOUND', 'FORBIDDEN'],
});

export const getReadingState = defineRoute({
  method: 'GET',
  path: '/api/reading',
  access: 'signedIn',
  summary: 'What you have seen and read, the same on all your devices',
  failure: 'Failed to get what you have read',
  response: readingState,
});

export const READING_BATCH = 200;

/** Merges: nothing becomes unseen, and an older version never replaces a newer one. So it can be repeated. */
export const addReadingState = defineRoute({
  method: 'POST',
  path: '/api/reading',
  access: 'signedIn',
  summary: 'Mark ideas and messages as seen and read',
  failure: 'Failed to save what you have read',
  bodyLimit: 128 * 1024,
  body: z.object({
    markets: z.array(market).check(z.maxLength(2)),
    ideas: z.array(ideaRead).check(z.maxLength(READING_BATCH)),
    rooms: z.array(roomRead).check(z.maxLength(READING_BATCH)),
  }),
  response: z.object({ success: z.literal(true) }),
});
