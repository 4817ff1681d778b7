import { dropInvisible } from '../shared/text.ts';

/** Separators people write between the two names of a pair. */
const pairSeparators = /[ /\\|:._-]/g;

/**
 * Search key of a pair: without separators, ASCII letters in upper case. The database column `pair_key` uses the same
 * rule; other alphabets stay unchanged, because their upper case differs between systems.
 */
export const pairKey = (pair: string): string =>
  dropInvisible(pair)
    .replace(pairSeparators, '')
    .replace(/[a-z]/g, (letter) => letter.toUpperCase());

/** Two names of one instrument: a search for either finds both. */
export const sameInstruments = Object.entries({ XBT: 'BTC', GOLD: 'XAU', SILVER: 'XAG' });

/** The search key with one name for each instrument. */
export const searchKey = (pair: string): string =>
  sameInstruments.reduce((key, [name, same]) => key.replaceAll(name, same), pairKey(pair));

/** Whether the pair contains the search text: "eurusd" and "r/u" find EUR/USD. An empty search matches everything. */
export const pairMatches = (pair: string, search: string): boolean =>
  searchKey(pair).includes(searchKey(search));
