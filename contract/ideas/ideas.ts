import * as z from 'zod/mini';
import { educatorId } from '../educators/educators.ts';
import { pageCursor } from '../shared/paging.ts';
import { defineRoute } from '../shared/route.ts';
import { historyMarket } from './market-detection.ts';
import { type Market, market } from './markets.ts';
import { price } from './prices.ts';

/** SPEC §3: stored as BUY or SELL, displayed as Bullish or Bearish. */
export const orderTypes = ['BUY', 'SELL'] as const;
export const orderType = z.enum(orderTypes);
export type OrderType = (typeof orderTypes)[number];
export const formatOrientation = (order: OrderType) => (order === 'BUY' ? 'Bullish' : 'Bearish');

export const ideaTypes = ['Leverage', 'Exchange'] as const;
export const ideaType = z.enum(ideaTypes);
export type IdeaType = (typeof ideaTypes)[number];

/** SPEC §4: values in use, then the legacy values that are still read. */
export const ideaStatuses = [
  'active',
  'pending',
  'successful',
  'unsuccessful',
  'invalid',
  'success',
  'failure',
  'completed',
] as const;
export const ideaStatus = z.enum(ideaStatuses);
export type IdeaStatus = (typeof ideaStatuses)[number];

/** SPEC §4: the completed values. All others are active and shown to customers. */
export const completedStatuses = [
  'successful',
  'unsuccessful',
  'success',
  'failure',
  'completed',
] as const satisfies readonly IdeaStatus[];
export const isCompleted = (status: IdeaStatus): boolean =>
  (completedStatuses as readonly IdeaStatus[]).includes(status);

/**
 * Whether an idea has ended: it has a closing time and counts in the track record. SPEC §4 lists invalid ideas among the
 * active ones.
 */
export const hasEnded = (status: IdeaStatus): boolean => isCompleted(status) || status === 'invalid';

/** `success` and `failure` (SPEC §7's PUT) are stored as successful and unsuccessful. */
export const normalizeStatus = (status: IdeaStatus): IdeaStatus =>
  status === 'success' ? 'successful' : status === 'failure' ? 'unsuccessful' : status;

/** Result of a completed idea. The legacy value `completed` has no result. */
export const ideaResults = ['successful', 'unsuccessful'] as const;
export const ideaResult = z.enum(ideaResults);
export type IdeaResult = (typeof ideaResults)[number];
export const toIdeaResult = (status: IdeaStatus): IdeaResult | null =>
  ideaResults.find((result) => result === normalizeStatus(status)) ?? null;
/** Every status that means this result. */
export const statusesForResult = (result: IdeaResult): IdeaStatus[] =>
  completedStatuses.filter((status) => toIdeaResult(status) === result);

/** SPEC §4: the category a completed idea moves to, e.g. "Leverage Ideas (Forex)". */
export const categoryName = (idea: { idea_type: IdeaType }, listedUnder: string): string =>
  `${idea.idea_type} Ideas (${listedUnder})`;

/** SPEC §4: the text of an invalid idea. */
export const invalidationMessage = (idea: { order_type: OrderType; invalidation_level: string }): string =>
  `Idea invalidated as price broke ${idea.order_type === 'BUY' ? 'below' : 'above'} ${idea.invalidation_level}. Looking for new setups.`;

/** SPEC §9. */
export const MAX_PAIR = 30;
export const MAX_TIME_FRAME = 20;

/** The level that price reached, by its field name. Stored beside the status, never instead of it. */
export const resultLevels = ['invalidation_level', 'entry_1', 'exit_1', 'exit_2', 'exit_3'] as const;
export const resultLevel = z.enum(resultLevels);
export type ResultLevel = (typeof resultLevels)[number];

/** What a lesson is about, chosen by the educator. */
export const lessonTags = [
  'entry',
  'invalidation',
  'size',
  'news',
  'patience',
  'thesis_wrong',
  'other',
] as const;
export const lessonTag = z.enum(lessonTags);
export type LessonTag = (typeof lessonTags)[number];

/** What the educator holds in the instrument. `not_stated`: they were asked and did not answer. */
export const disclosures = ['none', 'same_direction', 'opposite', 'plan_to', 'not_stated'] as const;
export const disclosure = z.enum(disclosures);
export type Disclosure = (typeof disclosures)[number];

/** Direction and levels: those an idea shows, those of its plan (`getPlan` in contract/ideas/levels.ts), and those at its close. */
export const ideaLevels = z.object({
  order_type: orderType,
  entry_1: price,
  entry_2: z.nullable(price),
  invalidation_level: price,
  exit_1: price,
  exit_2: z.nullable(price),
  exit_3: z.nullable(price),
});

