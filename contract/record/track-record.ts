import * as z from 'zod/mini';
import { conclusions } from '../candles/price-check.ts';
import { educatorId } from '../educators/educators.ts';
import { ideaStatus, ideaType, lockedFields, orderType, resultLevel } from '../ideas/ideas.ts';
import { market } from '../ideas/markets.ts';
import { defineRoute } from '../shared/route.ts';

/** With fewer results, a percentage says more about chance than about the educator, so none is shown. */
export const MIN_RESULTS_FOR_PERCENT = 20;

/** "How we calculate this". contract/ideas/idea-timeline.ts and contract/record/compute-track-record.ts implement exactly these rules. */
export const calculationRules = [
  'Every idea counts: active, closed, invalid and deleted.',
  "1R is the distance from entry 1 to invalidation, locked five minutes after publishing. Moving the invalidation level later doesn't change it. Pair, market and type are locked with it, and orientation at once.",
  'A result is how far price got from entry 1, in R. Educators report it; where it was checked by prices, that can only narrow a range. The change log shows who said what, and when.',
  'Exit plans: all out at exit 1; an equal share at each exit; everything held to the last exit; or as the educator told it: the shares closed at exits while the idea was open, and the rest at its result.',
  'A change that its educator undid within ten seconds counts as never made. It stays in the change log.',
  'A result can be corrected for five minutes after the first close; one that is replaced later stays in the range. Ideas are in the order of their first close, also those that were reopened.',
  "If we don't know where part of a position ended, we show a range from worst to best case. That covers ideas closed without a level, moved levels, levels corrected less than five minutes before the close, changed results, re-closed ideas, and ideas deleted while active.",
  'An invalid idea counts from −1R to 0R: it was either stopped at invalidation or never entered.',
  'Active ideas have no result yet. An idea with invalidation on the wrong side of entry has no R and is listed as n/a.',
  `Costs and slippage aren't included. Win rate appears after ${MIN_RESULTS_FOR_PERCENT} results.`,
] as const;

export const PAST_RESULTS = 'Past results do not predict future results.';
/** Shown beside the numbers wherever they appear. */
export const PAST_RESULTS_DISCLAIMER = `${PAST_RESULTS} This track record is educational only, is not investment advice, and all trading decisions are at your own risk.`;

/** Exit plans that are the same for all ideas; an educator tells another one with steps. */
export const fixedRules = ['exit_1', 'parts', 'last_exit'] as const;
export type FixedRule = (typeof fixedRules)[number];
export const exitRules = [...fixedRules, 'as_told'] as const;
export type ExitRule = (typeof exitRules)[number];
export const exitRuleNames: Record<ExitRule, string> = {
  exit_1: 'All out at exit 1',
  parts: 'Scale out evenly',
  last_exit: 'Hold to last exit',
  as_told: 'As the educator told it',
};

/** Worst and best case in R, up to eight decimals; equal if the evidence is sufficient. */
const range = z.object({ low: z.string(), high: z.string() });
export type RRange = z.infer<typeof range>;

/** What prices say of a result, with the largest moves in R from the entry on. */
const recordCheck = z.object({
  conclusion: z.enum(conclusions),
  source: z.string(),
  favourable: z.nullable(range),
  adverse: z.nullable(range),
});

const recordEntry = z.object({
  idea_id: z.string(),
  pair: z.string(),
  order_type: orderType,
  idea_type: ideaType,
  market_type: market,
  /** What pair, market or type were when they were locked, if they differ now. */
  published_as: z._default(z.array(z.object({ field: z.enum(lockedFields), value: z.string() })), []),
  published_at: z.string(),
  /** When it was first completed, invalid or deleted; null while open. */
  closed_at: z.nullable(z.string()),
  /** When it was closed last: later than `closed_at` if it was reopened. */
  last_closed_at: z._default(z.nullable(z.string()), null),
  /** Whether it was open again after a close. */
  reopened: z._default(z.boolean(), false),
  status: ideaStatus,
  deleted: z.boolean(),
  result_level: z.nullable(resultLevel),
  /** Null while open, and if R is undefined. */
  r: z.nullable(z.object({ exit_1: range, parts: range, last_exit: range, as_told: range })),
  /** Null if its result was not checked. */
  check: z._default(z.nullable(recordCheck), null),
});
export type RecordEntry = z.infer<typeof recordEntry>;

const ruleFigures = z.object({
  /** Number of results the figures are based on. */
  results: z.number(),
  sum: range,
  mean: z.nullable(range),
  /** Number of results that are certainly (low) and possibly (high) above zero. */
  positive: z.object({ low: z.number(), high: z.number() }),
  /** The same as a percentage with one decimal; null below MIN_RESULTS_FOR_PERCENT results. */
  positive_percent: z.nullable(range),
  /** Largest drop of cumulative R below an earlier peak; zero or positive. */
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
    /** Of all the above: deleted, and deleted while active. */
    deleted: z.number(),
    deleted_open: z.number(),
    /** Open ideas that were closed before. */
    reopened: z.number(),
    /** Closed ideas without an R. */
    without_r: z.number(),
  }),
  /** When the oldest open idea was published; null without one. */
  open_since: z._default(z.nullable(z.string()), null),
  rules: z.object({ exit_1: ruleFigures, parts: ruleFigures, last_exit: ruleFigures, as_told: ruleFigures }),
  /** In order of their first end, then open ideas in order of publication. */
  entries: z.array(recordEntry),
});
export type TrackRecord = z.infer<typeof trackRecord>;

export const listTrackRecords = defineRoute({
  method: 'GET',
  path: '/api/performance',
  access: 'signedIn',
  summary: 'Track records in R, one per educator, computed from the ledger',
  failure: 'Failed to get performance data',
  query: z.object({
    educatorId: z.optional(educatorId),
  }),
  response: z.array(trackRecord),
});
