/** Separators people write between the two names of a pair. */
const pairSeparators = /[ /\\|:._-]/g;

/**
 * Search key of a pair: without separators, ASCII letters in upper case. The database column `pair_key` uses the same
 * rule; other alphabets stay unchanged, because their upper case differs between systems.
 */
export const pairKey = (pair: string): string =>
  pair.replace(pairSeparators, '').replace(/[a-z]/g, (letter) => letter.toUpperCase());

/** Whether the pair contains the search text: "eurusd" and "r/u" find EUR/USD. An empty search matches everything. */
export const pairMatches = (pair: string, search: string): boolean => pairKey(pair).includes(pairKey(search));
