import type { OrderType } from '../../../contract/ideas/ideas.ts';
import { findInstrument, findPairOfSides, type Instrument } from './signal-instruments.ts';
import { readTimeFrame } from './signal-time-frames.ts';
import { fold, type NumberToken, type Token, type WordToken } from './signal-tokens.ts';
import {
  currencySigns,
  findMeaning,
  type LevelKind,
  type Meaning,
  months,
  negations,
  quantities,
  turkishWords,
  units,
} from './signal-words.ts';

type Place = { start: number; end: number };
export type NumberItem = Place & {
  is: 'number';
  /** The digits as written. */
  text: string;
  thousands: boolean;
  glued: boolean;
  /** It has a unit of its own ("50 pips"), or is a date, a time or an id. */
  other: boolean;
};
/** A token with its meaning. */
export type Item =
  | NumberItem
  | (Place & { is: 'label'; level: LevelKind })
  | (Place & { is: 'direction'; direction: OrderType; weak: boolean })
  | (Place & { is: 'pair'; tagged: boolean } & Instrument)
  | (Place & { is: 'time-frame'; frame: string })
  | (Place & { is: 'ordinal' | 'bullet'; ordinal: number })
  | (Place & { is: 'joiner'; range: boolean })
  | (Place & { is: 'mark'; text: string })
  | (Place & { is: 'break'; newLine: boolean; text: string })
  | (Place & { is: 'order' | 'pair-label' | 'time-frame-label' | 'filler' | 'report' | 'none' });

/** The word directly behind `token`, or behind one of `marks`; null across a line end. */
const wordAfter = (tokens: readonly Token[], index: number, marks = ''): [WordToken, number] | null => {
  const next = tokens[index + 1];
  if (next?.kind === 'word') return [next, index + 1];
  const after = tokens[index + 2];
  if (next?.kind !== 'mark' || !marks.includes(next.text) || after?.kind !== 'word') return null;
  return [after, index + 2];
};

const hasGap = (left: Token, right: Token) => left.end < right.start;
const isCapital = (word: string) => word === word.toUpperCase();
/** Written apart, both sides are in capitals or among the best known currencies. */
const MAJOR = /^(?:usd|eur|gbp|jpy|chf|aud|cad|nzd)$/i;

type Found<Value> = { value: Value; last: number } | null;

const findPairAt = (tokens: readonly Token[], index: number): Found<Instrument> => {
  const token = tokens[index];
  if (token?.kind === 'number') {
    if (token.suffix.length < 2 || !isForeign(token.suffix)) return null;
    // "1000PEPEUSDT" and "1INCH/USDT"
    const name = `${token.text}${token.suffix}`;
    const quote = tokens[index + 1]?.kind === 'mark' ? wordAfter(tokens, index, '/-_:') : null;
    const pair = quote && findPairOfSides(name, quote[0].text);
    if (pair) return { value: pair, last: quote[1] };
    const instrument = findInstrument(name);
    return instrument && { value: instrument, last: index };
  }
  if (token?.kind !== 'word' || !token.folded) return null;
  const second = wordAfter(tokens, index, '/-_:&');
  if (second) {
    const [{ text }, last] = second;
    const apart = last === index + 1;
    const sure =
      !apart || (isCapital(token.text) && isCapital(text)) || (MAJOR.test(token.text) && MAJOR.test(text));
    const pair = sure ? findPairOfSides(token.text, text) : null;
    const known = pair && (!apart || MAJOR.test(token.text) || findInstrument(token.text) !== null);
    if (known) return { value: pair, last };
    // "S&P 500", "Dow Jones"
    if (/^s$/i.test(token.text) && /^p$/i.test(text)) {
      const size = tokens[last + 1];
      return size?.kind === 'number' && size.text === '500'
        ? { value: { pair: 'SPX500', certainty: 'name' }, last: last + 1 }
        : null;
    }
    const joined = apart && /^(?:dowjones)$/i.test(token.text + text) && findInstrument(token.text + text);
    if (joined) return { value: joined, last };
  }
  const size = tokens[index + 1];
  if (size?.kind === 'number' && /^\d{2,4}$/.test(size.text) && !size.prefix) {
    // "US30", "US 30" and "NAS100"; the first one with a size wins over "NAS".
    const instrument = findInstrument(`${token.text}${size.text}${size.suffix}`.toUpperCase());
    if (instrument && /\d/.test(`${token.text}${size.text}`)) return { value: instrument, last: index + 1 };
  }
  const instrument = findInstrument(token.text);
  return instrument && { value: instrument, last: index };
};

