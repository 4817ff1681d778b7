import { useState } from 'react';
import type { TradeIdea } from '../../../contract/ideas.ts';

type Ideas = readonly TradeIdea[];

/**
 * The ideas as the reader sees them. What changes below the first card on screen shows at once; above it cards only
 * change where they are: whatever came or went there would push the card that is being read to another place.
 */
export const steadyList = (shown: Ideas, current: Ideas, firstOnScreen: number): Ideas => {
  if (firstOnScreen === 0) return current;
  const places = new Map(current.map(({ id }, index) => [id, index]));
  const anchor = shown.findIndex(({ id }, index) => index >= firstOnScreen && places.has(id));
  if (anchor === -1) return current;
  const from = places.get(shown[anchor]!.id)!;
  const above = shown.slice(0, anchor).map((idea) => current[places.get(idea.id) ?? -1] ?? idea);
  return [...above, ...current.slice(from)];
};

/** `current` as it may be shown; `waiting` counts ideas that came in above the reader. */
export const useSteadyList = (current: Ideas, firstOnScreen: number) => {
  const [{ source, shown }, set] = useState({ source: current, shown: current });
  let next = shown;
  if (source !== current || (firstOnScreen === 0 && shown !== current)) {
    next = steadyList(shown, current, firstOnScreen);
    set({ source: current, shown: next });
  }
  return { shown: next, waiting: waitingIn(next, current) };
};

const waitingIn = (shown: Ideas, current: Ideas): number => {
  if (shown === current || shown.length === 0) return 0;
  const known = new Set(shown.map(({ id }) => id));
  return current.filter(({ id }) => !known.has(id)).length;
};
