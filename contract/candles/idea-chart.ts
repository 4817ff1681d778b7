import * as z from 'zod/mini';
import { ideaId } from '../ideas/ideas.ts';
import { price } from '../ideas/prices.ts';
import { defineRoute } from '../shared/route.ts';
import { candleSides } from './candles.ts';
import { levelTouch, priceResult } from './price-check.ts';

/** More would be closer together than a phone has pixels. */
export const MAX_CHART_CANDLES = 400;

const chartCandle = z.object({ at: z.number(), open: price, high: price, low: price, close: price });

/** The candles before an idea was published. Their times are milliseconds before it, so they tell no date. */
export const chartBefore = z.object({
  is_demo: z.boolean(),
  source: z.string(),
  interval: z.number(),
  candles: z.array(chartCandle),
});
export type ChartBefore = z.infer<typeof chartBefore>;

/** The candles around an idea's life. Times are milliseconds since 1970. */
const ideaChart = z.object({
  /** The name of the source as people know it, and of the instrument there. */
  source: z.string(),
  symbol: z.string(),
  side: z.enum(candleSides),
  /** Demo prices are made up. */
  is_demo: z.boolean(),
  /** Milliseconds of a candle. */
  interval: z.number(),
  /** Until when prices were read; 0 if they were not. */
  covered_to: z.number(),
  /** First touches of the levels as they were moved, in order (docs/candles.md). */
  touches: z.array(levelTouch),
  /** What can have happened to the plan as the track record counts it; null if prices say nothing. */
  result: z.nullable(priceResult),
  /** Oldest first; `at` is the start. None where the operator shows no prices. */
  candles: z.array(chartCandle),
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
  response: z.nullable(ideaChart),
  errors: ['NOT_FOUND'],
});
