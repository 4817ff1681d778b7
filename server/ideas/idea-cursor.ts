import type { TradeIdea } from '../../contract/ideas.ts';
import { AppError } from '../app-error.ts';
import type { IdeaCursor } from './ideas-db.ts';

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** A cursor is opaque to clients: the place of the page's last idea in the list's order. */
export const formatCursor = (last: TradeIdea): string =>
  Buffer.from(`${last.created_at}_${last.id}`).toString('base64url');

/** Throws INVALID_CURSOR for anything that is no cursor of ours. */
export const parseCursor = (cursor: string): IdeaCursor => {
  const match = CURSOR.exec(Buffer.from(cursor, 'base64url').toString());
  const [, createdAt, id] = match ?? [];
  if (!createdAt || !id || Number.isNaN(Date.parse(createdAt))) throw new AppError('INVALID_CURSOR');
  return { createdAt, id };
};
