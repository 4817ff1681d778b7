import type { OrderType } from '../../../contract/ideas/ideas.ts';
import { type Item, isOneOf, type NumberItem } from './signal-items.ts';
import { countDecimals } from './signal-tokens.ts';
import { isSameInstrument, type LevelKind, nameInstrument } from './signal-words.ts';

/** The next item with a meaning of its own in one direction, on the same line. */
const findNeighbour = (items: readonly Item[], index: number, step: 1 | -1): Item | undefined => {
  let at = index + step;
  while (isOneOf(items[at], 'mark', 'bullet', 'filler', 'order', 'pair-label')) at += step;
  return items[at];
};

const isBesideDirection = (items: readonly Item[], index: number) =>
  ([-1, 1] as const).some((step) => findNeighbour(items, index, step)?.type === 'direction');

/** The start of the line of `index`, if nothing before it there has a meaning. */
const findHead = (items: readonly Item[], index: number): number => {
  let at = index;
  while (at > 0 && items[at - 1]!.type !== 'break') {
    at--;
    if (isOneOf(items[at], 'label', 'direction', 'pair', 'time-frame')) return index;
  }
  return at;
};

/**
 * A text may hold several signals. The first one ends where another pair or direction begins a line or stands beside a
 * price after levels were given.
 */
export const takeFirstSignal = (all: readonly Item[]): { items: readonly Item[]; more: boolean } => {
  const names = new Set<string>();
  let direction: string | null = null;
  /** Whether a number came after the first pair or direction, and after a stop or exit label. */
  let isNumbered = false;
  let isLevelled = false;
  let label: string | null = null;

  const cut = (index: number) => ({ items: all.slice(0, findHead(all, index)), more: true });

  for (const [index, item] of all.entries()) {
    if (item.type === 'label') label = item.level;
    if (item.type === 'number' && !item.other) {
      isNumbered ||= names.size > 0 || direction !== null;
      isLevelled ||= label === 'stop' || label === 'exit';
    }
    if (item.type === 'direction' && !item.weak) {
      const before = findNeighbour(all, index, -1);
      const after = findNeighbour(all, index, 1);
      const isHead = !before || isOneOf(before, 'break', 'pair') || isOneOf(after, 'pair', 'number');
      const isOther = direction !== null && (isLevelled || (isNumbered && direction !== item.direction));
      if (isOther && isHead) return cut(before?.type === 'pair' ? all.indexOf(before) : index);
      direction ??= item.direction;
    }
    if (item.type === 'pair') {
      const before = findNeighbour(all, index, -1);
      const after = findNeighbour(all, index, 1);
      const isLineStart = !before || before.type === 'break';
      const isHead =
        isBesideDirection(all, index) ||
        (isLineStart && isOneOf(after, 'number', 'label', 'break', 'time-frame'));
      const isOther =
        names.size > 0 &&
        !names.has(nameInstrument(item.pair)) &&
        (isLevelled || (isNumbered && direction !== null));
      if (isOther && isHead) return cut(before?.type === 'direction' ? all.indexOf(before) : index);
      names.add(nameInstrument(item.pair));
    }
  }
  return { items: all, more: false };
};

type PairItem = Item & { type: 'pair' };
type Candidate = { item: PairItem; index: number; score: number };

const certainties = { pair: 2, name: 1, word: 0 };

/** The other pairs of the sentence before its first price: "EUR/USD and GBP/USD buy 1.0842". */
const isRival = (items: readonly Item[], first: Candidate, other: Candidate): boolean => {
  if (isSameInstrument(other.item.pair, first.item.pair)) return false;
  if (other.score === first.score) return true;
  const [from, to] = [first.index, other.index].sort((a, b) => a - b);
  return items.slice(from, to).every((item) => !isOneOf(item, 'break', 'number'));
};

/** The pair of a signal: the one beside its direction; none if that leaves several. */
export const findPair = (items: readonly Item[]): PairItem | undefined => {
  const candidates: Candidate[] = items.flatMap((item, index) => {
    if (item.type !== 'pair') return [];
    const isBeside = isBesideDirection(items, index);
    const isWord = item.certainty === 'word';
    // A ticker that is also a word counts in a place of its own only.
    if (isWord && !item.tagged && !isBeside) return [];
    const isNamed = items.slice(Math.max(0, index - 3), index).some(({ type }) => type === 'pair-label');
    const beside = isBeside && !isWord ? 10 : 0;
    return [{ item, index, score: (isNamed ? 20 : 0) + beside + certainties[item.certainty] }];
  });
  const best = Math.max(...candidates.map(({ score }) => score));
  const first = candidates.find(({ score }) => score === best);
  if (!first || candidates.some((other) => isRival(items, first, other))) return undefined;
  // "BTC/USDT (Bitcoin) buy": both sides say more than a name.
  const own = candidates.filter(({ item }) => isSameInstrument(item.pair, first.item.pair));
  return [first, ...own].find(({ item }) => item.certainty === 'pair')?.item ?? first.item;
};

