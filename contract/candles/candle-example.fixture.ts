import type { Levels } from '../ideas/levels.ts';
import {
  type Candle,
  type CandleSeries,
  type CandleSide,
  type Coverage,
  HOUR_MS,
  MINUTE_MS,
} from './candles.ts';
import { findTouches } from './find-touches.ts';
import type { LevelSpan } from './level-timeline.ts';
import { derivePriceResult, type RBounds } from './price-result.ts';
import { START } from './tick-stories.fixture.ts';

/** Bullish from 100, 1R is 10. */
export const buy: Levels = {
  order_type: 'BUY',
  entry_1: '100',
  entry_2: null,
  invalidation_level: '90',
  exit_1: '110',
  exit_2: '120',
  exit_3: null,
};
/** The same downwards. */
export const sell: Levels = {
  ...buy,
  order_type: 'SELL',
  invalidation_level: '110',
  exit_1: '90',
  exit_2: '80',
};

type Row = readonly [minute: number, open: number, high: number, low: number, close: number];

/** Candles of one side; every minute from 0 to 120 is covered unless ranges are given. */
export const series = (
  side: CandleSide,
  rows: readonly Row[],
  { interval = MINUTE_MS, covered = [[0, 120]] }: { interval?: number; covered?: [number, number][] } = {},
): CandleSeries => ({
  side,
  interval,
  candles: rows.map(([minute, ...prices]): Candle => {
    const [open, high, low, close] = prices.map(String) as [string, string, string, string];
    return { at: START + minute * MINUTE_MS, open, high, low, close };
  }),
  covered: covered.map(
    ([from, to]): Coverage => ({ from: START + from * MINUTE_MS, to: START + to * MINUTE_MS }),
  ),
});

export const hour = { interval: HOUR_MS };

const formatR = ({ low, high }: RBounds) => (low.eq(high) ? `${low}R` : `${low}R to ${high}R`);

/**
 * What is found for an idea that stood open from minute 10 to minute 100, or in the given spans (minutes and what differs
 * from the levels).
 */
export const look = (
  levels: Levels,
  found: CandleSeries | CandleSeries[],
  spans: [from: number, to: number, changed?: Partial<Levels>][] = [[10, 100]],
) => {
  const timeline = {
    plan: levels,
    spans: spans.map(
      ([from, to, changed]): LevelSpan => ({
        from: START + from * MINUTE_MS,
        to: START + to * MINUTE_MS,
        levels: { ...levels, ...changed },
      }),
    ),
  };
  const touches = findTouches(timeline, [found].flat());
  const result = derivePriceResult(levels, touches);
  const toMinute = (at: number) => (at - START) / MINUTE_MS;
  return {
    sides: touches.sides,
    problem: touches.problem,
    /** "exit_1 12-13 certain" */
    touches: touches.touches.map(
      ({ level, from, to, certainty }) => `${level} ${toMinute(from)}-${toMinute(to)} ${certainty}`,
    ),
    certainty: result?.certainty,
    /** "entered, exit_1 1R, invalidation -1R" */
    outcomes: result?.outcomes.map(({ kind, exits, invalidation }) =>
      [
        kind,
        ...exits.map(({ level, r }) => `${level} ${formatR(r)}`),
        ...(invalidation ? [`invalidation ${formatR(invalidation)}`] : []),
      ].join(', '),
    ),
    favourable: result?.favourable && formatR(result.favourable),
    adverse: result?.adverse && formatR(result.adverse),
  };
};
