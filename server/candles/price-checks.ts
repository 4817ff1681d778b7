import { createHash } from 'node:crypto';
import { type CandleSeries, HOUR_MS, MINUTE_MS } from '../../contract/candles/candles.ts';
import type { Touch } from '../../contract/candles/find-touches.ts';
import { CONTRADICTION_WAIT_MS, type OwnContradiction } from '../../contract/candles/own-prices.ts';
import {
  CHECK_CANDLES,
  CHECK_COMMENT,
  type CheckCandle,
  compareReport,
} from '../../contract/candles/price-check.ts';
import { resultLevels, type TradeIdea } from '../../contract/ideas/ideas.ts';
import type { Connection, Db, Transaction } from '../database/connection.ts';
import type { IdeaNotifier } from '../ideas/idea-notifier.ts';
import { createFeedEntry } from '../ideas/idea-revision.ts';
import { lockIdea } from '../ideas/ideas-service.ts';
import { appendToFeed } from '../live/feed-service.ts';
import { AppError } from '../shared/app-error.ts';
import type { Clock } from '../shared/clock.ts';
import { formatSource } from './candle-source.ts';
import { deleteMeasurement, KEEP_MS, type SymbolRow, selectMeasured } from './candles-db.ts';
import {
  type CheckRow,
  forgetReport,
  formatReport,
  selectCheck,
  selectOwnContradictions,
  selectUnchecked,
  selectWaiting,
  updateComment,
  updateRecorded,
  upsertCheck,
} from './checks-db.ts';
import { evaluateReading, readIdeaPrices, toResultDto } from './idea-prices.ts';
import { deleteFormerTouches } from './touches-db.ts';

/** A result is checked this long after the close: until then it may be undone or completed. */
const AFTER_CLOSE_MS = 10 * MINUTE_MS;
/** Prices that are not there by then are missing. They may come later, and are looked for as often. */
const MISSING_AFTER_MS = 24 * HOUR_MS;

/** The candles of the touches; of one that may have been at any time there is no such candle. */
const pickCandles = (series: readonly CandleSeries[], touches: readonly Touch[]): CheckCandle[] =>
  series.flatMap(({ side, interval, candles }) =>
    candles
      .filter(({ at }) =>
        touches.some(({ from, to }) => to - from <= HOUR_MS && at <= from && at + interval >= to),
      )
      .map(({ at, open, high, low, close }) => ({ side, interval, at, open, high, low, close })),
  );

const computeDigest = (series: readonly CandleSeries[]): string => {
  const hash = createHash('sha256');
  for (const { side, interval, candles } of series)
    for (const { at, open, high, low, close } of candles)
      hash.update(`${side} ${interval} ${at} ${open} ${high} ${low} ${close}\n`);
  return hash.digest('hex');
};

/** Appended last, because the feed stays locked until the commit. */
const record = async (
  tx: Transaction,
  idea: TradeIdea,
  { candles, ...check }: CheckRow['result'],
  at: Date,
  comment = '',
): Promise<void> => {
  const values = { check, [CHECK_CANDLES]: candles, ...(comment && { [CHECK_COMMENT]: comment }) };
  const changes = Object.entries(values).map(([field, value]) => ({ field, old: null, new: value }));
  await appendToFeed(tx, createFeedEntry('checked', idea, idea, { at, actorId: null }, changes));
};

/** Adds contradictions to the ledger, with what their educator says of them. */
const recordWaiting = async (tx: Transaction, which: Parameters<typeof selectWaiting>[1], at: Date) => {
  for (const { check, idea } of await selectWaiting(tx, which)) {
    await updateRecorded(tx, idea.id, at);
    await record(tx, idea, check.result, at, check.comment);
  }
};

const followChange = async (tx: Transaction, before: TradeIdea, after: TradeIdea): Promise<void> => {
  if (before.pair !== after.pair) await deleteMeasurement(tx, after.id);
  if (formatReport(before) !== formatReport(after)) await forgetReport(tx, after.id);
};

