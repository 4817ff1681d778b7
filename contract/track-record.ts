import * as z from 'zod/mini';
import { ideaStatus, ideaType, orderType, resultLevel } from './ideas.ts';
import { market } from './markets.ts';
import { defineRoute } from './route.ts';

/** A percentage of fewer results than this says more about chance than about the educator: none is shown. */
export const MIN_RESULTS_FOR_PERCENT = 20;
/** What is corrected this soon after it was published or said was a slip of the hand, no change of mind. */
export const CORRECTION_MS = 5 * 60_000;

/**
 * The counting rule as the app shows it, implemented by contract/idea-timeline.ts and contract/compute-track-record.ts.
 * Anyone who has downloaded the ledger can repeat the calculation.
 */
export const countingRule = [
  'Every idea counts: open, closed, invalidated and deleted.',
  '1R is the distance from entry 1 to invalidation, locked five minutes after publishing. Moving the invalidation level later doesn’t change it.',
  'A result is how far price got from entry 1, in R. Educators report it; we don’t check it against market data. The change log shows who said what, and when.',
  'Exit plans: all out at exit 1; an equal share at each exit; everything held to the last exit.',
  'If we don’t know where part of a position ended, we show a range from worst to best case. That covers ideas closed without a level, moved levels, re-closed ideas, and ideas deleted while open.',
  'An invalidated idea counts from −1R to 0R: it was either stopped out or never triggered.',
  'Open ideas have no result yet. An idea with invalidation on the wrong side of entry has no R and is listed as n/a.',
  `Costs and slippage aren’t included. Win rate appears after ${MIN_RESULTS_FOR_PERCENT} results.`,
] as const;

/** Said beside the numbers, wherever they are. */
export const PAST_RESULTS =
  'Past results do not predict future results. This record is educational only, is not investment advice, and all trading decisions are at your own risk.';

export const exitRules = ['exit_1', 'parts', 'last_exit'] as const;
export type ExitRule = (typeof exitRules)[number];
export const exitRuleNames: Record<ExitRule, string> = {
  exit_1: 'All out at exit 1',
  parts: 'Scale out evenly',
  last_exit: 'Hold to last exit',
};

/** From the worst to the best that the evidence allows; both the same where it is enough. In R, up to eight decimals. */
const range = z.object({ low: z.string(), high: z.string() });
export type RRange = z.infer<typeof range>;

/** One idea of the record. */
export const recordEntry = z.object({
  idea_id: z.string(),
  pair: z.string(),
  order_type: orderType,
  idea_type: ideaType,
  market_type: market,
  published_at: z.string(),
  /** When it was completed, invalidated or deleted; null while it is open. */
  closed_at: z.nullable(z.string()),
  status: ideaStatus,
  deleted: z.boolean(),
  result_level: z.nullable(resultLevel),
  /** Null while it is open, and where there is no R. */
  r: z.nullable(z.object({ exit_1: range, parts: range, last_exit: range })),
});
export type RecordEntry = z.infer<typeof recordEntry>;

const ruleFigures = z.object({
  /** How many results the figures rest on. */
  results: z.number(),
  sum: range,
  mean: z.nullable(range),
  /** How many results are certainly, and how many possibly, above zero. */
  positive: z.object({ low: z.number(), high: z.number() }),
  /** The same of a hundred, one decimal; null below MIN_RESULTS_FOR_PERCENT results. */
  positive_percent: z.nullable(range),
  /** The deepest fall of the running sum from a height it had before; zero or positive, in R. */
  drawdown: range,
});
export type RuleFigures = z.infer<typeof ruleFigures>;

export const trackRecord = z.object({
  educator_id: z.string(),
  educator_name: z.string(),
  ideas: z.object({
    total: z.number(),
    open: z.number(),
    successful: z.number(),
    unsuccessful: z.number(),
    completed: z.number(),
    invalid: z.number(),
    /** Of all the above, how many were deleted, and how many of those while they were open. */
    deleted: z.number(),
    deleted_open: z.number(),
    /** Of the open ones, how many were closed before. */
    reopened: z.number(),
    /** Closed, but without an R. */
    without_r: z.number(),
  }),
  rules: z.object({ exit_1: ruleFigures, parts: ruleFigures, last_exit: ruleFigures }),
  /** In the order of their end; open ones last, in the order they were published. */
  entries: z.array(recordEntry),
});
export type TrackRecord = z.infer<typeof trackRecord>;

export const listPerformance = defineRoute({
  method: 'GET',
  path: '/api/performance',
  access: 'signedIn',
  summary: 'Track records in R, one per educator, counted from the ledger (contract/track-record.ts)',
  failure: 'Failed to get performance data',
  query: z.object({
    educatorId: z.optional(
      z.string().check(z.regex(/^[1-9]\d{0,3}$/, { error: 'Educator ID is required and must be valid' })),
    ),
  }),
  status: 200,
  response: z.array(trackRecord),
  errors: [],
});
