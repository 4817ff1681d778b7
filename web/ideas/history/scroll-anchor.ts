import { useState } from 'react';
import { comesBefore } from '../../../contract/ideas/idea-lists.ts';
import type { TradeIdea } from '../../../contract/ideas/ideas.ts';
import { indexOfRow } from '../../live/entity-cache.ts';

type Ideas = readonly TradeIdea[];

const sameUpTo = (a: Ideas, b: Ideas, end: number): boolean => {
  for (let index = 0; index < end; index++) if (a[index] !== b[index]) return false;
  return true;
};

/**
 * Merges two lists of the same order in one pass. Calls `visit` with the match in `b` for each idea of `a`.
 * Compares by identity first: reading fields of 100,000 objects would be slow.
 */
const mergeWalk = (
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
    // Ids are unique, so the match of the next idea comes later.
    if (candidate === idea) at++;
  }
};

/**
 * Scroll anchoring for a live list. Changes from the first card on screen on apply at once. Above it, cards are
 * only updated in place, because an added or removed card would move what the customer is reading.
 */
export const anchorList = (shown: Ideas, current: Ideas, firstOnScreen: number): Ideas => {
  if (firstOnScreen === 0) return current;
  const anchor = shown.findIndex((idea, index) => index >= firstOnScreen && indexOfRow(current, idea) !== -1);
  if (anchor === -1) return current;
  const from = indexOfRow(current, shown[anchor]!);
  // The common case: a further page was loaded and nothing above has changed.
  if (from === anchor && sameUpTo(shown, current, anchor)) return current;
  const above = shown.slice(0, anchor);
  mergeWalk(shown, current, anchor, (index, found) => {
    if (found) above[index] = found;
  });
  return above.concat(current.slice(from));
};

const countNewIdeas = (shown: Ideas, current: Ideas): number => {
  let waiting = 0;
  if (shown !== current)
    mergeWalk(current, shown, current.length, (_, found) => {
      if (!found) waiting++;
    });
  return waiting;
};

/** The anchored list to show, and the number of new ideas above (`waiting`). */
export const useAnchoredList = (current: Ideas, firstOnScreen: number) => {
  const [state, setState] = useState({ source: current, shown: current, waiting: 0 });
  const isStale = state.source !== current || (firstOnScreen === 0 && state.shown !== current);
  if (!isStale) return state;
  const shown = anchorList(state.shown, current, firstOnScreen);
  const next = { source: current, shown, waiting: countNewIdeas(shown, current) };
  setState(next);
  return next;
};