/** Compares what educators report at the close with the prices, and adds what comes of it to the ledger. */
export class PriceChecks {
  readonly #db: Db;
  readonly #clock: Clock;
  /** Keeps what prices say of an idea in step with it. */
  readonly follower: IdeaNotifier = {
    changed: async (tx, before, after) => {
      const moved = resultLevels.filter((level) => before[level] !== after[level]);
      if (moved.length > 0) await deleteFormerTouches(tx, after.id, moved);
      await followChange(tx, before, after);
    },
    undone: followChange,
    deleted: (tx, idea, at) => this.#finish(tx, idea, at),
  };

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Checks some closed ideas whose prices are there, and records contradictions that their educator has seen. Returns how many. */
  async checkClosed(): Promise<number> {
    const now = this.#clock().getTime();
    const until = new Date(now - AFTER_CLOSE_MS);
    const latest = new Date(now - MISSING_AFTER_MS);
    const since = new Date(now - KEEP_MS);
    const unchecked = await selectUnchecked(this.#db, { until, latest, since });
    for (const { idea, symbol } of unchecked) await this.#check(idea, symbol);
    const before = new Date(now - CONTRADICTION_WAIT_MS);
    await this.#db.transaction((tx) => recordWaiting(tx, { before }, new Date(now)));
    return unchecked.length;
  }

  /** A deletion takes no contradiction away, nor the check of a result that was not checked yet. */
  async #finish(tx: Transaction, idea: TradeIdea, at: Date): Promise<void> {
    await recordWaiting(tx, { ideaId: idea.id }, at);
    const symbol = idea.closed_at && (await selectMeasured(tx, idea.id))?.symbol;
    if (!symbol || (await selectCheck(tx, idea.id))?.report === formatReport(idea)) return;
    const check = await this.#compare(tx, idea, symbol);
    if (check.conclusion !== 'no result') await record(tx, idea, check, at);
  }

  async #compare(db: Connection, idea: TradeIdea, symbol: SymbolRow): Promise<CheckRow['result']> {
    const end = new Date(Date.parse(idea.closed_at ?? '') + HOUR_MS);
    const { series, readings } = await readIdeaPrices(db, idea, symbol.id, end);
    const planned = evaluateReading(readings.locked, series);
    const moved = evaluateReading(readings.moved, series);
    const { status, result_level } = idea;
    const compared = compareReport({ status, result_level }, planned, moved);
    const { touches, result } = compared.levels === 'planned' ? planned : moved;
    const candles = pickCandles(series, touches.touches);
    return {
      ...compared,
      source: formatSource(symbol.source),
      symbol: symbol.name,
      sides: touches.sides,
      interval: Math.max(
        ...(candles.length > 0 ? candles : series).map(({ interval }) => interval),
        MINUTE_MS,
      ),
      status,
      result_level,
      touches: touches.touches,
      result: toResultDto(result),
      candles,
      digest: computeDigest(series),
    };
  }

  async #check(idea: TradeIdea, symbol: SymbolRow): Promise<void> {
    const now = this.#clock();
    const check = await this.#compare(this.#db, idea, symbol);
    const report = formatReport(idea);
    await this.#db.transaction(async (tx) => {
      const current = await lockIdea(tx, idea.id);
      if (!current || formatReport(current) !== report) return;
      const former = await selectCheck(tx, idea.id);
      if (former?.report === report && former.result.conclusion === check.conclusion)
        return upsertCheck(tx, { ...former, foundAt: now });
      const isRecorded = check.conclusion !== 'contradicted' && check.conclusion !== 'no result';
      // One contradiction after another does not wait anew.
      const isStill = [former?.result, check].every((one) => one?.conclusion === 'contradicted');
      const { foundAt, comment } = former && isStill ? former : { foundAt: now, comment: '' };
      const recordedAt = isRecorded ? now : null;
      await upsertCheck(tx, { ideaId: idea.id, report, result: check, foundAt, comment, recordedAt });
      if (isRecorded) await record(tx, current, check, now);
    });
  }

  async listOwnContradictions(educatorId: string | null): Promise<OwnContradiction[]> {
    const rows = await selectOwnContradictions(this.#db, educatorId);
    return rows.map(({ ideaId, result: { candles: _, ...check }, comment, foundAt }) => ({
      idea_id: ideaId,
      check,
      comment,
      shown_at: new Date(foundAt.getTime() + CONTRADICTION_WAIT_MS).toISOString(),
    }));
  }

  /** Throws COMMENT_CLOSED if there is no contradiction, or everybody sees it already. */
  async comment(ideaId: string, comment: string): Promise<void> {
    if (!(await updateComment(this.#db, ideaId, comment))) throw new AppError('COMMENT_CLOSED');
  }
}
