import { useState } from 'react';
import type { TradeIdea } from '../../../contract/ideas.ts';
import { comesBefore } from '../../../contract/list-order.ts';
import { indexOfRow } from '../../shared/live/paged-list.ts';

type Ideas = readonly TradeIdea[];

const sameUpTo = (a: Ideas, b: Ideas, end: number): boolean => {
  for (let index = 0; index < end; index++) if (a[index] !== b[index]) return false;
  return true;
};

/**
 * Walks two lists of one order together, so that 100,000 ideas are one pass: `visit` hears where each of `a` is in `b`.
 * Most are the same object in both, and those are not looked into: to reach 100,000 objects is what would take time.
 */
const walk = (
  a: Ideas,
  b: Ideas,
  end: number,
  visit: (index: number, found: TradeIdea | undefined) => void,
) => {
  let at = 0;
  for (let index = 0; index < end; index++) {
    const idea = a[index]!;
    while (at < b.length && b[at] !== idea && b[at]!.id !== idea.id && comesBefore(b[at]!, idea)) at++;
    const candidate = b[at];
    visit(index, candidate === idea || candidate?.id === idea.id ? candidate : undefined);
    // Each stands once in a list: the next one of `a` comes after it.
    if (candidate === idea) at++;
  }
};

/**
 * The ideas as the reader sees them. What changes below the first card on screen shows at once; above it cards only
 * change where they are: whatever came or went there would push the card that is being read to another place.
 */
export const steadyList = (shown: Ideas, current: Ideas, firstOnScreen: number): Ideas => {
  if (firstOnScreen === 0) return current;
  const anchor = shown.findIndex((idea, index) => index >= firstOnScreen && indexOfRow(current, idea) !== -1);
  if (anchor === -1) return current;
  const from = indexOfRow(current, shown[anchor]!);
  // A further page came, as most often: nothing above has changed.
  if (from === anchor && sameUpTo(shown, current, anchor)) return current;
  const above = shown.slice(0, anchor);
  walk(shown, current, anchor, (index, found) => {
    if (found) above[index] = found;
  });
  return above.concat(current.slice(from));
};

const waitingIn = (shown: Ideas, current: Ideas): number => {
  let waiting = 0;
  if (shown !== current)
    walk(current, shown, current.length, (_, found) => {
      if (!found) waiting++;
    });
  return waiting;
};

/** `current` as it may be shown; `waiting` counts ideas that came in above the reader. */
export const useSteadyList = (current: Ideas, firstOnScreen: number) => {
  const [state, setState] = useState({ source: current, shown: current, waiting: 0 });
  const isDue = state.source !== current || (firstOnScreen === 0 && state.shown !== current);
  if (!isDue) return state;
  const shown = steadyList(state.shown, current, firstOnScreen);
  const next = { source: current, shown, waiting: waitingIn(shown, current) };
  setState(next);
  return next;
};