const countDecimals = (token: Token | undefined) =>
  token?.kind === 'number' ? (/[.,](\d+)$/.exec(token.text)?.[1]?.length ?? 0) : null;

/** The index of the number behind a word such as "lot", with or without a colon. */
const findNumberAfter = (tokens: readonly Token[], word: number): number | null => {
  const next = tokens[word + 1];
  const index = next?.kind === 'mark' && /[:=]/.test(next.text) ? word + 2 : word + 1;
  return tokens[index]?.kind === 'number' ? index : null;
};

const LARGEST_QUANTITY = 100;

/** "Lot 0.5": the word may stand before the number. In "1 lot 1.0842" it belongs to the number with fewer decimals. */
const isQuantityOf = (tokens: readonly Token[], index: number): boolean => {
  const mark = tokens[index - 1];
  const isMarked = mark?.kind === 'mark' && /[:=]/.test(mark.text);
  const at = isMarked ? index - 2 : index - 1;
  const word = tokens[at];
  // "Pips: 52" needs its colon, "lot 0.5" does not.
  if (word?.kind !== 'word' || !(isMarked ? units : quantities).has(word.folded)) return false;
  const left = tokens[at - 1];
  const decimals = countDecimals(left);
  if (left?.kind !== 'number' || decimals === null) return true;
  return Number.parseFloat(left.text) > LARGEST_QUANTITY || decimals >= (countDecimals(tokens[index]) ?? 0);
};

const isUnit = (suffix: string) =>
  units.has(fold(suffix)) || findMeaning([fold(suffix)])?.meaning.is !== 'label';
const isForeign = (suffix: string) =>
  suffix !== '' && !units.has(fold(suffix)) && !currencySigns.has(fold(suffix));
/** "1.0842SL 1.0790": a word may follow without a space. */
const readSuffix = (token: NumberToken): Item => {
  const place = { start: token.end - token.suffix.length, end: token.end };
  const meaning = findMeaning([fold(token.suffix)])?.meaning;
  return meaning?.is === 'label' ? { ...meaning, ...place } : { is: 'none', ...place };
};

/** "SL -52" is a distance; "TP1 -1.0900" and "148 -150" have a dash. */
const isNegative = (tokens: readonly Token[], index: number): boolean => {
  const [left, sign, number] = [tokens[index - 2], tokens[index - 1], tokens[index]!];
  if (sign?.kind !== 'mark' || sign.text !== '-' || sign.end < number.start || left?.kind !== 'word')
    return false;
  return hasGap(left, sign) && number.kind === 'number' && /^\d{1,3}$/.test(number.text);
};

const readNumber = (tokens: readonly Token[], index: number): [NumberItem, number] => {
  const token = tokens[index] as NumberToken;
  const suffix = token.suffix.toLowerCase();
  const thousands = suffix === 'k' || suffix === 'к';
  let last = index;
  let other =
    token.unusable ||
    token.prefix !== '' ||
    isNegative(tokens, index) ||
    /^0\d/.test(token.text) ||
    (suffix !== '' && !thousands && !currencySigns.has(suffix) && isUnit(suffix));
  const next = tokens[index + 1];
  const before = tokens[index - 1];
  const isDay = /^\d{1,2}$/.test(token.text) || /^20\d\d$/.test(token.text);
  if (isDay && before?.kind === 'word' && months.has(before.folded)) other = true;
  if (isQuantityOf(tokens, index)) other = true;
  if (next?.kind === 'word' && (units.has(next.folded) || (isDay && months.has(next.folded)))) {
    const following = findNumberAfter(tokens, index + 1);
    const isOwn = following === null || !isQuantityOf(tokens, following);
    // "1.0842 Point d'entrée 1.0850" and "1.0900 H4" are no units.
    const isLabel = findMeaningAt(tokens, index + 1)?.value.is === 'label';
    if (isOwn && !isLabel && !readTimeFrame(tokens, index + 1)) {
      other = true;
      last = index + 1;
    }
  } else if (next?.kind === 'mark' && units.has(next.text)) {
    other = true;
    last = index + 1;
  } else if (next?.kind === 'word' && currencySigns.has(next.folded) && !findPairAt(tokens, index + 1)) {
    last = index + 1;
  }
  const start = token.prefix ? token.start - 1 : token.start;
  const end = tokens[last]?.end ?? token.end;
  return [{ is: 'number', text: token.text, thousands, glued: token.glued, other, start, end }, last];
};

const ORDINAL_SUFFIX = /^(?:st|nd|rd|th)$/i;

