import type { OrderType } from '../../../../contract/ideas.ts';
import { isSameInstrument } from './signal-instruments.ts';
import type { Item, NumberItem } from './signal-items.ts';
import type { LevelKind } from './signal-words.ts';

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
  directions: (Item & { is: 'direction' })[];
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
    if (item.is === 'report') isReport = true;
    if (item.is === 'break' && item.text === '?') isReport = true;
    if (item.is !== 'break') sentence.push(item);
    else {
      if (isReport) for (const reported of sentence) reports.add(reported);
      sentence = [];
      isReport = false;
    }
  }
  return reports;
};

const isDigit = (item: Item | undefined): item is NumberItem =>
  item?.is === 'number' && /^[1-9]$/.test(item.text) && !item.thousands && !item.other;
const decimals = (text: string) => /[.,](\d+)$/.exec(text)?.[1]?.length ?? 0;

/** Reads "TP 1 1.0900" as label, ordinal and price. */
const judgeOrdinal = (
  items: readonly Item[],
  index: number,
  expected: number,
): 'ordinal' | 'price' | 'unclear' => {
  const digit = items[index] as NumberItem;
  let at = index + 1;
  let marks = '';
  while (items[at] && /^(?:mark|filler)$/.test(items[at]!.is)) {
    const mark = items[at]!;
    if (mark.is === 'mark') marks += mark.text;
    at++;
  }
  const next = items[at];
  if (digit.glued)
    return next?.is === 'number' && /^[,/]$/.test(marks) && !next.glued ? 'unclear' : 'ordinal';
  if (next?.is === 'label' && /[/&+]/.test(marks)) return 'ordinal';
  if (next?.is !== 'number') return 'price';
  // "TP 1:3" is a ratio of reward to risk, "TP 1: 1.0900" is not.
  const isTight = marks === ':' && digit.end + 1 === next.start;
  if (isTight && /^\d{1,2}(?:[.,]\d)?$/.test(next.text)) return 'unclear';
  if (/[:=)>.@→]/u.test(marks)) return 'ordinal';
  if (/[,/&+]/.test(marks)) return 'price';
  // "TP 5 6 7" is a list of prices, "TP 1 2 3" may be anything.
  const count = Number(digit.text);
  const value = Number(next.text.replace(',', '.'));
  const isNear = value < 3 * count && value > count / 3 && decimals(next.text) < 3;
  if (isDigit(next) || isNear) return count > Math.max(3, expected) ? 'price' : 'unclear';
  return 'ordinal';
};

/** "1:2", the ratio of risk to reward. */
const isRatio = (items: readonly Item[], index: number): boolean => {
  const mark = items[index + 1];
  return mark?.is === 'mark' && mark.text === ':' && items[index + 2]?.is === 'number';
};

/** "1.0790 SL 1.0900 TP": nobody can tell which number belongs to which label. */
const endsWithLabel = (items: readonly Item[], breakAt: number): boolean => {
  const last = items[breakAt - 1];
  const ordinal = isDigit(last) && last.glued ? 1 : 0;
  const label = items[breakAt - 1 - ordinal];
  return label?.is === 'label' && label.level !== 'entry' && items[breakAt - 2 - ordinal]?.is === 'number';
};

/** Whether the next sentence continues a list of targets, or gives the number of a label that has none yet. */
const continues = (items: readonly Item[], breakAt: number, claim: Claim): boolean => {
  const line: Item[] = [];
  for (let end = breakAt + 1; items[end] && items[end]!.is !== 'break'; end++) line.push(items[end]!);
  const first = line.findIndex(({ is }) => is !== 'mark' && is !== 'filler' && is !== 'bullet');
  if (line[first]?.is !== 'number') return false;
  if (claim.numbers.length === 0) return true;
  const isList = claim.labels.length === 1 && claim.labels[0]!.level === 'exit' && !claim.labels[0]!.ordinal;
  const isBullet = line.some(({ is }) => is === 'bullet');
  return isList && (isBullet || line.every(({ is }) => /^(?:number|mark|filler|joiner)$/.test(is)));
};

/** A unit holds for the whole list before it: "50, 100 and 150 pips". */
const dropSameKind = (claim: Claim, unit: NumberItem, separator: Separator) => {
  let before = separator;
  for (;;) {
    const last = claim.numbers.at(-1);
    if (!last) return;
    const [written, other] = [decimals(last.item.text), decimals(unit.text)];
    const ratio = Number.parseFloat(last.item.text) / Number.parseFloat(unit.text);
    const isAlike = Math.abs(written - other) < 2 && written > 0 === other > 0 && ratio > 0.1 && ratio < 10;
    if (!isAlike || (before === 'gap' && written > 0)) return;
    before = last.separator;
    claim.numbers.pop();
  }
};

