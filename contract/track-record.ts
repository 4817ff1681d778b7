import * as z from 'zod/mini';
import { ideaStatus, ideaType, orderType, resultLevel } from './ideas.ts';
import { market } from './markets.ts';
import { defineRoute } from './route.ts';

/** A percentage of fewer results than this says more about chance than about the educator: none is shown. */
export const MIN_RESULTS_FOR_PERCENT = 20;
/** What is corrected this soon after it was published or said was a slip of the hand, no change of mind. */
export const CORRECTION_MS = 5 * 60_000;

/**
 * The counting rule, as the app shows it. contract/idea-timeline.ts and contract/compute-track-record.ts do what it says, to the
 * letter; whoever has downloaded the ledger can count again.
 */
export const countingRule = [
  'Every idea an educator ever published counts, from the ledger: open, completed, invalid and deleted ones. Nothing is left out.',
  'One R is the distance from entry 1 to the invalidation level as they stood five minutes after publishing; so is the direction. What is moved later changes neither the entry nor the risk of the record.',
  'A result is the distance from that entry to the level that was reached, in R. Which level that was, and when, is the educator’s own word: nothing here is checked against market prices. The ledger shows what was said, and when.',
  'Levels moved later count twice: as they stood five minutes after publishing, and as they stood when the idea was closed. The result ranges over both, for nobody recorded on which side of the move the price was. What is edited after the close counts for nothing.',
  'Three rules are shown side by side. “All at exit 1”: everything is closed at the first exit. “Equal parts”: an equal part is closed at each exit (thirds where there are three). “Last exit”: everything is held for the last one.',
  'What was still held above the highest level that was reached may have ended anywhere from the invalidation level to that level: that is a range, from the worst to the best.',
  'A successful idea without a level reached at least exit 1; where it ended after that is a range. An unsuccessful one without a level ended between the invalidation level and entry 1. One marked completed, without more, ended anywhere from the invalidation level to the last exit.',
  'An invalid idea ended at the invalidation level, or was never entered: a range from that level to zero.',
  'An idea deleted after it was closed counts as it was closed. One deleted while open may have ended anywhere from the invalidation level to the last exit.',
  'What an idea was closed as stays in its range if it is closed as something else more than five minutes later. One that is open again has no result until it is closed anew, and is named.',
  'Open ideas are counted as ideas and have no result yet, however old they are: look at how many there are, and since when. An idea whose invalidation level stands on the wrong side of its entry has no R; it is counted as an idea, and its result is named as missing.',
  'Costs, slippage and whether anyone could trade at these prices are not part of this record.',
  `Means and drawdowns stand beside the number of results they rest on. A percentage needs at least ${MIN_RESULTS_FOR_PERCENT} results.`,
] as const;

/** Said beside the numbers, wherever they are. */
export const PAST_RESULTS =
  'Past results do not predict future results. This record is educational only, is not investment advice, and all trading decisions are at your own risk.';

export const exitRules = ['exit_1', 'parts', 'last_exit'] as const;
export type ExitRule = (typeof exitRules)[number];
export const exitRuleNames: Record<ExitRule, string> = {
  exit_1: 'All at exit 1',
  parts: 'Equal parts',
  last_exit: 'Last exit',
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
