/** Slides this far from the selected one, around the loop, hold a card; the others only keep their room. */
const REACH = 2;

export const isNear = (index: number, selected: number, count: number, reach = REACH): boolean => {
  const apart = Math.abs(index - selected);
  return Math.min(apart, count - apart) <= reach;
};

/**
 * Where the reader stands after the list has changed: at the same idea, wherever it went; if it left, at the idea
 * that followed it, else at the one before. By id, so an arrival never moves what is being read.
 */
export const placeAfter = (
  before: readonly string[],
  after: readonly string[],
  current: string | undefined,
): number => {
  if (current === undefined) return 0;
  const at = new Map(after.map((id, index) => [id, index]));
  const stayed = at.get(current);
  if (stayed !== undefined) return stayed;
  const stood = before.indexOf(current);
  const next = before.slice(stood + 1).find((id) => at.has(id));
  const previous = before.slice(0, Math.max(stood, 0)).findLast((id) => at.has(id));
  return at.get(next ?? previous ?? '') ?? 0;
};

/** Ideas that came in while one was reading. Nothing is an arrival in the first list. */
export const arrivals = (before: readonly string[] | null, after: readonly string[]): string[] => {
  if (before === null) return [];
  const known = new Set(before);
  return after.filter((id) => !known.has(id));
};
