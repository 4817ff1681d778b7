import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Connection } from './connection.ts';

const dialect = new PgDialect({ casing: 'snake_case' });

/**
 * Runs a statement that each connection parses and plans once, and finds again by its name. For those that many wait
 * for; the text under one name must always be the same.
 */
export const executePrepared = async <Row extends Record<string, unknown>>(
  db: Connection,
  name: string,
  statement: SQL,
): Promise<Row[]> => {
  const query = dialect.sqlToQuery(statement);
  // Drizzle names statements of its own builders only, and none of them can say what ours do.
  const { rows } = (await db._.session.prepareQuery(query, undefined, name, false).execute()) as {
    rows: Row[];
  };
  return rows;
};