/** The words from `index` on that stand in a row, folded. */
const wordsFrom = (tokens: readonly Token[], index: number): { words: string[]; ends: number[] } => {
  const words: string[] = [];
  const ends: number[] = [];
  let at = index;
  for (;;) {
    const token = tokens[at];
    if (token?.kind !== 'word' || words.length === 4) return { words, ends };
    words.push(token.folded);
    ends.push(at);
    const next = tokens[at + 1];
    const joined = next?.kind === 'mark' && /[-'/]/.test(next.text) && !hasGap(token, next);
    at += joined && tokens[at + 2]?.kind === 'word' ? 2 : 1;
  }
};

const findMeaningAt = (tokens: readonly Token[], index: number): Found<Meaning> => {
  const token = tokens[index] as WordToken;
  // "T1" and "E1": the letters alone are ordinary words.
  const next = tokens[index + 1];
  if (/^[te]$/.test(token.folded) && next?.kind === 'number' && (next.glued || next.start === token.end))
    return { value: { is: 'label', level: token.folded === 't' ? 'exit' : 'entry' }, last: index };
  const { words, ends } = wordsFrom(tokens, index);
  const found = findMeaning(words);
  return found && { value: found.meaning, last: ends[found.length - 1] ?? index };
};

const isNegated = (tokens: readonly Token[], index: number): boolean =>
  [1, 2, 3].some((back) => {
    const token = tokens[index - back];
    return token?.kind === 'word' && negations.has(token.folded);
  });

/** Finds the meaning of each token, in one pass. */
export const findItems = (tokens: readonly Token[]): Item[] => {
  const items: Item[] = [];
  const isTurkish = tokens.some((token) => token.kind === 'word' && turkishWords.has(token.folded));
  let index = 0;
  const push = (item: Item, last: number) => {
    items.push(item);
    index = last + 1;
  };

  while (index < tokens.length) {
    const token = tokens[index]!;
    const { start } = token;
    const to = (last: number): Place => ({ start, end: tokens[last]?.end ?? token.end });
    if (token.kind === 'break')
      push({ is: 'break', newLine: token.newLine, text: token.text, ...to(index) }, index);
    else if (token.kind === 'mark') push({ is: 'mark', text: token.text, ...to(index) }, index);
    else if (token.kind === 'bullet') push({ is: 'bullet', ordinal: token.ordinal, ...to(index) }, index);
    else {
      const tag = tokens[index - 1];
      const tagged = tag?.kind === 'mark' && /[#$]/.test(tag.text) && tag.end === start;
      const pair = findPairAt(tokens, index);
      const frame = readTimeFrame(tokens, index);
      const meaning = token.kind === 'word' ? findMeaningAt(tokens, index) : null;
      if (pair && (pair.value.certainty !== 'word' || meaning === null || tagged))
        push({ is: 'pair', ...pair.value, tagged, ...to(pair.last) }, pair.last);
      else if (frame) push({ is: 'time-frame', frame: frame.frame, ...to(frame.last) }, frame.last);
      else if (token.kind === 'number') {
        const ordinal = ORDINAL_SUFFIX.test(token.suffix) && Number(token.text);
        if (ordinal) push({ is: 'ordinal', ordinal, ...to(index) }, index);
        else {
          const [number, last] = readNumber(tokens, index);
          push(number, last);
          if (isForeign(token.suffix)) items.push(readSuffix(token));
        }
      } else if (meaning === null) push({ is: 'none', ...to(index) }, index);
      else if (meaning.value.is === 'direction') {
        const { direction, weak = false, turkish } = meaning.value;
        const is = isNegated(tokens, index) ? 'report' : turkish && !isTurkish ? 'none' : 'direction';
        const item: Item =
          is === 'direction' ? { is, direction, weak, ...to(meaning.last) } : { is, ...to(index) };
        push(item, meaning.last);
      } else if (meaning.value.is === 'label' && token.folded === 'stop' && meaning.last === index) {
        push(
          isStopOrder(items, tokens, index)
            ? { is: 'order', ...to(index) }
            : { ...meaning.value, ...to(index) },
          index,
        );
      } else push({ ...meaning.value, ...to(meaning.last) } as Item, meaning.last);
    }
  }
  return items;
};

/** "Buy stop 1.0850" and "Stop-Buy 1.0850" are orders; "Buy, stop 1.0790" is not. */
const isStopOrder = (items: readonly Item[], tokens: readonly Token[], index: number): boolean => {
  const before = items.at(-1);
  const dashed = before?.is === 'mark' && before.text === '-' ? items.at(-2) : before;
  if (dashed?.is === 'direction' && !dashed.weak) return true;
  const next = wordAfter(tokens, index, '-');
  const meaning = next && findMeaning([next[0].folded])?.meaning;
  return meaning?.is === 'direction' && !meaning.weak;
};
