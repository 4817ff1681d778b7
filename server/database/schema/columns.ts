import { sql } from 'drizzle-orm';
import { customType, numeric, timestamp } from 'drizzle-orm/pg-core';

/** Milliseconds: what JSON carries, so a stored time and its ISO text are the same time and hashes can be recomputed. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });
/** A decimal without a scale: PostgreSQL keeps trailing zeros as typed. Named, because casing leaves `entry1` alone. */
export const price = (name: string) => numeric(name);
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`);
