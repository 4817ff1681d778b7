import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { User } from '../../contract/account/auth.ts';
import {
  type CandleSeries,
  type CandleSide,
  type Coverage,
  HOUR_MS,
  joinRanges,
  MINUTE_MS,
} from '../../contract/candles/candles.ts';
import { type ChartBefore, type IdeaChart, MAX_CHART_CANDLES } from '../../contract/candles/idea-chart.ts';
import type { getOwnPrices } from '../../contract/candles/own-prices.ts';
import { canView } from '../../contract/educators/visibility.ts';
import type { TradeIdea } from '../../contract/ideas/ideas.ts';
import type { RouteResponse } from '../../contract/shared/route.ts';
import type { Db } from '../database/connection.ts';
import type { IdeaNotifier } from '../ideas/idea-notifier.ts';
import { AppError } from '../shared/app-error.ts';
import type { Clock } from '../shared/clock.ts';
import { type CandleSource, formatSource, SourceError } from './candle-source.ts';
import {
  BEFORE_MS,
  claimSymbol,
  type DueSymbol,
  insertIdeaSymbol,
  insertSeries,
  joinOldMinutes,
  KEEP_MS,
  releaseSymbol,
  type SymbolRow,
  selectCandles,
  selectCoverage,
  selectMeasured,
  selectNeededRanges,
  selectSeries,
  selectUnmeasured,
} from './candles-db.ts';
import { FILES } from './files-import.ts';
import { evaluateReading, readIdeaPrices, toResultDto } from './idea-prices.ts';
import { PriceChecks } from './price-checks.ts';
import type { AnnouncePrices } from './price-display.ts';
import { TouchWatch } from './touch-watch.ts';
import { deleteOldAlerts, selectOwnTouches } from './touches-db.ts';

const DAY_MS = 24 * HOUR_MS;
/** A process that died lets another one go on after this time. */
const CLAIM_MS = 2 * MINUTE_MS;
/** Ideas whose instrument is looked for in a round. */
const NEW_IDEAS = 100;
/** Calls for one instrument in a round: after an outage the rest follows in the next ones. */
const CALLS_A_ROUND = 8;
/** What one may look at on a chart: the smallest that gives few enough candles. */
const intervals = [1, 5, 15, 60, 240, 1440].map((minutes) => minutes * MINUTE_MS);
/** Of several sides the one that people know. */
const shownSides: readonly CandleSide[] = ['trade', 'mid', 'bid', 'ask'];
const pickSide = (series: readonly CandleSeries[]): CandleSide =>
  shownSides.find((one) => series.some(({ side }) => side === one)) ?? 'trade';

const floor = (at: number, interval: number): number => Math.floor(at / interval) * interval;

/** The newest part of a range that is not covered. */
const findGap = ({ from, to }: Coverage, covered: readonly Coverage[]): Coverage | undefined => {
  let end = to;
  for (const range of covered.toReversed()) {
    if (range.from >= end) continue;
    if (range.to < end) break;
    end = range.from;
  }
  const begin = Math.max(from, ...covered.filter((range) => range.to < end).map((range) => range.to));
  return end > begin ? { from: begin, to: end } : undefined;
};

/** The smallest interval that gives few enough candles; of hours where not all minutes are there. */
const chooseInterval = (
  { from, to }: Coverage,
  covered: readonly (Coverage & { interval: number })[],
): number => {
  const minutes = joinRanges(covered.filter(({ interval }) => interval === MINUTE_MS));
  const hasMinutes = minutes.some((range) => range.from <= from + HOUR_MS && range.to >= to - HOUR_MS);
  const fitting = intervals.find((one) => (to - from) / one <= MAX_CHART_CANDLES) ?? intervals.at(-1)!;
  // Candles of a file may be longer than hours.
  const [finest = HOUR_MS] = covered
    .filter((range) => range.from < to && range.to > from)
    .map(({ interval }) => interval)
    .sort((a, b) => a - b);
  return hasMinutes ? fitting : Math.max(fitting, HOUR_MS, finest);
};

export type CandlesParts = {
  clock: Clock;
  log: FastifyBaseLogger;
  notifier: Pick<IdeaNotifier, 'touched'>;
  /** Null: no price is shown, only what follows from them. */
  announcePrices: AnnouncePrices | null;
};

/** Reads the prices that ideas need from the sources the operator has switched on, and keeps them. */
export class CandlesService {
  readonly #db: Db;
  readonly #sources: ReadonlyMap<string, CandleSource>;
  readonly #parts: CandlesParts;
  readonly #watch: TouchWatch;
  readonly #checks: PriceChecks;
  /** Charts of the minute, or of the day: what many readers look at is computed once. */
  readonly #charts = new LRUCache<string, Promise<IdeaChart>>({ max: 100 });
  /** When a source may be asked again, and why not before. */
  readonly #pauses = new Map<string, { until: number; reason: string }>();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  readonly #stopping = new AbortController();

