import { HOUR_MS } from '../../contract/candles/candles.ts';
import { findTouches, type Touches } from '../../contract/candles/find-touches.ts';
import type { LevelTimeline } from '../../contract/candles/level-timeline.ts';
import { type ResultLevel, resultLevels, type TradeIdea } from '../../contract/ideas/ideas.ts';
import type { Db } from '../database/connection.ts';
import type { IdeaNotifier } from '../ideas/idea-notifier.ts';
import type { Clock } from '../shared/clock.ts';
import { formatSource } from './candle-source.ts';
import type { SymbolRow } from './candles-db.ts';
import { readIdeaPrices } from './idea-prices.ts';
import { clearUnwatched, insertTouch, selectUnwatched, selectWatchedIdeas } from './touches-db.ts';

/** Nobody is told of an older touch: it was read after an outage, or before a source was switched on. */
const NEWS_MS = HOUR_MS;

/** Whether prices between `low` and `high` can touch a level. Rounding may add a touch here, but never hides one. */
const canTouch = (
  idea: TradeIdea,
  level: ResultLevel,
  { low, high }: { low: string; high: string },
): boolean => {
  const price = idea[level];
  if (price === null) return false;
  const [isReachedFromBelow, isReachedFromAbove] = [
    Number(high) >= Number(price),
    Number(low) <= Number(price),
  ];
  if (level === 'entry_1') return isReachedFromBelow && isReachedFromAbove;
  return (level === 'invalidation_level') === (idea.order_type === 'BUY')
    ? isReachedFromAbove
    : isReachedFromBelow;
};

/** When a level got the price it has now. */
const findSince = ({ spans }: LevelTimeline, level: ResultLevel): number => {
  const price = spans.at(-1)?.levels[level];
  const other = spans.findLastIndex(({ levels }) => levels[level] !== price);
  return spans[other + 1]?.from ?? 0;
};

/** A moved exit or invalidation can be touched again: what it was before is left out. */
const dropFormerPrices = (timeline: LevelTimeline): LevelTimeline => ({
  ...timeline,
  spans: timeline.spans.map((span) => {
    const former = resultLevels.filter(
      (level) => level !== 'entry_1' && span.from < findSince(timeline, level),
    );
    return {
      ...span,
      levels: { ...span.levels, ...Object.fromEntries(former.map((level) => [level, null])) },
    };
  }),
});

/** Touched in every course of events, whatever came before it. */
const isSure = ({ courses }: Touches, level: ResultLevel): boolean =>
  courses.length > 0 &&
  courses.every(({ touches }) => touches.some((touch) => touch.level === level && !touch.isLost));

/** Finds which levels of open ideas were touched by new candles, and tells who wants to know: once for each price of a level. */
export class TouchWatch {
  readonly #db: Db;
  readonly #notifier: Pick<IdeaNotifier, 'touched'>;
  readonly #clock: Clock;

  constructor(db: Db, notifier: Pick<IdeaNotifier, 'touched'>, clock: Clock) {
    this.#db = db;
    this.#notifier = notifier;
    this.#clock = clock;
  }

  /** Looks at what was stored since the last call. One process at a time may do this for an instrument. */
  async watch(symbol: SymbolRow): Promise<void> {
    const news = await selectUnwatched(this.#db, symbol.id);
    if (!news) return;
    for (const { idea, touched } of await selectWatchedIdeas(this.#db, symbol.id)) {
      const levels = resultLevels.filter((level) => !touched.includes(level) && canTouch(idea, level, news));
      if (levels.length > 0) await this.#find(idea, levels, symbol);
    }
    await clearUnwatched(this.#db, symbol.id, news.from);
  }

  async #find(idea: TradeIdea, levels: ResultLevel[], symbol: SymbolRow): Promise<void> {
    const now = this.#clock();
    const { series, readings } = await readIdeaPrices(this.#db, idea, symbol.id, now);
    const found = findTouches(dropFormerPrices(readings.moved), series);
    for (const { level, from, to } of found.touches) {
      const price = level === 'entry_2' ? null : idea[level];
      if (level === 'entry_2' || price === null || !levels.includes(level) || !isSure(found, level)) continue;
      if (from < findSince(readings.moved, level)) continue;
      await this.#db.transaction(async (tx) => {
        const row = { ideaId: idea.id, level, price, since: from, until: to, foundAt: now };
        const isNew = (await insertTouch(tx, row)) && now.getTime() - to < NEWS_MS;
        if (isNew)
          await this.#notifier.touched(tx, idea, {
            level,
            at: new Date(from),
            source: formatSource(symbol.source),
          });
      });
    }
  }
}
