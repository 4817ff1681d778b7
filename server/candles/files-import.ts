import {
  type Candle,
  type CandleSide,
  type Coverage,
  HOUR_MS,
  MINUTE_MS,
  subtractRanges,
} from '../../contract/candles/candles.ts';
import type { Db } from '../database/connection.ts';
import type { Clock } from '../shared/clock.ts';
import { OperatorError } from '../shared/operator-error.ts';
import { ensureSymbol, insertSeries, measureIdeas } from './candles-db.ts';
import { createZone, readRows } from './file-rows.ts';
import { PriceChecks } from './price-checks.ts';

/** The source of what was imported. */
export const FILES = 'files';

const BATCH = 5_000;
/** More is another format, and more ranges than one statement can store. */
const MAX_GAPS = 1_000;

type FileImport = { path: string; pair: string; zone: string; side: CandleSide };
/** `onProgress` gets the rows stored so far. */
type ImportParts = { clock: Clock; onProgress: (rows: number) => void };

/** The smallest difference between two rows, in any order. */
const findInterval = async (path: string): Promise<number> => {
  const times: number[] = [];
  for await (const { row } of readRows(path)) if (row) times.push(row.shown);
  const sorted = Float64Array.from(times).sort();
  let interval = Number.POSITIVE_INFINITY;
  sorted.forEach((time, index) => {
    const difference = time - (sorted[index - 1] ?? time);
    if (difference > 0 && difference < interval) interval = difference;
  });
  if (interval % MINUTE_MS === 0 && (24 * HOUR_MS) % interval === 0) return interval;
  throw new OperatorError(
    interval === Number.POSITIVE_INFINITY
      ? `${path} has no two rows of different times.`
      : `The rows of ${path} are ${interval / MINUTE_MS} minutes apart, which does not divide a day.`,
  );
};

/** Stores a file's candles in batches, then what they cover. Run again, it goes on. */
export const importFile = async (
  db: Db,
  { path, pair, zone, side }: FileImport,
  { clock, onProgress }: ImportParts,
) => {
  const name = pair.toUpperCase();
  if (!/^[A-Z0-9]{2,12}(\/[A-Z0-9]{2,12})?$/.test(name))
    throw new OperatorError(`${pair} is not a pair like EUR/USD.`);
  const convert = createZone(zone);
  const interval = await findInterval(path);
  const symbolId = await ensureSymbol(db, { source: FILES, name });
  const now = clock().getTime();
  const imported = {
    rows: 0,
    stored: 0,
    leftOut: 0,
    firstLeftOut: [] as number[],
    hasZone: false,
    ideas: 0,
    checked: 0,
  };
  const gaps: Coverage[] = [];
  let batch: Candle[] = [];
  const store = async () => {
    imported.stored += await db.transaction((tx) =>
      insertSeries(tx, symbolId, { side, interval, candles: batch, covered: [] }),
    );
    onProgress(imported.rows);
    batch = [];
  };
  let [from, to] = [Number.POSITIVE_INFINITY, 0];
  let previous: number | undefined;
  let isInterrupted = false;
  for await (const { number, row } of readRows(path)) {
    const at = row && (row.hasZone ? row.shown : convert(row.shown));
    // A candle is as long as the others unless the clock is changed in it.
    const last = row && (row.hasZone ? row.shown + interval - 1 : convert(row.shown + interval - 1));
    if (row === null || at === null || last !== at + interval - 1 || last >= now) {
      imported.leftOut += 1;
      if (imported.firstLeftOut.length < 10) imported.firstLeftOut.push(number);
      isInterrupted = true;
      continue;
    }
    // What was left out may have been anywhere in between.
    if (isInterrupted && previous !== undefined)
      gaps.push({ from: Math.min(previous, at) + interval, to: Math.max(previous, at) });
    if (gaps.length > MAX_GAPS)
      throw new OperatorError(`Too many lines can't be read, the first is line ${imported.firstLeftOut[0]}.`);
    [previous, isInterrupted] = [at, false];
    [from, to] = [Math.min(from, at), Math.max(to, at + interval)];
    imported.rows += 1;
    imported.hasZone ||= row.hasZone;
    batch.push({ ...row, at });
    if (batch.length === BATCH) await store();
  }
  if (batch.length > 0) await store();
  await db.transaction(async (tx) => {
    const covered = subtractRanges(from < to ? [{ from, to }] : [], gaps);
    await insertSeries(tx, symbolId, { side, interval, candles: [], covered });
    imported.ideas = await measureIdeas(tx, symbolId, name);
  });
  const checks = new PriceChecks(db, clock);
  for (let checked = 1; checked > 0; imported.checked += checked) checked = await checks.checkClosed();
  return imported;
};
