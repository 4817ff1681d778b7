/** The number of slides beside the selected one that render their card; the others are empty. */
export const NEIGHBOURS = 4;

/** Whether a slide is the selected one or among the `neighbours` nearest: the next, the previous, the one after the next, … */
export const isNear = (index: number, selected: number, count: number, neighbours = NEIGHBOURS): boolean => {
  const ahead = (index - selected + count) % count;
  return Math.min(2 * ahead - 1, 2 * (count - ahead)) <= neighbours;
};

/**
 * The selected index after the list changed: the same idea, else the one that followed it, else the one before. By id, so a
 * new idea never moves the card being read.
 */
export const indexAfterChange = (
  before: readonly string[],
  after: readonly string[],
  current: string | undefined,
): number => {
  if (current === undefined) return 0;
  const at = new Map(after.map((id, index) => [id, index]));
  const stayed = at.get(current);
  if (stayed !== undefined) return stayed;
  const previousIndex = before.indexOf(current);
  const next = before.slice(previousIndex + 1).find((id) => at.has(id));
  const previous = before.slice(0, Math.max(previousIndex, 0)).findLast((id) => at.has(id));
  return at.get(next ?? previous ?? '') ?? 0;
};

/** Ids that are new in `after`; none in the first list. */
export const findNewIds = (before: readonly string[] | null, after: readonly string[]): string[] => {
  if (before === null) return [];
  const known = new Set(before);
  return after.filter((id) => !known.has(id));
};
