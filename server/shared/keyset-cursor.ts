import { type Column, type SQL, sql } from 'drizzle-orm';
import { AppError } from './app-error.ts';

/** Keyset pagination by time and id: the last row of a page; the next page starts after it. */
export type KeysetCursor = { createdAt: string; id: string };

/** At most `limit` rows after `cursor`, or from the beginning. */
export type KeysetPage = { cursor: KeysetCursor | undefined; limit: number };

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** An opaque cursor: the position of the page's last row. */
export const formatCursor = (last: { created_at: string; id: string }): string =>
  Buffer.from(`${last.created_at}_${last.id}`).toString('base64url');

/** Neither 30 February, which JavaScript moves to March, nor the year 0, which PostgreSQL lacks. */
const isStorable = (instant: string): boolean => {
  const parsed = new Date(instant);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString() === instant && !instant.startsWith('0000-');
};

/** Undefined without a cursor. Throws INVALID_CURSOR for anything that is none. */
export const parseCursor = (cursor: string | undefined): KeysetCursor | undefined => {
  if (cursor === undefined) return undefined;
  const match = CURSOR.exec(Buffer.from(cursor, 'base64url').toString());
  const [, createdAt, id] = match ?? [];
  if (!createdAt || !id || !isStorable(createdAt)) throw new AppError('INVALID_CURSOR');
  return { createdAt, id };
};

/** The rows after the cursor in a list that is newest first; every row without a cursor. */
export const isAfterCursor = (time: Column, id: Column, cursor: KeysetCursor | undefined): SQL | undefined =>
  cursor && sql`(${time}, ${id}) < (${cursor.createdAt}::timestamptz, ${cursor.id}::uuid)`;
