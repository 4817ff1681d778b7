/** Joins class lists; what is false or absent is left out. */
export const classNames = (...parts: (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(' ');
