import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { hasEnded } from '../../contract/ideas/ideas.ts';
import type { Connection } from '../database/connection.ts';
import { only } from '../database/rows.ts';
import { feed, ideaRevisions, revisionColumns, tradeIdeas } from '../database/schema.ts';

/** Rows are up to 20 kB long; a full page of such rows would be 20 MB. */
const MAX_PAGE_BYTES = 2_000_000;

/** Up to `limit` revisions after a number, in chain order; fewer if they are long, but at least one. */
export const selectRevisionsAfter = async (db: Connection, number: number, limit: number) => {
  const page = db.$with('page').as(
    db
      .select({
        ...revisionColumns,
        bytesBefore: sql<number>`sum(octet_length(${ideaRevisions.changes}::text)) over (
          order by ${ideaRevisions.number} rows between unbounded preceding and 1 preceding)`.as(
          'bytes_before',
        ),
      })
      .from(ideaRevisions)
      .where(gt(ideaRevisions.number, number))
      .orderBy(asc(ideaRevisions.number))
      .limit(limit),
  );
  const rows = await db
    .with(page)
    .select()
    .from(page)
    .where(sql`coalesce(${page.bytesBefore}, 0) < ${MAX_PAGE_BYTES}`)
    .orderBy(asc(page.number));
  return rows.map(({ bytesBefore: _, ...row }) => row);
};

/** The chain's end in the feed row, which each revision's transaction updates. */
export const selectLedgerHead = (db: Connection): Promise<{ count: number; head: string }> =>
  only(db.select({ count: feed.ledgerCount, head: feed.ledgerHead }).from(feed));

/** Which of these ideas are the educator's, closed and not deleted. */
export const selectClosedIds = async (db: Connection, educatorId: string, ids: string[]) => {
  const rows = await db
    .select({ id: tradeIdeas.id, status: tradeIdeas.status })
    .from(tradeIdeas)
    .where(and(eq(tradeIdeas.educator_id, educatorId), inArray(tradeIdeas.id, ids)));
  return new Set(rows.filter(({ status }) => hasEnded(status)).map(({ id }) => id));
};
