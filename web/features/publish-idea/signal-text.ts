import type { OrderType } from '../../../contract/ideas.ts';
import { parsePrice } from '../../../contract/prices.ts';
import { findKnownPair } from '../../entities/idea/known-instruments.ts';

/** Values found in a signal, by form field. */
export type SignalValues = {
  pair?: string;
  time_frame?: string;
  order_type?: OrderType;
  entry_1?: string;
  entry_2?: string;
  invalidation_level?: string;
  exit_1?: string;
  exit_2?: string;
  exit_3?: string;
};
type Signal = { values: SignalValues; unread: string[] };

type Section = 'entry' | 'stop' | 'exit';

const directions: Record<string, OrderType> = {
  buy: 'BUY',
  long: 'BUY',
  bullish: 'BUY',
  sell: 'SELL',
  short: 'SELL',
  bearish: 'SELL',
};
const sectionWords: Record<Section, string> = {
  entry: 'entry entries enter e',
  stop: 'sl s/l stop stoploss invalidation inv',
  exit: 'tp t/p target targets exit exits takeprofit',
};
const sections = new Map(
  Object.entries(sectionWords).flatMap(([section, words]) =>
    words.split(' ').map((word) => [word, section as Section] as const),
  ),
);
/** Words without a meaning of their own, such as "loss" of "stop loss". */
const fillers = new Set(
  'loss level limit market order signal now at to and profit take price zone time frame timeframe tf pair new idea'.split(
    ' ',
  ),
);
const sectionFields: Record<Section, readonly (keyof SignalValues)[]> = {
  entry: ['entry_1', 'entry_2'],
  stop: ['invalidation_level'],
  exit: ['exit_1', 'exit_2', 'exit_3'],
};

const NUMBER = /^\d+(\.\d+)?$/;
const ORDINAL = /^[1-3]$/;
/** "4H", "15min", "H4", "D1". */
const TIME_FRAME = /^(?:(\d{1,3})(m|min|h|d|w|mn)|(m|h|d|w|mn)(\d{1,3}))$/i;

/** Splits into words and numbers: removes grouping commas ("64,250.5"), splits ranges, and separates labels from numbers. */
const tokenize = (text: string): string[] =>
  text
    .replace(/(?<![\d.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,])/g, (price) => price.replaceAll(',', ''))
    .replace(/(?<=\d)\s*[-–—]\s*(?=\d)/g, ' ')
    .replace(/(?<=\d),(?=\s|$)/g, ' ')
    .replace(/\b(tp|target|exit|entry|sl|e)([1-3])(?!\.?\d)/gi, '$1 $2 ')
    .replace(/\b(tp|sl)(?=\d)/gi, '$1 ')
    .split(/[\s;:=|()@]+|,(?!\d)/)
    .map((word) => /[\p{L}\d](?:.*[\p{L}\d])?/su.exec(word)?.[0] ?? '')
    .filter(Boolean);

const parseTimeFrame = (word: string): string | null => {
  const [, count, unit, unitFirst, countLast] = TIME_FRAME.exec(word) ?? [];
  const [number, letter] = count ? [count, unit] : [countLast, unitFirst];
  return number && letter ? `${number}${letter.charAt(0).toUpperCase()}` : null;
};

/** An unknown ticker: in capitals, or with a slash. */
const looksLikePair = (word: string) =>
  /^[A-Z]{2,10}[/-][A-Z]{2,6}$/i.test(word) || /^[A-Z]{5,12}\d{0,4}$/.test(word);
const parsePair = (word: string): string | null =>
  findKnownPair(word) ?? (looksLikePair(word) ? word.toUpperCase() : null);

/**
 * Parses a signal such as "EURUSD buy 1.0842, SL 1.0790, TP 1.0900 1.0950, 4H". A number belongs to the label before
 * it, numbers without a label to the entry. Unknown words are returned in `unread`, never guessed.
 */
export const parseSignal = (text: string): Signal => {
  const values: SignalValues = {};
  const unread: string[] = [];
  let section: Section = 'entry';

  const assignPrice = (word: string) => {
    const parsed = parsePrice(word);
    const name = sectionFields[section].find((field) => values[field] === undefined);
    if ('error' in parsed || !name) return void unread.push(word);
    Object.assign(values, { [name]: parsed.price });
    if (section === 'stop') section = 'exit';
  };

  const words = tokenize(text);
  for (const [index, word] of words.entries()) {
    const low = word.toLowerCase();
    const before = words[index - 1]?.toLowerCase() ?? '';
    const pair = values.pair === undefined ? parsePair(word) : null;
    const timeFrame = values.time_frame === undefined ? parseTimeFrame(word) : null;
    if (directions[low] && values.order_type === undefined) values.order_type = directions[low];
    else if (sections.has(low)) section = sections.get(low) ?? section;
    else if (fillers.has(low)) continue;
    // "TP 1 1.0900": skips the ordinal of a label.
    else if (ORDINAL.test(word) && sections.has(before) && NUMBER.test(words[index + 1] ?? '')) continue;
    else if (NUMBER.test(word)) assignPrice(word);
    else if (timeFrame) values.time_frame = timeFrame;
    else if (pair) values.pair = pair;
    else unread.push(word);
  }
  return { values, unread };
};

/** Whether a signal has an entry, and a pair or direction. */
export const isSignal = ({ values }: Signal): boolean =>
  values.entry_1 !== undefined && (values.pair !== undefined || values.order_type !== undefined);