/** Walks over a signal and collects the numbers of each label. */
export const collectClaims = (items: readonly Item[], pair: string | undefined): Claims => {
  const reports = findReports(items);
  const claims: Claim[] = [];
  const directions: Claims['directions'] = [];
  const ordinals = new Set<Item>();
  let claim = null as Claim | null;
  let separator: Separator = 'gap';
  let ordinal: number | undefined;
  let exits = 0;
  let entries = 0;
  let hasLevels = false;
  /** Whether a word stands behind the last label: in "Entry: market, SL 1.0790" they are no list of labels. */
  let isInterrupted = false;
  /** Inside brackets, a word nobody knows hides the numbers behind it, but the label stays open. */
  let depth = 0;
  let isHidden = false;
  let lineStart = 0;
  let isUpdate = false;
  let isNumbered = false;

  const open = (labels: Label[], implied: Claim['implied']): Claim => {
    const opened: Claim = { labels, implied, numbers: [] };
    claims.push(opened);
    separator = 'gap';
    return opened;
  };
  const isWaiting = (one: Claim | null): one is Claim =>
    one !== null && !one.implied && one.numbers.length === 0;

  /** "2 - 66000" on a line below "Targets:". */
  const isListStart = ({ labels }: Claim, index: number) =>
    labels[0]!.level === 'exit' && items[index - 1]?.is === 'break';

  const addNumber = (item: NumberItem, index: number) => {
    const opened = claim;
    // In brackets behind a price, a number explains that price.
    if (!opened || isHidden || (depth > 0 && opened.numbers.length > 0 && !item.other)) return;
    const label = opened.labels.at(-1)!;
    if (item.other) dropSameKind(opened, item, separator);
    else if (isDigit(item) && !label.ordinal && (isWaiting(opened) || isListStart(opened, index))) {
      const judged = judgeOrdinal(items, index, label.level === 'exit' ? exits + 1 : Math.max(1, entries));
      if (judged === 'price') addPrice(opened, item);
      if (judged === 'unclear') claim = null;
      if (judged === 'ordinal') {
        if (items[index - 1]?.is !== 'break') label.ordinal = Number(item.text);
        ordinals.add(item);
      }
    } else if (isRatio(items, index)) claim = null;
    else addPrice(opened, item);
  };

  const addPrice = (opened: Claim, item: NumberItem) => {
    let target = opened;
    const label = opened.labels.at(-1)!;
    if (ordinal && opened.numbers.length > 0 && !opened.implied)
      target = open([{ level: label.level, ordinal }], null);
    ordinal = undefined;
    claim = target;
    target.numbers.push({ item, separator });
    hasLevels ||= !target.implied;
    isNumbered = true;
    if (label.level === 'exit') exits = Math.max(exits + 1, target.labels.at(-1)!.ordinal ?? 0);
    separator = 'gap';
  };

  const addLabel = (level: LevelKind) => {
    const label: Label = { level, ordinal };
    if (level === 'entry') entries++;
    ordinal = undefined;
    if (!isWaiting(claim) || (isInterrupted && claim.labels.at(-1)!.level !== level)) {
      claim = open([label], null);
      isInterrupted = false;
      return;
    }
    // "Take profit target 1" is one label; "TP1/TP2" and "SL/TP" are two.
    const last = claim.labels.at(-1)!;
    if (last.level !== level || last.ordinal) claim.labels.push(label);
    else last.ordinal ??= label.ordinal;
    separator = 'gap';
  };

  const addMark = (text: string) => {
    if (text === '(' || text === '[') depth++;
    if (text === ')' || text === ']') {
      depth = Math.max(0, depth - 1);
      isHidden = false;
    }
    if (/[-~]/.test(text)) separator = 'range';
    else if (/[/,;&+]/.test(text)) separator = 'list';
  };

  for (const [index, item] of items.entries()) {
    if (item.is === 'break') {
      depth = 0;
      isHidden = false;
      ordinal = undefined;
      if (endsWithLabel(items, index)) {
        for (const one of claims.slice(lineStart)) one.numbers = [];
        claim = null;
      }
      // Of several line ends in a row, the last one decides.
      if (claim && items[index + 1]?.is !== 'break' && !continues(items, index, claim)) claim = null;
      lineStart = claims.length;
      separator = 'list';
    } else if (reports.has(item)) {
      claim = null;
      isUpdate ||= item.is === 'label' && !isNumbered;
    } else if (item.is === 'number') addNumber(item, index);
    else if (item.is === 'label') addLabel(item.level);
    else if (item.is === 'mark') addMark(item.text);
    else if (item.is === 'joiner') separator = item.range ? 'range' : 'list';
    else if (item.is === 'ordinal' || item.is === 'bullet') {
      const last: Label | undefined = isWaiting(claim) ? claim.labels.at(-1) : undefined;
      if (last && last.level !== 'stop' && !last.ordinal && items[index - 1]?.is !== 'break')
        last.ordinal = item.ordinal;
      else if (item.is === 'ordinal') ordinal = item.ordinal;
    } else if (item.is === 'direction') {
      const isFirst = directions.length === 0;
      if (isFirst || !hasLevels) directions.push(item);
      if (!isWaiting(claim))
        claim =
          !item.weak && (isFirst || !hasLevels)
            ? open([{ level: 'entry', ordinal: undefined }], 'direction')
            : null;
    } else if (item.is === 'pair') {
      const isBefore = claim?.implied === 'direction' && claim.numbers.length === 0;
      const isOwn = pair !== undefined && isSameInstrument(item.pair, pair);
      if (!isOwn || (!isWaiting(claim) && !isBefore))
        claim = isOwn && !hasLevels ? open([{ level: 'entry', ordinal: undefined }], 'pair') : null;
    } else if (item.is === 'filler') isInterrupted = true;
    else if (item.is === 'order') {
      isInterrupted = true;
      // "Stop 1.6465, limit 1.6310": the second price has another label.
      if (claim && !claim.implied && claim.numbers.length > 0) claim = null;
    } else if (item.is === 'none') {
      if (depth > 0) isHidden = true;
      else claim = null;
    }
  }
  return { claims, directions, ordinals, isUpdate };
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
