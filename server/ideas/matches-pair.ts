import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { sameInstruments, searchKey } from '../../contract/ideas/pairs.ts';

/** `pairMatches` of contract/ideas/pairs.ts in SQL. strpos compares plain text, so % and _ have no meaning. */
export const matchesPair = (pairKey: SQLWrapper, search: string): SQL => {
  const key = sameInstruments.reduce(
    (text: SQLWrapper, [name, same]) => sql`replace(${text}, ${name}, ${same})`,
    pairKey,
  );
  return sql`strpos(${key}, ${searchKey(search)}) > 0`;
};