export const findTimeFrame = (items: readonly Item[]): (Item & { type: 'time-frame' }) | undefined => {
  const found = items.filter((item) => item.type === 'time-frame');
  const labelled = items.filter(
    (item, index): item is Item & { type: 'time-frame' } =>
      item.type === 'time-frame' &&
      items.slice(Math.max(0, index - 2), index + 2).some(({ type }) => type === 'time-frame-label'),
  );
  const [first, ...others] = labelled.length > 0 ? labelled : found;
  return first && others.every(({ frame }) => frame === first.frame) ? first : undefined;
};

/** What stands between two numbers: "1.08-1.09", "1.08/1.09" or only a space. */
type Separator = 'range' | 'list' | 'gap';
export type ClaimedNumber = { item: NumberItem; separator: Separator };
type Label = { level: LevelKind; ordinal: number | undefined };
/** Labels and the numbers behind them. Without a label, numbers behind a direction or pair may be an entry. */
export type Claim = {
  labels: Label[];
  implied: 'direction' | 'pair' | null;
  numbers: ClaimedNumber[];
};
type Claims = {
  claims: Claim[];
  directions: (Item & { type: 'direction' })[];
  /** Numbers that count labels: the 1 of "TP1". */
  ordinals: ReadonlySet<Item>;
  /** It begins with what became of an earlier signal: "TP1 hit, SL to 1.0842". */
  isUpdate: boolean;
};

/** Sentences that report what happened, or ask. Their numbers are no plan. */
const findReports = (items: readonly Item[]): ReadonlySet<Item> => {
  const reports = new Set<Item>();
  let sentence: Item[] = [];
  let isReport = false;
  for (const item of items) {
    if (item.type === 'report') isReport = true;
    if (item.type === 'break' && item.text === '?') isReport = true;
    if (item.type !== 'break') sentence.push(item);
    else {
      if (isReport) for (const reported of sentence) reports.add(reported);
      sentence = [];
      isReport = false;
    }
  }
  return reports;
};

const isDigit = (item: Item | undefined): item is NumberItem =>
  item?.type === 'number' && /^[1-9]$/.test(item.text) && !item.thousands && !item.other;

/** Reads "TP 1 1.0900" as label, ordinal and price. */
const judgeOrdinal = (items: readonly Item[], index: number): 'ordinal' | 'price' | 'unclear' => {
  const digit = items[index] as NumberItem;
  let at = index + 1;
  let marks = '';
  for (let mark = items[at]; isOneOf(mark, 'mark', 'filler'); mark = items[++at])
    if (mark.type === 'mark') marks += mark.text;
  // "TP 1. 2.60", and "TP 1" above its price.
  const behind = items[at]?.type === 'break' ? items[at + 1] : undefined;
  const next = behind?.type === 'number' && !behind.other ? behind : items[at];
  if (digit.glued)
    return next?.type === 'number' && /^[,/]$/.test(marks) && !next.glued ? 'unclear' : 'ordinal';
  if (next?.type === 'label' && /[/&+]/.test(marks)) return 'ordinal';
  if (next?.type !== 'number') return 'price';
  // "TP 1:3" and "TP 1 : 3" are a ratio of reward to risk, "TP 1: 3" is not.
  const colon = items[index + 1]!;
  const isEven = marks === ':' && colon.start - digit.end === next.start - colon.end;
  if (isEven && /^\d{1,2}(?:[.,]\d)?$/.test(next.text)) return 'unclear';
  if (/[:=)>.@→]/u.test(marks)) return 'ordinal';
  if (/[,/&+]/.test(marks)) return 'price';
  // "TP 5 6 7" is a list of prices, "TP 1 2 3" may be anything.
  const count = Number(digit.text);
  const value = Number(next.text.replace(',', '.'));
  const isNear = value < 3 * count && value > count / 3 && countDecimals(next.text) < 3;
  if (isDigit(next) || isNear) return count > 3 ? 'price' : 'unclear';
  return 'ordinal';
};

/** "1:2", the ratio of risk to reward. */
const isRatio = (items: readonly Item[], index: number): boolean => {
  const mark = items[index + 1];
  return mark?.type === 'mark' && mark.text === ':' && items[index + 2]?.type === 'number';
};

/** "1.0790 SL 1.0900 TP": nobody can tell which number belongs to which label. */
const endsWithLabel = (items: readonly Item[], breakAt: number): boolean => {
  const last = items[breakAt - 1];
  const ordinal = isDigit(last) && last.glued ? 1 : 0;
  const label = items[breakAt - 1 - ordinal];
  return (
    label?.type === 'label' && label.level !== 'entry' && items[breakAt - 2 - ordinal]?.type === 'number'
  );
};

