import { sql } from 'drizzle-orm';
import { customType, numeric, timestamp } from 'drizzle-orm/pg-core';

/** Millisecond precision like JSON, so a stored time equals its ISO text and hashes can be recomputed. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });
/** The same column, read as the ISO text. */
export const isoInstant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: (stored) => new Date(stored).toISOString(),
});
/** A decimal without scale: PostgreSQL keeps trailing zeros. */
export const price = () => numeric();
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const isOneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`);
