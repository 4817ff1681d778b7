import { alone } from '../../ideas/known-instruments.ts';
import {
  countDecimals,
  fold,
  type NumberToken,
  type Place,
  type Token,
  type WordToken,
} from './signal-tokens.ts';
import {
  currencySigns,
  durationEnds,
  durationStarts,
  findInstrument,
  findMeaning,
  findPairOfSides,
  frameUnits,
  type Instrument,
  type Meaning,
  months,
  negations,
  quantities,
  shortUnits,
  toTimeFrame,
  turkishWords,
  units,
} from './signal-words.ts';

export type NumberItem = Place & {
  type: 'number';
  /** The digits as written. */
  text: string;
  thousands: boolean;
  glued: boolean;
  /** It has a unit of its own ("50 pips"), or is a date, a time or an id. */
  other: boolean;
};
type Content =
  | Meaning
  | ({ type: 'pair'; tagged: boolean } & Instrument)
  | { type: 'time-frame'; frame: string };
/** A token, or several, with their meaning. */
export type Item = NumberItem | Exclude<Token, WordToken | NumberToken> | (Content & Place);

export const isOneOf = <Type extends Item['type']>(
  item: Item | undefined,
  ...types: Type[]
): item is Item & { type: Type } => item !== undefined && (types as Item['type'][]).includes(item.type);

/** The word directly behind `token`, or behind one of `marks`; null across a line end. */
const wordAfter = (tokens: readonly Token[], index: number, marks = ''): [WordToken, number] | null => {
  const next = tokens[index + 1];
  if (next?.type === 'word') return [next, index + 1];
  const after = tokens[index + 2];
  if (next?.type !== 'mark' || !marks.includes(next.text) || after?.type !== 'word') return null;
  return [after, index + 2];
};

const hasGap = (left: Token, right: Token) => left.end < right.start;
const isCapital = (word: string) => word === word.toUpperCase();
/** Written apart, both sides are in capitals or among the best known currencies. */
const MAJOR = /^(?:usd|eur|gbp|jpy|chf|aud|cad|nzd)$/i;

type Found<Value> = { value: Value; last: number } | null;

/** A whole number, as names have: the 3 of "API3". */
const isPlainNumber = (token: Token | undefined): token is NumberToken =>
  token?.type === 'number' && /^\d{1,7}$/.test(token.text) && /^#?$/.test(token.prefix) && !token.unusable;

const toText = (token: WordToken | NumberToken): string =>
  token.type === 'word' ? token.text : token.text + token.suffix;

/** The words and numbers directly behind one another: "C98USDT", "A2Z", "1INCH" and "US30m". */
const readName = (tokens: readonly Token[], index: number): { name: string; last: number } => {
  let name = toText(tokens[index] as WordToken | NumberToken);
  for (let last = index; ; last++) {
    const next = tokens[last + 1];
    if (!(next?.type === 'word' || isPlainNumber(next)) || !next.glued) return { name, last };
    name += toText(next);
  }
};