/** Whether the next sentence continues a list of targets, or gives the number of a label that has none yet. */
const continues = (items: readonly Item[], breakAt: number, claim: Claim): boolean => {
  const line: Item[] = [];
  for (let end = breakAt + 1; items[end] && items[end]!.type !== 'break'; end++) line.push(items[end]!);
  const first = line.find((item) => !isOneOf(item, 'mark', 'filler', 'bullet'));
  if (first?.type !== 'number') return false;
  if (claim.numbers.length === 0) return true;
  const [{ level, ordinal }] = claim.labels as [Label];
  const isBullet = line.some(({ type }) => type === 'bullet');
  // Entries in a list have numbers of their own.
  const isList =
    claim.labels.length === 1 && !ordinal && (level === 'exit' || (level === 'entry' && isBullet));
  return isList && (isBullet || line.every((item) => isOneOf(item, 'number', 'mark', 'filler', 'joiner')));
};

/** A unit holds for the whole list before it: "50, 100 and 150 pips". */
const dropSameKind = (claim: Claim, unit: NumberItem, separator: Separator) => {
  let before = separator;
  for (;;) {
    const last = claim.numbers.at(-1);
    if (!last) return;
    const [written, other] = [countDecimals(last.item.text), countDecimals(unit.text)];
    const ratio = Number.parseFloat(last.item.text) / Number.parseFloat(unit.text);
    const isAlike = Math.abs(written - other) < 2 && written > 0 === other > 0 && ratio > 0.1 && ratio < 10;
    if (!isAlike || (before === 'gap' && written > 0)) return;
    before = last.separator;
    claim.numbers.pop();
  }
};

/** What a signal has said up to an item. */
type State = Claims & {
  readonly items: readonly Item[];
  readonly pair: string | undefined;
  ordinals: Set<Item>;
  /** The claim that takes the next number; null where a number would belong to nothing. */
  claim: Claim | null;
  separator: Separator;
  /** Counts the next label, as the 1 of "1st target". */
  ordinal: number | undefined;
  /** A number was claimed by a label, or by anything. */
  hasLevels: boolean;
  hasNumbers: boolean;
  /** Whether a word stands behind the last label: in "Entry: market, SL 1.0790" they are no list of labels. */
  isInterrupted: boolean;
  /** Inside brackets, a word nobody knows hides the numbers behind it, but the label stays open. */
  depth: number;
  isHidden: boolean;
  /** The first claim of this line. */
  lineStart: number;
};

const open = (state: State, label: Label, implied: Claim['implied'] = null): Claim => {
  const opened: Claim = { labels: [label], implied, numbers: [] };
  state.claims.push(opened);
  state.separator = 'gap';
  return opened;
};
/** Numbers behind a direction or pair are an entry, unless a label has claimed some already. */
const openEntry = (state: State, implied: 'direction' | 'pair') =>
  open(state, { level: 'entry', ordinal: undefined }, implied);

const isWaiting = (claim: Claim | null): claim is Claim =>
  claim !== null && !claim.implied && claim.numbers.length === 0;

const addPrice = (state: State, claim: Claim, item: NumberItem) => {
  const { level } = claim.labels.at(-1)!;
  const { ordinal } = state;
  const isNext = ordinal && claim.numbers.length > 0 && !claim.implied;
  const target = isNext ? open(state, { level, ordinal }) : claim;
  target.numbers.push({ item, separator: state.separator });
  state.claim = target;
  state.ordinal = undefined;
  state.separator = 'gap';
  state.hasNumbers = true;
  state.hasLevels ||= !target.implied;
};

type Step<Type extends Item['type']> = (state: State, item: Item & { type: Type }, index: number) => void;

const readNumber: Step<'number'> = (state, item, index) => {
  const { claim, items } = state;
  // In brackets behind a price, a number explains that price.
  if (!claim || state.isHidden || (state.depth > 0 && claim.numbers.length > 0)) return;
  if (item.other) return dropSameKind(claim, item, state.separator);
  const label = claim.labels.at(-1)!;
  const startsLine = items[index - 1]?.type === 'break';
  // "2 - 66000" on a line below "Targets:".
  const isListStart = claim.labels[0]!.level === 'exit' && startsLine;
  if (!isDigit(item) || label.ordinal || !(isWaiting(claim) || isListStart)) {
    if (isRatio(items, index)) state.claim = null;
    else addPrice(state, claim, item);
    return;
  }
  const judged = judgeOrdinal(items, index);
  if (judged === 'price') addPrice(state, claim, item);
  if (judged === 'unclear') state.claim = null;
  if (judged === 'ordinal') {
    if (!startsLine) label.ordinal = Number(item.text);
    state.ordinals.add(item);
  }
};

