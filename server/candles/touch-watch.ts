import { LRUCache } from 'lru-cache';
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
    for (const { idea, touched } of await selectWatchedIdeas(this.#db, symbol.id)) {
      const levels = resultLevels.filter((level) => !touched.includes(level) && isReached(idea, level, news));
      const isNew = this.#seen.get(idea.id) !== idea.version;
      if (levels.some((level) => isNew || isPassed(idea, level, news)))
        await this.#find(idea, levels, symbol);
      this.#seen.set(idea.id, idea.version);
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
