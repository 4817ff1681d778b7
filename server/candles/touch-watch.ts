import { LRUCache } from 'lru-cache';
import { type CandleSeries, HOUR_MS } from '../../contract/candles/candles.ts';
import { findTouches, type Touches } from '../../contract/candles/find-touches.ts';
import type { LevelTimeline } from '../../contract/candles/level-timeline.ts';
import { type ResultLevel, resultLevels, type TradeIdea } from '../../contract/ideas/ideas.ts';
import type { Db } from '../database/connection.ts';
import type { IdeaNotifier } from '../ideas/idea-notifier.ts';
import type { Clock } from '../shared/clock.ts';
import { formatSource } from './candle-source.ts';
import { type SymbolRow, selectSeries } from './candles-db.ts';
import { getFirstCandle, readLevels } from './idea-prices.ts';
import { clearUnwatched, insertTouch, selectUnwatched, selectWatchedIdeas } from './touches-db.ts';

/** Nobody is told of an older touch: it was read after an outage, or before a source was switched on. */
const NEWS_MS = HOUR_MS;

type News = { low: string; high: string };

/** Whether prices of this range are at a level or beyond it. Rounding may add a level here, but never hides one. */
const isReached = (idea: TradeIdea, level: ResultLevel, { low, high }: News): boolean => {
  if (level === 'entry_1') return isPassed(idea, level, { low, high });
  const price = idea[level];
  if (price === null) return false;
  return (level === 'invalidation_level') === (idea.order_type === 'BUY')
    ? Number(low) <= Number(price)
    : Number(high) >= Number(price);
};

/** Whether a level lies within this range. */
const isPassed = (idea: TradeIdea, level: ResultLevel, { low, high }: News): boolean =>
  Number(low) <= Number(idea[level]) && Number(high) >= Number(idea[level]);

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
  /** The version in which each idea was looked at last. Until the next one only a price that passes a level is news. */
  readonly #seen = new LRUCache<string, number>({ max: 10_000 });

  constructor(db: Db, notifier: Pick<IdeaNotifier, 'touched'>, clock: Clock) {
    this.#db = db;
    this.#notifier = notifier;
    this.#clock = clock;
  }

  /** Looks at what was stored since the last call. One process at a time may do this for an instrument. */
  async watch(symbol: SymbolRow): Promise<void> {
    const news = await selectUnwatched(this.#db, symbol.id);
    if (!news) return;
    const watched = await selectWatchedIdeas(this.#db, symbol.id);
    const reached = watched.map(({ idea, touched }) => {
      const levels = resultLevels.filter((level) => !touched.includes(level) && isReached(idea, level, news));
      return { idea, levels };
    });
    const due = reached.filter(({ idea, levels }) => {
      const isNew = this.#seen.get(idea.id) !== idea.version;
      return levels.some((level) => isNew || isPassed(idea, level, news));
    });
    if (due.length > 0) {
      const now = this.#clock();
      // Read once for all ideas: candles are most of the work.
      const from = Math.min(...due.map(({ idea }) => getFirstCandle(idea)));
      const series = await selectSeries(this.#db, symbol.id, { from, to: now.getTime() });
      for (const { idea, levels } of due) await this.#find(idea, levels, series, symbol, now);
    }
    for (const { idea } of watched) this.#seen.set(idea.id, idea.version);
    await clearUnwatched(this.#db, symbol.id, news.from);
  }

  async #find(
    idea: TradeIdea,
    levels: ResultLevel[],
    series: readonly CandleSeries[],
    symbol: SymbolRow,
    now: Date,
  ): Promise<void> {
    const from = getFirstCandle(idea);
    const own = series
      .map((one) => ({ ...one, candles: one.candles.filter(({ at }) => at + one.interval > from) }))
      .filter(({ candles }) => candles.length > 0);
    const { moved } = await readLevels(this.#db, idea);
    const found = findTouches(dropFormerPrices(moved), own);
    for (const { level, from: since, to } of found.touches) {
      const price = level === 'entry_2' ? null : idea[level];
      if (level === 'entry_2' || price === null || !levels.includes(level) || !isSure(found, level)) continue;
      if (since < findSince(moved, level)) continue;
      await this.#db.transaction(async (tx) => {
        const row = { ideaId: idea.id, level, price, since, until: to, foundAt: now };
        const isNew = (await insertTouch(tx, row)) && now.getTime() - to < NEWS_MS;
        if (isNew)
          await this.#notifier.touched?.(tx, idea, {
            level,
            at: new Date(since),
            source: formatSource(symbol.source),
          });
      });
    }
  }
}