const findPairAt = (tokens: readonly Token[], index: number): Found<Instrument> => {
  const token = tokens[index];
  if (token?.type !== 'word' && !(isPlainNumber(token) && token.suffix)) return null;
  if (token.glued || (token.type === 'word' && !token.folded)) return null;
  const { name, last: end } = readName(tokens, index);
  const isMixed = token.type === 'number' || end > index;
  // "50USDT" is an amount.
  if (token.type === 'number' && !isForeign(token.suffix)) return null;
  // "TP2USDT" and "BUY1000PEPE" begin with another word; "A2Z" and "DE30" do not.
  const first = isMixed && token.type === 'word' && findMeaning([token.folded])?.meaning.type;
  if (first && !['filler', 'joiner', 'none'].includes(first)) return null;
  const second = wordAfter(tokens, end, '/-_:&');
  if (second) {
    const [{ text }, last] = second;
    const apart = last === end + 1;
    const sure = !apart || (isCapital(name) && isCapital(text)) || (MAJOR.test(name) && MAJOR.test(text));
    const pair = sure ? findPairOfSides(name, text) : null;
    const known = pair && (!apart || MAJOR.test(name) || findInstrument(name) !== null);
    if (known) return { value: pair, last };
    // "S&P 500"
    if (/^s$/i.test(name) && /^p$/i.test(text)) {
      const size = tokens[last + 1];
      return size?.type === 'number' && size.text === '500'
        ? { value: { pair: 'SPX500', certainty: 'name' }, last: last + 1 }
        : null;
    }
    // "Dow Jones", "Crude Oil"
    const joined = apart && alone.has((name + text).toUpperCase()) && findInstrument(name + text);
    if (joined) return { value: joined, last };
  }
  const size = tokens[end + 1];
  // "US 30": the name with a size wins over the one without.
  const isSize = !isMixed && isPlainNumber(size) && /^\d{2,4}$/.test(size.text) && !size.suffix;
  const sized = isSize && name + size.text;
  if (sized && alone.has(sized.toUpperCase())) return { value: findInstrument(sized)!, last: end + 1 };
  const instrument = findInstrument(name);
  if (instrument) return { value: instrument, last: end };
  // "XAUUSD2350" and "1INCHUSDT15m"
  const part = end > index ? findInstrument(toText(token)) : null;
  return part && { value: part, last: index };
};

const isLabel = (token: Token | undefined): boolean =>
  token?.type === 'word' && findMeaning([token.folded])?.meaning.type === 'time-frame-label';
const isWordOf = (token: Token | undefined, words: ReadonlySet<string>): boolean =>
  token?.type === 'word' && words.has(token.folded);

const hasLabel = (tokens: readonly Token[], first: number, last: number): boolean =>
  isLabel(tokens[last + 1]) ||
  isLabel(tokens[first - 1]) ||
  (tokens[first - 1]?.type === 'mark' && isLabel(tokens[first - 2]));

/** Reads "4H", "H4", "15min", and with a label also "4 hour chart" and "Timeframe: daily". */
const readTimeFrame = (tokens: readonly Token[], index: number): Found<string> => {
  const token = tokens[index];
  const next = tokens[index + 1];
  const accept = (value: string | null, last: number, needsLabel: boolean) => {
    if (!value || (needsLabel && !hasLabel(tokens, index, last))) return null;
    if (isWordOf(tokens[index - 1], durationStarts) || isWordOf(tokens[last + 1], durationEnds)) return null;
    return { value, last };
  };
  if (token?.type === 'number') {
    if (token.prefix || token.unusable || !/^\d{1,2}$/.test(token.text)) return null;
    const suffix = fold(token.suffix);
    if (token.suffix === 'M') return accept(toTimeFrame(`${token.text}M`), index, false);
    if (suffix)
      return accept(toTimeFrame(`${token.text}${frameUnits.get(suffix)}`), index, !shortUnits.has(suffix));
    const dashed = next?.type === 'mark' && next.text === '-' ? 2 : 1;
    const word = tokens[index + dashed];
    const unit = word?.type === 'word' ? frameUnits.get(word.folded) : undefined;
    return unit ? accept(toTimeFrame(token.text + unit), index + dashed, true) : null;
  }
  if (token?.type !== 'word') return null;
  if (/^(?:m|h|d|w|mn|н)$/.test(token.folded) && next?.type === 'number' && next.glued && !next.suffix) {
    const unit = token.folded === 'н' ? 'H' : token.folded;
    return accept(toTimeFrame(unit + next.text), index + 1, false);
  }
  return /^(?:daily|weekly|monthly|hourly|mn)$/.test(token.folded)
    ? accept(toTimeFrame(token.folded), index, true)
    : null;
};

/** The index of the number behind a word such as "lot", with or without a colon. */
const findNumberAfter = (tokens: readonly Token[], word: number): number | null => {
  const next = tokens[word + 1];
  const index = next?.type === 'mark' && /[:=]/.test(next.text) ? word + 2 : word + 1;
  return tokens[index]?.type === 'number' ? index : null;
};

