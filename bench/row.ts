/** Result of a measurement as text, and whether it meets the target. */
export type Finding = { measured: string; met: boolean };

/** One row of the results: a measurement and its target. Cleans up after itself. */
export type Row = {
  /** Id in docs/targets.md, also used on the command line. */
  id: string;
  what: string;
  target: string;
  /** `say` reports progress. */
  measure: (say: (line: string) => void) => Promise<Finding>;
};

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};
