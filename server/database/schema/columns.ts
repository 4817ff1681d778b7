import { sql } from 'drizzle-orm';
import { customType, numeric, timestamp } from 'drizzle-orm/pg-core';

/** Millisecond precision like JSON, so a stored time equals its ISO text and hashes can be recomputed. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });
/**
 * A decimal without scale: PostgreSQL keeps trailing zeros. Named explicitly, because casing leaves `entry1`
 * unchanged.
 */
export const price = (name: string) => numeric(name);
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const isOneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`);
