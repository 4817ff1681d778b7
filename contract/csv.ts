/** Spreadsheets treat such a cell as a formula (CSV injection). A leading apostrophe makes it text (SPEC §10). */
export const isFormula = (cell: string): boolean => /^[=+\-@\t\r]/.test(cell);

/** A cell of a CSV file, in quotes where RFC 4180 wants them. */
export const quoteCsvCell = (cell: string): string =>
  /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
