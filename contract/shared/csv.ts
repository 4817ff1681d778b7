/**
 * Where a spreadsheet would read a formula (CSV injection, SPEC §10). One that splits at semicolons or tabs reads no
 * quotes within a cell, so it may start there too.
 */
const FORMULA_START = /(?<=^|[;|\t\r\n])(?=[\s"]*[=+\-@＝＋－＠])|^(?=[\t\r])/g;
const NUMBER = /^-?\d+(\.\d+)?$/;

/** A line of a CSV file without its end. An apostrophe makes a formula text; a negative number is none. */
export const formatCsvLine = (cells: readonly string[]): string =>
  cells
    .map((cell) => (NUMBER.test(cell) ? cell : cell.replace(FORMULA_START, "'")))
    .map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',');