const LARGEST_QUANTITY = 100;

/** "Lot 0.5": the word may stand before the number. In "1 lot 1.0842" it belongs to the number with fewer decimals. */
const isQuantityOf = (tokens: readonly Token[], index: number): boolean => {
  const mark = tokens[index - 1];
  const isMarked = mark?.type === 'mark' && /[:=]/.test(mark.text);
  const at = isMarked ? index - 2 : index - 1;
  const word = tokens[at];
  // "Pips: 52" needs its colon, "lot 0.5" does not.
  if (word?.type !== 'word' || !(isMarked ? units : quantities).has(word.folded)) return false;
  const left = tokens[at - 1];
  if (left?.type !== 'number') return true;
  const { text } = tokens[index] as NumberToken;
  return Number.parseFloat(left.text) > LARGEST_QUANTITY || countDecimals(left.text) >= countDecimals(text);
};

const isUnit = (suffix: string) => findMeaning([fold(suffix)])?.meaning.type !== 'label';
const isForeign = (suffix: string) =>
  suffix !== '' && !units.has(fold(suffix)) && !currencySigns.has(fold(suffix));
/** "1.0842SL 1.0790": a word may follow without a space. */
const readSuffix = (token: NumberToken): Item => {
  const place = { start: token.end - token.suffix.length, end: token.end };
  const meaning = findMeaning([fold(token.suffix)])?.meaning;
  return meaning?.type === 'label' ? { ...meaning, ...place } : { type: 'none', ...place };
};

/** "SL -52" is a distance; "TP1 -1.0900" and "148 -150" have a dash. */
const isNegative = (tokens: readonly Token[], index: number): boolean => {
  const [left, sign, number] = [tokens[index - 2], tokens[index - 1], tokens[index]!];
  if (sign?.type !== 'mark' || sign.text !== '-' || sign.end < number.start || left?.type !== 'word')
    return false;
  return hasGap(left, sign) && number.type === 'number' && /^\d{1,3}$/.test(number.text);
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
  if (isDay && before?.type === 'word' && months.has(before.folded)) other = true;
  if (isQuantityOf(tokens, index)) other = true;
  if (next?.type === 'word' && (units.has(next.folded) || (isDay && months.has(next.folded)))) {
    const following = findNumberAfter(tokens, index + 1);
    const isOwn = following === null || !isQuantityOf(tokens, following);
    // "1.0842 Point d'entrée 1.0850" and "1.0900 H4" are no units.
    const isLabel = findMeaningAt(tokens, index + 1)?.value.type === 'label';
    if (isOwn && !isLabel && !readTimeFrame(tokens, index + 1)) {
      other = true;
      last = index + 1;
    }
  } else if (next?.type === 'mark' && units.has(next.text)) {
    other = true;
    last = index + 1;
  } else if (next?.type === 'word' && currencySigns.has(next.folded) && !findPairAt(tokens, index + 1)) {
    last = index + 1;
  }
  const start = token.prefix ? token.start - 1 : token.start;
  const end = tokens[last]?.end ?? token.end;
  return [{ type: 'number', text: token.text, thousands, glued: token.glued, other, start, end }, last];
};

const ORDINAL_SUFFIX = /^(?:st|nd|rd|th)$/i;

