import * as z from 'zod/mini';
import { ideaId } from '../ideas/ideas.ts';
import { exitNames, levelFields } from '../ideas/levels.ts';
import { price } from '../ideas/prices.ts';
import { defineRoute } from '../shared/route.ts';
import { candleSides } from './candles.ts';
import { certainties } from './find-touches.ts';
import { outcomeKinds } from './price-result.ts';

/** More would be closer together than a phone has pixels. */
export const MAX_CHART_CANDLES = 400;

/** R of the plan, as decimals; two values if candles leave open at which price it was. */
const bounds = z.object({ low: z.string(), high: z.string() });
const levelTouch = z.object({
  level: z.enum(levelFields),
  /** Touched within this time; at once if both are equal. */
  from: z.number(),
  to: z.number(),
  certainty: z.enum(certainties),
});
const outcome = z.object({
  kind: z.enum(outcomeKinds),
  /** In their order, until the invalidation. */
  exits: z.array(z.object({ level: z.enum(exitNames), r: bounds })),
  invalidation: z.nullable(bounds),
});

/** The candles around an idea's life. Times are milliseconds since 1970. */
export const ideaChart = z.object({
  /** The name of the source as people know it, and of the instrument there. */
  source: z.string(),
  symbol: z.string(),
  side: z.enum(candleSides),
  /** Demo prices are made up. */
  is_demo: z.boolean(),
  /** Milliseconds of a candle. */
  interval: z.number(),
  /** First touches of the levels as they were moved, in order (docs/candles.md). */
  touches: z.array(levelTouch),
  /** What can have happened to the plan as the track record counts it; null if prices say nothing. */
  result: z.nullable(
    z.object({
      certainty: z.enum(certainties),
      outcomes: z.array(outcome),
      /** The largest moves from the entry on. */
      favourable: z.nullable(bounds),
      adverse: z.nullable(bounds),
    }),
  ),
  /** Oldest first; `at` is the start. */
  candles: z.array(z.object({ at: z.number(), open: price, high: price, low: price, close: price })),
});
export type IdeaChart = z.infer<typeof ideaChart>;

export const getIdeaChart = defineRoute({
  method: 'GET',
  path: '/api/trade-ideas/:id/candles',
  access: 'signedIn',
  summary: 'The candles around an idea; null without a source of prices for it',
  failure: 'Failed to get the chart',
  limit: 'heavyRead',
  params: ideaId,
  status: 200,
  response: z.nullable(ideaChart),
  errors: ['NOT_FOUND'],
});
