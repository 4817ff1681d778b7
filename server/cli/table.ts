import { escapeText } from '../shared/escape-text.ts';

/** Aligned columns with a header, one line per row, nothing truncated. */
export const formatTable = (headings: readonly string[], rows: readonly (readonly string[])[]): string[] => {
  const all = [headings, ...rows].map((row) =>
    row.map((cell) => escapeText(cell).replaceAll('\n', '\\u000a')),
  );
  const widths = headings.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

/** A time as in logs: UTC, to the second. */
export const formatTime = (at: Date | null): string =>
  at === null ? '-' : `${at.toISOString().slice(0, 19).replace('T', ' ')}Z`;
