/** A spreadsheet takes a cell that begins so for a formula; a quote before it makes it text. */
const FORMULA = /^[=+\-@\t\r]/;

/** One line of CSV (RFC 4180), safe to open in a spreadsheet. */
export const csvLine = (cells: readonly string[]): string =>
  cells
    .map((cell) => (FORMULA.test(cell) ? `'${cell}` : cell))
    .map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');
