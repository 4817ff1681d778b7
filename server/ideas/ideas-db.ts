import { and, asc, desc, eq, inArray, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import { HIDDEN_EDUCATOR_ID } from '../../contract/educators.ts';
import type { IdeaFilter } from '../../contract/idea-lists.ts';
import { completedStatuses, statusesForResult } from '../../contract/ideas.ts';
import { pairKey } from '../../contract/pairs.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import { feed, ideaRevisions, tradeIdeas } from '../database/schema.ts';
import type { KeysetCursor } from '../keyset-cursor.ts';
import type { IdeaRow } from './idea-row.ts';

/** `isListed` of contract/idea-lists.ts in SQL, but for the pair. */
const whereOf = (filter: IdeaFilter): SQL | undefined =>
  and(
    filter.educatorId === undefined
      ? ne(tradeIdeas.educatorId, HIDDEN_EDUCATOR_ID)
      : eq(tradeIdeas.educatorId, filter.educatorId),
    // A completed index pair is listed under Forex (SPEC §7); an active one under the market it says.
    filter.market &&
      eq(filter.state === 'completed' ? tradeIdeas.historyMarket : tradeIdeas.marketType, filter.market),
    filter.ideaType && eq(tradeIdeas.ideaType, filter.ideaType),
    filter.state === 'active' ? notInArray(tradeIdeas.status, [...completedStatuses]) : undefined,
    filter.state === 'completed' ? inArray(tradeIdeas.status, [...completedStatuses]) : undefined,
    filter.result && inArray(tradeIdeas.status, statusesForResult(filter.result)),
  );

const newestFirst = [desc(tradeIdeas.createdAt), desc(tradeIdeas.id)];

/**
 * The first ideas of a filter whose pair holds `search`. Pairs are few, however many ideas there are: each different
 * one is visited once (an index gives the next greater), and of those that match the first ideas are read and merged.
 * So the cost is that of the pairs, not of the ideas, and it needs no extension. The pair is compared by position:
 * there is no pattern in which % or _ could mean anything.
 */
const idsByPair = (search: string, where: SQL | undefined, limit: number): SQL => sql`
  with recursive pair_keys (pair_key) as (
    select min(pair_key) from ${tradeIdeas}
    union all
    select (select min(next.pair_key) from ${tradeIdeas} next where next.pair_key > pair_keys.pair_key)
    from pair_keys where pair_keys.pair_key is not null
  )
  select page.id from pair_keys
  cross join lateral (
    select ${tradeIdeas.id}, ${tradeIdeas.createdAt} from ${tradeIdeas}
    where ${and(sql`${tradeIdeas.pairKey} = pair_keys.pair_key`, where)}
    order by ${sql.join(newestFirst, sql`, `)} limit ${limit}
  ) page
  where strpos(pair_keys.pair_key, ${search}) > 0
  order by page.created_at desc, page.id desc limit ${limit}`;

/** Ideas of a filter, newest first, from after `cursor` on. A keyset query: page 1,000 costs what page 1 does. */
export const selectIdeas = (
  db: Connection,
  filter: IdeaFilter,
  limit: number,
  cursor?: KeysetCursor,
): Promise<IdeaRow[]> => {
  const after = cursor
    ? sql`(${tradeIdeas.createdAt}, ${tradeIdeas.id}) < (${cursor.createdAt}::timestamptz, ${cursor.id}::uuid)`
    : undefined;
  const where = and(whereOf(filter), after);
  const search = pairKey(filter.pair ?? '');
  return db
    .select()
    .from(tradeIdeas)
    .where(search ? inArray(tradeIdeas.id, sql`(${idsByPair(search, where, limit)})`) : where)
    .orderBy(...newestFirst)
    .limit(limit);
};

/** The first ideas of a filter, and the place in the feed they are true for. One after the other: a transaction is one connection. */
export const selectIdeasAsOf = async (tx: Transaction, filter: IdeaFilter, limit: number) => {
  const [position] = await tx.select({ epoch: feed.epoch, seq: feed.seq }).from(feed);
  if (!position) throw new Error('The feed has no row');
  return { position, rows: await selectIdeas(tx, filter, limit) };
};

export const selectIdea = async (db: Connection, id: string): Promise<IdeaRow | undefined> => {
  const [row] = await db.select().from(tradeIdeas).where(eq(tradeIdeas.id, id));
  return row;
};

/** The idea, locked until the transaction ends: two writers of one idea take turns. */
export const selectIdeaForUpdate = async (tx: Transaction, id: string): Promise<IdeaRow | undefined> => {
  const [row] = await tx.select().from(tradeIdeas).where(eq(tradeIdeas.id, id)).for('update');
  return row;
};

const ownedBy = (id: string, educatorId: string) =>
  and(eq(tradeIdeas.id, id), eq(tradeIdeas.educatorId, educatorId));

/** Changes an idea of this educator; undefined when it is not theirs. */
export const updateIdeaRow = async (
  tx: Transaction,
  id: string,
  educatorId: string,
  changes: Partial<IdeaRow>,
): Promise<IdeaRow | undefined> => {
  const [row] = await tx.update(tradeIdeas).set(changes).where(ownedBy(id, educatorId)).returning();
  return row;
};

export const deleteIdeaRow = async (tx: Transaction, id: string, educatorId: string): Promise<void> => {
  await tx.delete(tradeIdeas).where(ownedBy(id, educatorId));
};

export const selectRevisions = (db: Connection, ideaId: string) =>
  db.select().from(ideaRevisions).where(eq(ideaRevisions.ideaId, ideaId)).orderBy(asc(ideaRevisions.number));
