import { and, asc, desc, eq, inArray, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import { HIDDEN_EDUCATOR_ID } from '../../contract/educators.ts';
import { completedStatuses, type IdeaType } from '../../contract/ideas.ts';
import type { Market } from '../../contract/markets.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import { feed, ideaRevisions, tradeIdeas } from '../database/schema.ts';
import type { IdeaRow } from './idea-row.ts';

/** Which ideas a list holds. Without `educatorId` the hidden educator's are left out. */
export type IdeaFilter = {
  educatorId?: string | undefined;
  market?: Market | undefined;
  ideaType?: IdeaType | undefined;
  state?: 'active' | 'completed' | undefined;
};

/** The last idea of a page: the next begins after it. */
export type IdeaCursor = { createdAt: string; id: string };

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
  );

const newestFirst = [desc(tradeIdeas.createdAt), desc(tradeIdeas.id)];

/** Ideas of a filter, newest first, from after `cursor` on. A keyset query: page 1,000 costs what page 1 does. */
export const selectIdeas = (
  db: Connection,
  filter: IdeaFilter,
  limit: number,
  cursor?: IdeaCursor,
): Promise<IdeaRow[]> => {
  const after = cursor
    ? sql`(${tradeIdeas.createdAt}, ${tradeIdeas.id}) < (${cursor.createdAt}::timestamptz, ${cursor.id}::uuid)`
    : undefined;
  return db
    .select()
    .from(tradeIdeas)
    .where(and(whereOf(filter), after))
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

export const insertIdea = async (tx: Transaction, idea: IdeaRow): Promise<IdeaRow> => {
  const [row] = await tx.insert(tradeIdeas).values(idea).returning();
  if (!row) throw new Error('No data returned from database');
  return row;
};

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
