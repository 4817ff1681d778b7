import { asc, gt } from 'drizzle-orm';
import type { Connection } from '../database/connection.ts';
import { feed, ideaRevisions } from '../database/schema.ts';

/** Revisions after a number, in chain order. */
export const selectRevisionsAfter = (db: Connection, number: number, limit: number) =>
  db
    .select()
    .from(ideaRevisions)
    .where(gt(ideaRevisions.number, number))
    .orderBy(asc(ideaRevisions.number))
    .limit(limit);

/** The chain's end in the feed row, which each revision's transaction updates. */
export const selectLedgerHead = async (db: Connection): Promise<{ count: number; head: string }> => {
  const [row] = await db.select({ count: feed.ledgerCount, head: feed.ledgerHead }).from(feed);
  if (!row) throw new Error('The feed has no row');
  return row;
};
