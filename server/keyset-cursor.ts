import { AppError } from './app-error.ts';

/** The last row of a page in an order by time and id: the next page begins after it. */
export type KeysetCursor = { createdAt: string; id: string };

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** A cursor is opaque to clients: the place of the page's last row in the list's order. */
export const formatCursor = (last: { created_at: string; id: string }): string =>
  Buffer.from(`${last.created_at}_${last.id}`).toString('base64url');

/** Throws INVALID_CURSOR for anything that is no cursor of ours. */
export const parseCursor = (cursor: string): KeysetCursor => {
  const match = CURSOR.exec(Buffer.from(cursor, 'base64url').toString());
  const [, createdAt, id] = match ?? [];
  if (!createdAt || !id || Number.isNaN(Date.parse(createdAt))) throw new AppError('INVALID_CURSOR');
  return { createdAt, id };
};
