/** Rows as aligned columns below their headings, one line each; nothing is cut. */
export const tableLines = (headings: readonly string[], rows: readonly (readonly string[])[]): string[] => {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

/** A time as operators compare it with their logs: UTC, to the second. */
export const timeCell = (at: Date | null): string =>
  at === null ? '-' : `${at.toISOString().slice(0, 19).replace('T', ' ')}Z`;
