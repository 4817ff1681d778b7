/** Spreadsheets treat such cells as formulas; a leading quote makes them text (CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;

/** One line of CSV (RFC 4180), safe to open in a spreadsheet. */
export const formatCsvLine = (cells: readonly string[]): string =>
  cells
    .map((cell) => (FORMULA.test(cell) ? `'${cell}` : cell))
    .map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');
