/** What people put between the two names of a pair, or leave out. */
const separators = /[ /\\|:._-]/g;

/**
 * A pair as it is searched: separators taken out, ASCII letters large. The database's column `pair_key` is made by the
 * same rule, so other alphabets are left as they are: their upper case is not the same everywhere.
 */
export const pairKey = (pair: string): string =>
  pair.replace(separators, '').replace(/[a-z]/g, (letter) => letter.toUpperCase());

/** Whether a pair holds what is searched: "eurusd" finds EUR/USD, and so does "r/u". A search for nothing finds all. */
export const pairMatches = (pair: string, search: string): boolean => pairKey(pair).includes(pairKey(search));