  constructor(db: Db, sources: readonly CandleSource[], parts: CandlesParts) {
    this.#db = db;
    this.#parts = parts;
    this.#watch = new TouchWatch(db, parts.notifier, parts.clock);
    this.#checks = new PriceChecks(db, parts.clock);
    this.#sources = new Map(sources.map((source) => [source.name, source]));
  }

  /** Reads every minute, shortly after it ended. Does nothing without a source. */
  start(): void {
    if (this.#sources.size === 0) return;
    void this.collect();
    this.#timer = setInterval(() => void this.collect(), MINUTE_MS).unref();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#timer);
    await this.#round;
  }

  /** One round over all instruments; a call during a round waits for that one. A failure is logged, and tried again. */
  collect(): Promise<void> {
    this.#round ??= this.#collectRound()
      .catch((error: unknown) => this.#parts.log.warn({ err: error }, 'Reading prices failed'))
      .finally(() => {
        this.#round = undefined;
      });
    return this.#round;
  }

  async #collectRound(): Promise<void> {
    const now = this.#parts.clock();
    const since = new Date(now.getTime() - KEEP_MS);
    for (const idea of await selectUnmeasured(this.#db, since, NEW_IDEAS)) {
      if (this.#stopping.signal.aborted) return;
      await this.#findSymbol(idea);
    }
    for (const symbol of await selectNeededRanges(this.#db, now, since)) {
      if (this.#stopping.signal.aborted) return;
      const source = this.#sources.get(symbol.source);
      if (source && !this.#isPaused(source)) await this.#readSymbol(source, symbol);
    }
    await this.#parts.announcePrices?.(this.#sources);
    await this.#checks.checkClosed();
  }

  /** The sources that are switched on, and why this process reads none of their prices for now. */
  listSources(): { name: string; problem: string | null }[] {
    return [...this.#sources.values()].map((source) => ({
      name: source.name,
      problem: this.#isPaused(source) ? (this.#pauses.get(source.name)?.reason ?? null) : null,
    }));
  }

  #isPaused({ name }: CandleSource): boolean {
    return (this.#pauses.get(name)?.until ?? 0) > this.#parts.clock().getTime();
  }

  /** A source that fails is left alone for as long as it asks. */
  #pause({ name }: CandleSource, error: unknown): void {
    if (this.#stopping.signal.aborted) return;
    if (!(error instanceof SourceError)) throw error;
    this.#pauses.set(name, { until: this.#parts.clock().getTime() + error.waitMs, reason: error.message });
    this.#parts.log.warn({ source: name, waitMs: error.waitMs, err: error }, 'A source of prices failed');
  }

  /** The first source that has the pair. While one cannot say, the idea waits: its instrument is fixed for good. */
  async #findSymbol(idea: Pick<TradeIdea, 'id' | 'pair'>): Promise<void> {
    for (const source of this.#sources.values()) {
      if (this.#isPaused(source)) return;
      try {
        const name = await source.findSymbol(idea.pair, this.#stopping.signal);
        if (name !== null)
          return await this.#db.transaction((tx) =>
            insertIdeaSymbol(tx, idea, { source: source.name, name }),
          );
      } catch (error) {
        return this.#pause(source, error);
      }
    }
    await this.#db.transaction((tx) => insertIdeaSymbol(tx, idea, null));
  }

  async #readSymbol(source: CandleSource, symbol: DueSymbol): Promise<void> {
    const now = this.#parts.clock();
    if (!(await claimSymbol(this.#db, symbol.id, now, new Date(now.getTime() + CLAIM_MS)))) return;
    try {
      await this.#fillGaps(source, symbol).catch((error) => this.#pause(source, error));
      await this.#watch.watch(symbol);
    } finally {
      await releaseSymbol(this.#db, symbol.id);
    }
  }

  async #fillGaps(source: CandleSource, symbol: DueSymbol): Promise<void> {
    for (let calls = 0; calls < CALLS_A_ROUND && !this.#stopping.signal.aborted; calls++) {
      const gap = await this.#findGap(source, symbol);
      if (!gap) return;
      const series = await source.readCandles(symbol.name, gap.interval, gap, this.#stopping.signal);
      if (!series.some(({ covered }) => covered.length > 0)) return;
      await this.#db.transaction(async (tx) => {
        for (const one of series) await insertSeries(tx, symbol.id, one);
      });
      await sleep(source.pauseMs);
    }
  }

  /** What is needed next and not covered: minutes first, as far as the source has them, then hours. */
  async #findGap({ minutesBackMs, hoursBackMs }: CandleSource, { id, from, to }: DueSymbol) {
    const covered = await selectCoverage(this.#db, id);
    const now = this.#parts.clock().getTime();
    const firstMinute = floor(now - minutesBackMs, HOUR_MS) + HOUR_MS;
    const firstHour = floor(now - hoursBackMs, HOUR_MS) + HOUR_MS;
    const minutes = { from: Math.max(floor(from, HOUR_MS), firstMinute), to: floor(to, MINUTE_MS) };
    const gap = findGap(minutes, joinRanges(covered.filter(({ interval }) => interval === MINUTE_MS)));
    if (gap) return { ...gap, interval: MINUTE_MS };
    const hours = {
      from: Math.max(floor(from, HOUR_MS), firstHour),
      to: Math.min(firstMinute, floor(to, HOUR_MS)),
    };
    const older = findGap(hours, joinRanges(covered));
    // A gap between minutes may begin or end within an hour.
    return older && { from: floor(older.from, HOUR_MS), to: -floor(-older.to, HOUR_MS), interval: HOUR_MS };
  }

  /** The candles around an idea's life; null without a source for it. Throws NOT_FOUND for what a viewer may not see. */
  async readChart(viewer: Pick<User, 'role'>, ideaId: string): Promise<IdeaChart | null> {
    const measured = await selectMeasured(this.#db, ideaId);
    if (!measured || !canView(viewer, measured.idea.educator_id)) throw new AppError('NOT_FOUND');
    const { idea, symbol } = measured;
    if (!symbol || (symbol.source !== FILES && !this.#sources.has(symbol.source))) return null;
    const now = this.#parts.clock().getTime();
    // The prices of an idea that closed long ago stay as they are.
    const isSettled = idea.closed_at !== null && now - Date.parse(idea.closed_at) > DAY_MS;
    const key = `${ideaId} ${idea.version} ${floor(now, isSettled ? DAY_MS : MINUTE_MS)}`;
    const known = this.#charts.get(key) ?? this.#computeChart(idea, symbol);
    this.#charts.set(key, known);
    known.catch(() => this.#charts.delete(key));
    return known;
  }

  /** The prices that stood before an idea was published, for a question about what came then; null without any. */
  async readBefore(ideaId: string): Promise<ChartBefore | null> {
    const measured = await selectMeasured(this.#db, ideaId);
    if (!measured?.symbol || !this.#isShown(measured.symbol)) return null;
    const { idea, symbol } = measured;
    const to = Date.parse(idea.created_at);
    const range = { from: to - BEFORE_MS, to: floor(to, HOUR_MS) };
    const side = pickSide(await selectSeries(this.#db, symbol.id, range));
    const candles = await selectCandles(this.#db, symbol.id, side, range, HOUR_MS);
    if (candles.length === 0) return null;
    return {
      is_demo: symbol.source === 'demo',
      source: formatSource(symbol.source),
      interval: HOUR_MS,
      candles: candles.map(({ at, ...prices }) => ({ at: at - range.to, ...prices })),
    };
  }

  #isShown({ source }: SymbolRow): boolean {
    return this.#parts.announcePrices !== null && (source === FILES || this.#sources.has(source));
  }

  async #computeChart(idea: TradeIdea, symbol: SymbolRow): Promise<IdeaChart> {
    const range = this.#chooseRange(idea);
    const interval = chooseInterval(range, await selectCoverage(this.#db, symbol.id));
    const { series, readings } = await readIdeaPrices(this.#db, idea, symbol.id, new Date(range.to));
    const side = pickSide(series);
    return {
      source: formatSource(symbol.source),
      symbol: symbol.name,
      side,
      is_demo: symbol.source === 'demo',
      interval,
      covered_to: Math.max(0, ...series.flatMap(({ covered }) => covered.map(({ to }) => to))),
      touches: evaluateReading(readings.moved, series).touches.touches,
      result: toResultDto(evaluateReading(readings.locked, series).result),
      candles: this.#parts.announcePrices
        ? await selectCandles(this.#db, symbol.id, side, range, interval)
        : [],
    };
  }

  /** An idea's life with a tenth of it before and after, at least two hours. */
  #chooseRange({ created_at, closed_at }: TradeIdea): Coverage {
    const from = Date.parse(created_at);
    const to = closed_at ? Date.parse(closed_at) : this.#parts.clock().getTime();
    const margin = Math.max(2 * HOUR_MS, (to - from) / 10);
    return { from: floor(from - margin, HOUR_MS), to: Math.min(to + margin, this.#parts.clock().getTime()) };
  }

  /** What prices say of an educator's ideas, for them alone. */
  async readOwn({ educatorId }: Pick<User, 'educatorId'>): Promise<RouteResponse<typeof getOwnPrices>> {
    const touches = await selectOwnTouches(this.#db, educatorId);
    return {
      touches: touches.map((touch) => ({ ...touch, source: formatSource(touch.source) })),
      contradictions: await this.#checks.listOwnContradictions(educatorId),
    };
  }

  get follower(): IdeaNotifier {
    return this.#checks.follower;
  }

  comment(ideaId: string, comment: string): Promise<void> {
    return this.#checks.comment(ideaId, comment);
  }

  /** Keeps hours of what no idea needs by the minute any more, and no alert of a closed idea. */
  async removeOld(): Promise<void> {
    const now = this.#parts.clock();
    await deleteOldAlerts(this.#db);
    await joinOldMinutes(this.#db, now, new Date(now.getTime() - KEEP_MS));
  }
}
