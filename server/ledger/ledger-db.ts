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

/** Where the chain ends according to the feed's row, which is written in the same transaction as each revision. */
export const selectLedgerHead = async (db: Connection): Promise<{ count: number; head: string }> => {
  const [row] = await db.select({ count: feed.ledgerCount, head: feed.ledgerHead }).from(feed);
  if (!row) throw new Error('The feed has no row');
  return row;
};
