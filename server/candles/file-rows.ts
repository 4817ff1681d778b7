import { type FileHandle, open } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { HOUR_MS, MINUTE_MS } from '../../contract/candles/candles.ts';
import { OperatorError } from '../shared/operator-error.ts';
import { readPrice } from './candle-source.ts';

/** No zone changes its clock in between. */
const QUARTER_MS = 15 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Converts what a clock shows; null for a time that the clock skips or shows twice. */
export const createZone = (name: string): ((shown: number) => number | null) => {
  const [, sign, hours = '', minutes = '00'] = /^(?:UTC|GMT)([+-])(\d\d?)(?::?(\d\d))?$/i.exec(name) ?? [];
  let format: Intl.DateTimeFormat;
  try {
    const timeZone = sign ? `${sign}${hours.padStart(2, '0')}:${minutes}` : name;
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    throw new OperatorError(`There is no time zone ${name}: use a name like Europe/Athens, or UTC-5.`);
  }
  const readOffset = (at: number) =>
    -Date.parse(`1970-01-01T00:00${/[+-]\d\d:\d\d/.exec(format.format(at))?.[0] ?? 'Z'}`);
  const known = new LRUCache<number, { offsets: number[] }>({ max: 10_000 });
  return (shown) => {
    const quarter = Math.floor(shown / QUARTER_MS) * QUARTER_MS;
    let found = known.get(quarter);
    if (!found) {
      const possible = new Set([readOffset(quarter - DAY_MS), readOffset(quarter + DAY_MS)]);
      found = { offsets: [...possible].filter((offset) => readOffset(quarter - offset) === offset) };
      known.set(quarter, found);
    }
    const [offset, other] = found.offsets;
    return offset === undefined || other !== undefined ? null : shown - offset;
  };
};

/** A row as written: `shown` is what a clock showed, or the time itself if it was written with its zone. */
type FileRow = { shown: number; hasZone: boolean; open: string; high: string; low: string; close: string };
type Layout = { separator: string; times: number[]; prices: number[]; zone: string; hasHeader: boolean };

const TIME =
  /^(\d{4})[-./]?(\d\d)[-./]?(\d\d)(?:[T ](\d\d):?(\d\d)(?::?(\d\d)(?:\.\d+)?)?)?(?: ?GMT)?(Z|[+-]\d\d:?\d\d)?$/;

const readTime = (text: string): Pick<FileRow, 'shown' | 'hasZone'> => {
  if (/^\d{9,10}$/.test(text)) return { shown: Number(text) * 1_000, hasZone: true };
  // Some write the day first.
  const found = TIME.exec(text.replace(/^(\d\d)\.(\d\d)\.(\d{4})/, '$3.$2.$1'));
  const [, year, month, day, hour = '00', minute = '00', second = '00', zone] = found ?? [];
  const shown = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone ?? 'Z'}`);
  return { shown, hasZone: zone !== undefined };
};

const readRow = (line: string, { separator, times, prices, zone }: Layout): FileRow | null => {
  const cells = line.replaceAll('"', '').split(separator);
  const time = readTime(`${times.map((index) => cells[index]?.trim()).join(' ')}${zone}`);
  const [open, high, low, close] = prices.map((index) =>
    readPrice((cells[index] ?? '').trim().replace(',', '.')),
  );
  if (Number.isNaN(time.shown) || !open || !high || !low || !close) return null;
  const isCandle = +high >= Math.max(+open, +close) && +low <= Math.min(+open, +close);
  return isCandle ? { ...time, open, high, low, close } : null;
};

/** By the header of TradingView, MetaTrader 5 and Dukascopy, or by the shape of MetaTrader 4 and HistData. */
const readLayout = (line: string): Layout | null => {
  const separator = ['\t', ';'].find((one) => line.includes(one)) ?? ',';
  const cells = line
    .toLowerCase()
    .split(separator)
    .map((cell) => cell.replace(/[<>"]/g, '').trim());
  const named = ['open', 'high', 'low', 'close'].map((name) => cells.indexOf(name));
  const times = cells.flatMap((cell, index) => (/^date$|^(gmt |local )?time$/.test(cell) ? [index] : []));
  const zone = cells.includes('gmt time') ? 'Z' : '';
  if (times.length > 0 && !named.includes(-1))
    return { separator, times, prices: named, zone, hasHeader: true };
  const first = /^\d\d:\d\d/.test(cells[1] ?? '') ? 2 : 1;
  const prices = [0, 1, 2, 3].map((index) => first + index);
  const layout = { separator, times: [0, 1].slice(0, first), prices, zone, hasHeader: false };
  return readRow(line, layout) && layout;
};

/** The lines of a file with their numbers; null for one that is no row. Throws OperatorError for what is no such file. */
export async function* readRows(path: string): AsyncGenerator<{ number: number; row: FileRow | null }> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    const encoding = buffer.readUInt16LE() === 0xfeff ? 'utf16le' : 'utf8';
    let number = 0;
    let layout: Layout | null = null;
    for await (const text of file.readLines({ encoding, start: 0, autoClose: false })) {
      number += 1;
      const line = text.replace(/^\ufeff/, '');
      if (line.trim() === '') continue;
      const isFirst = layout === null;
      layout ??= readLayout(line);
      if (!layout) throw new Error(`line ${number} is neither a header nor a row of a known format`);
      if (isFirst && layout.hasHeader) continue;
      yield { number, row: readRow(line, layout) };
    }
  } catch (error) {
    throw new OperatorError(`Can't read ${path}: ${(error as Error).message}.`);
  } finally {
    await file?.close();
  }
}