const readLabel: Step<'label'> = (state, { level }) => {
  const label: Label = { level, ordinal: state.ordinal };
  const last = isWaiting(state.claim) ? state.claim.labels.at(-1) : undefined;
  state.ordinal = undefined;
  state.separator = 'gap';
  if (!last || (state.isInterrupted && last.level !== level)) {
    state.claim = open(state, label);
    state.isInterrupted = false;
  }
  // "Take profit target 1" is one label; "TP1/TP2" and "SL/TP" are two.
  else if (last.level !== level || last.ordinal) state.claim!.labels.push(label);
  else last.ordinal = label.ordinal;
};

const readMark: Step<'mark'> = (state, { text }) => {
  if (text === '(' || text === '[') state.depth++;
  if (text === ')' || text === ']') {
    state.depth = Math.max(0, state.depth - 1);
    state.isHidden = false;
  }
  if (/[-~]/.test(text)) state.separator = 'range';
  else if (/[/,;&+]/.test(text)) state.separator = 'list';
};

const readOrdinal: Step<'ordinal' | 'bullet'> = (state, item, index) => {
  const last = isWaiting(state.claim) ? state.claim.labels.at(-1) : undefined;
  if (last && last.level !== 'stop' && !last.ordinal && state.items[index - 1]?.type !== 'break')
    last.ordinal = item.ordinal;
  else if (item.type === 'ordinal') state.ordinal = item.ordinal;
};

const readDirection: Step<'direction'> = (state, item) => {
  const counts = state.directions.length === 0 || !state.hasLevels;
  if (counts) state.directions.push(item);
  if (isWaiting(state.claim)) return;
  state.claim = counts && !item.weak ? openEntry(state, 'direction') : null;
};

const readPair: Step<'pair'> = (state, item) => {
  const { claim, pair } = state;
  const isOwn = pair !== undefined && isSameInstrument(item.pair, pair);
  const isBehindDirection = claim?.implied === 'direction' && claim.numbers.length === 0;
  if (isOwn && (isWaiting(claim) || isBehindDirection)) return;
  state.claim = isOwn && !state.hasLevels ? openEntry(state, 'pair') : null;
};

const readBreak: Step<'break'> = (state, _item, index) => {
  const { items } = state;
  state.depth = 0;
  state.isHidden = false;
  state.ordinal = undefined;
  if (endsWithLabel(items, index)) {
    for (const claim of state.claims.slice(state.lineStart)) claim.numbers = [];
    state.claim = null;
  }
  // Of several line ends in a row, the last one decides.
  if (state.claim && items[index + 1]?.type !== 'break' && !continues(items, index, state.claim))
    state.claim = null;
  state.lineStart = state.claims.length;
  state.separator = 'list';
};

const steps: { [Type in Item['type']]?: Step<Type> } = {
  number: readNumber,
  label: readLabel,
  mark: readMark,
  ordinal: readOrdinal,
  bullet: readOrdinal,
  direction: readDirection,
  pair: readPair,
  break: readBreak,
  joiner: (state, { range }) => {
    state.separator = range ? 'range' : 'list';
  },
  filler: (state) => {
    state.isInterrupted = true;
  },
  order: (state) => {
    state.isInterrupted = true;
    // "Stop 1.6465, limit 1.6310": the second price has another label.
    if (state.claim && !state.claim.implied && state.claim.numbers.length > 0) state.claim = null;
  },
  none: (state) => {
    if (state.depth > 0) state.isHidden = true;
    else state.claim = null;
  },
};

/** Walks over a signal and collects the numbers of each label. */
export const collectClaims = (items: readonly Item[], pair: string | undefined): Claims => {
  const reports = findReports(items);
  const state: State = {
    items,
    pair,
    claims: [],
    directions: [],
    ordinals: new Set(),
    isUpdate: false,
    claim: null,
    separator: 'gap',
    ordinal: undefined,
    hasLevels: false,
    hasNumbers: false,
    isInterrupted: false,
    depth: 0,
    isHidden: false,
    lineStart: 0,
  };
  for (const [index, item] of items.entries()) {
    if (reports.has(item)) {
      state.claim = null;
      state.isUpdate ||= item.type === 'label' && !state.hasNumbers;
    } else (steps[item.type] as Step<Item['type']> | undefined)?.(state, item, index);
  }
  return state;
};

/** The direction a signal names: "bullish" counts only where nobody says buy or sell. */
export const findDirection = ({ directions }: Claims): { direction: OrderType; item: Item } | null => {
  const strong = directions.filter(({ weak }) => !weak);
  const found = strong.length > 0 ? strong : directions;
  const [first] = found;
  return first && found.every(({ direction }) => direction === first.direction)
    ? { direction: first.direction, item: first }
    : null;
};
