import * as z from 'zod/mini';
import { market } from './markets.ts';
import { price } from './prices.ts';
import { defineRoute } from './route.ts';

/** SPEC §3: stored as BUY or SELL, displayed as Bullish or Bearish. */
export const orderTypes = ['BUY', 'SELL'] as const;
export const orderType = z.enum(orderTypes);
export type OrderType = (typeof orderTypes)[number];
export const orientationOf = (order: OrderType) => (order === 'BUY' ? 'Bullish' : 'Bearish');

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

/** SPEC §4: these count as completed; all others are active and appear to customers. */
export const completedStatuses = [
  'successful',
  'unsuccessful',
  'success',
  'failure',
  'completed',
] as const satisfies readonly IdeaStatus[];
export const isCompleted = (status: IdeaStatus): boolean =>
  (completedStatuses as readonly IdeaStatus[]).includes(status);

/** `success` and `failure` (SPEC §7's PUT) are stored as successful and unsuccessful. */
export const storedStatus = (status: IdeaStatus): IdeaStatus =>
  status === 'success' ? 'successful' : status === 'failure' ? 'unsuccessful' : status;

/** How a completed idea ended. The legacy value `completed` says only that it did: it is neither. */
export const ideaResults = ['successful', 'unsuccessful'] as const;
export const ideaResult = z.enum(ideaResults);
export type IdeaResult = (typeof ideaResults)[number];
export const resultOf = (status: IdeaStatus): IdeaResult | null =>
  ideaResults.find((result) => result === storedStatus(status)) ?? null;
/** Every stored value that means this result. */
export const statusesOf = (result: IdeaResult): IdeaStatus[] =>
  completedStatuses.filter((status) => resultOf(status) === result);

/** SPEC §4: "Leverage Ideas (Forex)": where a completed idea went. */
export const categoryName = (idea: { idea_type: IdeaType }, listedUnder: string): string =>
  `${idea.idea_type} Ideas (${listedUnder})`;

/** SPEC §4: the sentence an invalid idea carries. */
export const invalidationSentence = (idea: { order_type: OrderType; invalidation_level: string }): string =>
  `Idea invalidated as price broke ${idea.order_type === 'BUY' ? 'below' : 'above'} ${idea.invalidation_level}. Looking for new setups.`;

/** SPEC §9. */
export const MAX_PAIR = 30;
export const MAX_TIME_FRAME = 20;

/** Where an idea ended: the level price reached, by the name of its field. Kept beside the status, never instead of it. */
export const resultLevels = ['invalidation_level', 'entry_1', 'exit_1', 'exit_2', 'exit_3'] as const;
export const resultLevel = z.enum(resultLevels);
export type ResultLevel = (typeof resultLevels)[number];

/** A row of trade_ideas as it travels: SPEC §3's names; times ISO 8601 in UTC, prices decimals in strings. */
export const tradeIdea = z.object({
  id: z.string(),
  educator_id: z.string(),
  educator_name: z.string(),
  pair: z.string(),
  time_frame: z.string(),
  order_type: orderType,
  idea_type: ideaType,
  market_type: market,
  entry_1: price,
  entry_2: z.nullable(price),
  invalidation_level: price,
  exit_1: price,
  exit_2: z.nullable(price),
  exit_3: z.nullable(price),
  status: ideaStatus,
  notes: z.nullable(z.string()),
  image_urls: z.array(z.string()),
  video_url: z.nullable(z.string()),
  audio_url: z.nullable(z.string()),
  /** What the educator said of the result when they closed the idea, each part optional; null while it is open. */
  result_level: z.nullable(resultLevel),
  result_at: z.nullable(z.string()),
  lesson: z.nullable(z.string()),
  /** Legacy columns completed ideas may carry. */
  take_profit_1: z.nullable(price),
  take_profit_2: z.nullable(price),
  take_profit_3: z.nullable(price),
  photo_url: z.nullable(z.string()),
  chart_url: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  created_by: z.nullable(z.string()),
  /** Counts up with each change; `If-Match` names it. */
  version: z.number(),
});
export type TradeIdea = z.infer<typeof tradeIdea>;

/** The id in an idea's address. */
export const ideaId = z.object({ id: z.guid({ error: 'Not an id' }) });

/** Which ideas a list holds: `active` is newest first and complete in one page up to 500, history goes by cursor. */
export const ideaStates = ['active', 'completed'] as const;
export const listIdeas = defineRoute({
  method: 'GET',
  path: '/api/trade-ideas',
  access: 'signedIn',
  summary: 'Trade ideas, newest first',
  failure: 'Failed to get trade ideas',
  query: z.object({
    educatorId: z.optional(
      z.string().check(z.regex(/^[1-9]\d{0,3}$/, { error: 'Educator ID is required and must be valid' })),
    ),
    market: z.optional(market),
    ideaType: z.optional(ideaType),
    state: z.optional(z.enum(ideaStates)),
    /** Any part of the pair; case and separators do not matter (contract/pairs.ts). */
    pair: z.optional(z.string().check(z.maxLength(MAX_PAIR, { error: 'That is longer than any pair' }))),
    /** How the idea ended. */
    result: z.optional(ideaResult),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: z.optional(
      z.string().check(z.regex(/^[1-9]\d{0,2}$/, { error: 'A limit is a number from 1 to 500' })),
    ),
  }),
  status: 200,
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
  status: 200,
  response: tradeIdea,
  errors: ['NOT_FOUND'],
});
