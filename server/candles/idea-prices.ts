import type { CandleSeries } from '../../contract/candles/candles.ts';
import { findTouches } from '../../contract/candles/find-touches.ts';
import type { IdeaChart } from '../../contract/candles/idea-chart.ts';
import { buildLevelTimelines, type LevelTimeline } from '../../contract/candles/level-timeline.ts';
import { derivePriceResult, type PriceResult, type RBounds } from '../../contract/candles/price-result.ts';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import type { Connection } from '../database/connection.ts';
import { listTimelineRevisions } from '../ideas/ideas-service.ts';
import { BEFORE_MS, selectSeries } from './candles-db.ts';

/** From when on candles say something about an idea. */
export const getFirstCandle = ({ created_at }: TradeIdea): number => Date.parse(created_at) - BEFORE_MS;

/** The readings of an idea's levels. */
export const readLevels = async (db: Connection, { id }: TradeIdea) => {
  const readings = buildLevelTimelines(await listTimelineRevisions(db, id));
  if (!readings) throw new Error(`The ledger has no publication of ${id}`);
  return readings;
};

/** The candles that say what happened to an idea until `end`, and the readings of its levels. */
export const readIdeaPrices = async (db: Connection, idea: TradeIdea, symbolId: string, end: Date) => {
  const readings = await readLevels(db, idea);
  const range = { from: getFirstCandle(idea), to: end.getTime() };
  return { readings, series: await selectSeries(db, symbolId, range) };
};

/** What prices say of one reading; R is that of the plan. */
export const evaluateReading = (reading: LevelTimeline, series: readonly CandleSeries[]) => {
  const touches = findTouches(reading, series);
  return { touches, result: derivePriceResult(reading.plan, touches) };
};

const toBounds = ({ low, high }: RBounds) => ({ low: low.toFixed(2), high: high.toFixed(2) });
const toBoundsOrNull = (bounds: RBounds | null) => bounds && toBounds(bounds);

export const toResultDto = (result: PriceResult | null): IdeaChart['result'] =>
  result && {
    certainty: result.certainty,
    outcomes: result.outcomes.map(({ kind, exits, invalidation }) => ({
      kind,
      exits: exits.map(({ level, r }) => ({ level, r: toBounds(r) })),
      invalidation: toBoundsOrNull(invalidation),
    })),
    favourable: toBoundsOrNull(result.favourable),
    adverse: toBoundsOrNull(result.adverse),
  };