const stepAt = { at: z.string() };
export const MAX_STEPS = 20;
/** What an educator tells of an open idea as it goes. SPEC's statuses stay: it is active until it is closed. */
const ideaStep = z.discriminatedUnion('kind', [
  z.object({ ...stepAt, kind: z.literal('entry_filled') }),
  /** `share` is in percent of the whole position; the rest goes on. */
  z.object({
    ...stepAt,
    kind: z.literal('exit_taken'),
    level: z.enum(['exit_1', 'exit_2', 'exit_3']),
    share: z.number(),
  }),
  /** At entry 1, after an exit. */
  z.object({ ...stepAt, kind: z.literal('rest_closed') }),
  z.object({ ...stepAt, kind: z.literal('line'), text: z.string() }),
]);
export type IdeaStep = z.infer<typeof ideaStep>;

/** A trade_ideas row in the API: SPEC §3's names, times in ISO 8601 UTC, prices as decimal strings. */
export const tradeIdea = z.object({
  id: z.string(),
  educator_id: z.string(),
  educator_name: z.string(),
  pair: z.string(),
  time_frame: z.string(),
  idea_type: ideaType,
  market_type: market,
  ...ideaLevels.shape,
  status: ideaStatus,
  notes: z.nullable(z.string()),
  image_urls: z.array(z.string()),
  video_url: z.nullable(z.string()),
  audio_url: z.nullable(z.string()),
  /** Null in ideas from before educators were asked; what an older version sent or stored lacks it. */
  disclosure: z._default(z.nullable(disclosure), null),
  /** What the educator reported at the close; every part is optional and null while the idea is open. */
  result_level: z.nullable(resultLevel),
  result_at: z.nullable(z.string()),
  lesson: z.nullable(z.string()),
  /** What an older version sent or stored lacks it. */
  lesson_tag: z._default(z.nullable(lessonTag), null),
  /** Oldest first. What an older version sent or stored lacks them. */
  steps: z._default(z.array(ideaStep), []),
  /** When it was completed or became invalid; null while open. Rows from before these two fields existed lack them. */
  closed_at: z._default(z.nullable(z.string()), null),
  /** The levels of five minutes after publishing, if levels were changed later; null while they are the current ones. */
  plan: z._default(z.nullable(ideaLevels), null),
  /** The levels at the close, if levels were changed after it: a result belongs to them. What an older version sent lacks it. */
  levels_at_close: z._default(z.nullable(ideaLevels), null),
  /** The levels as first published, if they were corrected within five minutes before the close: a result is a range then. */
  first_levels: z._default(z.nullable(ideaLevels), null),
  /** Legacy columns completed ideas may carry. */
  take_profit_1: z.nullable(price),
  take_profit_2: z.nullable(price),
  take_profit_3: z.nullable(price),
  photo_url: z.nullable(z.string()),
  chart_url: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  created_by: z.nullable(z.string()),
  /** Increases with each change; sent back in `If-Match`. */
  version: z.number(),
});
export type TradeIdea = z.infer<typeof tradeIdea>;

/** The market an idea is reported under. SPEC §7: completed S&P 500 pairs are Forex, whatever their educator chose. */
export const getReportedMarket = (idea: Pick<TradeIdea, 'pair' | 'market_type' | 'status'>): Market =>
  isCompleted(idea.status) ? historyMarket(idea) : idea.market_type;

/** An idea as lists and single reads report it. Changes and the ledger have the stored market. */
export const toReportedIdea = (idea: TradeIdea): TradeIdea => ({
  ...idea,
  market_type: getReportedMarket(idea),
});

export const ideaId = z.object({ id: z.guid({ error: 'Not an id' }) });

/** Newest first, paged by cursor: `active` in pages of 500, history of 50. */
const ideaStates = ['active', 'completed'] as const;
export const listIdeas = defineRoute({
  method: 'GET',
  path: '/api/trade-ideas',
  access: 'signedIn',
  summary: 'Trade ideas, newest first',
  failure: 'Failed to get trade ideas',
  query: z.object({
    educatorId: z.optional(educatorId),
    market: z.optional(market),
    ideaType: z.optional(ideaType),
    state: z.optional(z.enum(ideaStates)),
    status: z.optional(ideaStatus),
    /** Any part of the pair; case and separators are ignored (contract/ideas/pairs.ts). */
    pair: z.optional(
      z.string().check(z.maxLength(MAX_PAIR, { error: `Use ${MAX_PAIR} characters or fewer` })),
    ),
    result: z.optional(ideaResult),
    cursor: pageCursor,
    limit: z.optional(
      z.string().check(z.regex(/^[1-9]\d{0,2}$/, { error: 'limit must be a number from 1 to 500' })),
    ),
  }),
  response: z.array(tradeIdea),
  errors: ['INVALID_CURSOR'],
});

export const getIdea = defineRoute({
  method: 'GET',
  path: '/api/trade-ideas/:id',
  access: 'signedIn',
  summary: 'One trade idea',
  failure: 'Failed to get trade ideas',
  params: ideaId,
  response: tradeIdea,
  errors: ['NOT_FOUND'],
});

/** A correction within this time after publishing or the first close counts as fixing a typo. */
export const CORRECTION_WINDOW_MS = 5 * 60_000;

/** What an idea is about: locked with its levels, five minutes after publishing, and at once by a close. */
export const lockedFields = ['pair', 'market_type', 'idea_type'] as const;
