import { nameInstrument } from './signal-instruments.ts';
import type { Item } from './signal-items.ts';

/** Items that stand between others without a meaning of their own. */
const isTransparent = (item: Item) => /^(?:mark|bullet|filler|order|pair-label)$/.test(item.is);

/** The next item with a meaning in one direction, on the same line. */
export const findNeighbour = (items: readonly Item[], index: number, step: 1 | -1): Item | undefined => {
  let at = index + step;
  while (items[at] && isTransparent(items[at]!)) at += step;
  return items[at];
};

/** The start of the line of `index`, if nothing before it there has a meaning. */
const findHead = (items: readonly Item[], index: number): number => {
  let at = index;
  while (at > 0 && items[at - 1]!.is !== 'break') {
    at--;
    if (/^(?:label|direction|pair|time-frame)$/.test(items[at]!.is)) return index;
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
    if (item.is === 'label') label = item.level;
    if (item.is === 'break' && item.newLine && label === 'entry') label = null;
    if (item.is === 'number' && !item.other) {
      isNumbered ||= names.size > 0 || direction !== null;
      isLevelled ||= label === 'stop' || label === 'exit';
    }
    if (item.is === 'direction' && !item.weak) {
      const before = findNeighbour(all, index, -1);
      const after = findNeighbour(all, index, 1);
      const isHead =
        !before ||
        before.is === 'break' ||
        before.is === 'pair' ||
        after?.is === 'pair' ||
        after?.is === 'number';
      const isOther = direction !== null && (isLevelled || (isNumbered && direction !== item.direction));
      if (isOther && isHead) return cut(before?.is === 'pair' ? all.indexOf(before) : index);
      direction ??= item.direction;
    }
    if (item.is === 'pair') {
      const before = findNeighbour(all, index, -1);
      const after = findNeighbour(all, index, 1);
      const isLineStart = !before || before.is === 'break';
      const isHead =
        before?.is === 'direction' ||
        after?.is === 'direction' ||
        (isLineStart && /^(?:number|label|break|time-frame)$/.test(after?.is ?? 'break'));
      const isOther =
        names.size > 0 &&
        !names.has(nameInstrument(item.pair)) &&
        (isLevelled || (isNumbered && direction !== null));
      if (isOther && isHead) return cut(before?.is === 'direction' ? all.indexOf(before) : index);
      names.add(nameInstrument(item.pair));
    }
  }
  return { items: all, more: false };
};
