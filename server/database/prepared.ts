import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Connection } from './connection.ts';

const dialect = new PgDialect({ casing: 'snake_case' });

/**
 * Runs a named prepared statement, which each connection parses and plans once. For frequent statements; the text of
 * a name must never change.
 */
export const executePrepared = async <Row extends Record<string, unknown>>(
  db: Connection,
  name: string,
  statement: SQL,
): Promise<Row[]> => {
  const query = dialect.sqlToQuery(statement);
  // Drizzle only prepares statements of its query builders, which can't express ours.
  const { rows } = (await db._.session.prepareQuery(query, undefined, name, false).execute()) as {
    rows: Row[];
  };
  return rows;
};
