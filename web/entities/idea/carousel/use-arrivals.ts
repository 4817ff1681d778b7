import { useState } from 'react';
import type { Idea } from '../idea-model.ts';
import { arrivals } from './carousel-index.ts';

/** Ideas that came in since the carousel opened and have not been shown yet, newest first. */
export const useArrivals = (ideas: readonly Idea[], shownId: string | undefined): Idea[] => {
  const [{ list, waiting }, setSeen] = useState<{ list: readonly Idea[]; waiting: string[] }>({
    list: ideas,
    waiting: [],
  });
  const ids = (of: readonly Idea[]) => of.map(({ id }) => id);
  const present = new Set(ids(ideas));
  const next = [...(list === ideas ? [] : arrivals(ids(list), ids(ideas))), ...waiting].filter(
    (id) => id !== shownId && present.has(id),
  );
  if (list !== ideas || next.length !== waiting.length) setSeen({ list: ideas, waiting: next });
  return ideas.filter(({ id }) => next.includes(id));
};