/** The words from `index` on that stand in a row, folded. */
const wordsFrom = (tokens: readonly Token[], index: number): { words: string[]; ends: number[] } => {
  const words: string[] = [];
  const ends: number[] = [];
  let at = index;
  for (;;) {
    const token = tokens[at];
    if (token?.type !== 'word' || words.length === 4) return { words, ends };
    words.push(token.folded);
    ends.push(at);
    const next = tokens[at + 1];
    const joined = next?.type === 'mark' && /[-'/]/.test(next.text) && !hasGap(token, next);
    at += joined && tokens[at + 2]?.type === 'word' ? 2 : 1;
  }
};

const findMeaningAt = (tokens: readonly Token[], index: number): Found<Meaning> => {
  const token = tokens[index] as WordToken;
  // "T1" and "E1": the letters alone are ordinary words.
  const next = tokens[index + 1];
  if (/^[te]$/.test(token.folded) && next?.type === 'number' && (next.glued || next.start === token.end))
    return { value: { type: 'label', level: token.folded === 't' ? 'exit' : 'entry' }, last: index };
  const { words, ends } = wordsFrom(tokens, index);
  const found = findMeaning(words);
  return found && { value: found.meaning, last: ends[found.length - 1] ?? index };
};

const isNegated = (tokens: readonly Token[], index: number): boolean =>
  [1, 2, 3].some((back) => {
    const token = tokens[index - back];
    return token?.type === 'word' && negations.has(token.folded);
  });

/** "Buy stop 1.0850" and "Stop-Buy 1.0850" are orders; "Buy, stop 1.0790" is not. */
const isStopOrder = (items: readonly Item[], tokens: readonly Token[], index: number): boolean => {
  const before = items.at(-1);
  const dashed = before?.type === 'mark' && before.text === '-' ? items.at(-2) : before;
  if (dashed?.type === 'direction' && !dashed.weak) return true;
  const next = wordAfter(tokens, index, '-');
  const meaning = next && findMeaning([next[0].folded])?.meaning;
  return meaning?.type === 'direction' && !meaning.weak;
};

/** Finds the meaning of each token, in one pass. */
export const findItems = (tokens: readonly Token[]): Item[] => {
  const items: Item[] = [];
  const isTurkish = tokens.some((token) => token.type === 'word' && turkishWords.has(token.folded));
  let index = 0;
  const push = (item: Item, last: number) => {
    items.push(item);
    index = last + 1;
  };
  const add = (content: Content, last: number) =>
    push({ ...content, start: tokens[index]!.start, end: tokens[last]!.end }, last);

  const addWord = ({ folded }: WordToken, { value, last }: NonNullable<Found<Meaning>>) => {
    if (value.type === 'direction' && isNegated(tokens, index)) add({ type: 'report' }, last);
    else if (value.type === 'direction' && value.turkish && !isTurkish) add({ type: 'none' }, last);
    else if (folded === 'stop' && last === index && isStopOrder(items, tokens, index))
      add({ type: 'order' }, last);
    else add(value, last);
  };
  const addNumber = (token: NumberToken) => {
    const ordinal = ORDINAL_SUFFIX.test(token.suffix) && Number(token.text);
    if (ordinal) return add({ type: 'ordinal', ordinal }, index);
    push(...readNumber(tokens, index));
    if (isForeign(token.suffix)) items.push(readSuffix(token));
  };

  while (index < tokens.length) {
    const token = tokens[index]!;
    if (token.type !== 'word' && token.type !== 'number') {
      push(token, index);
      continue;
    }
    const tag = tokens[index - 1];
    const tagged = tag?.type === 'mark' && /[#$]/.test(tag.text) && tag.end === token.start;
    const pair = findPairAt(tokens, index);
    // "XX30m" is a name; "TF30m" and "EURUSD30m" have a time frame.
    const isPart = token.glued && !isOneOf(items.at(-1), 'pair', 'time-frame-label');
    const frame = isPart ? null : readTimeFrame(tokens, index);
    const meaning = token.type === 'word' ? findMeaningAt(tokens, index) : null;
    if (pair && (pair.value.certainty !== 'word' || meaning === null || tagged))
      add({ type: 'pair', ...pair.value, tagged }, pair.last);
    else if (frame) add({ type: 'time-frame', frame: frame.value }, frame.last);
    else if (token.type === 'number') addNumber(token);
    else if (meaning) addWord(token, meaning);
    else add({ type: 'none' }, index);
  }
  return items;
};
