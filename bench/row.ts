/** What one measurement found, in words, and whether that meets its target. */
export type Finding = { measured: string; met: boolean };

/** One row of the table: a figure, what it is held against, and how it is taken. It cleans up behind itself. */
export type Row = {
  /** As in the list of targets; what is asked for on the command line. */
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
