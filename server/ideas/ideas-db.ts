import { and, asc, desc, eq, inArray, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import type { IdeaFilter } from '../../contract/ideas/idea-lists.ts';
import type { TimelineRevision } from '../../contract/ideas/idea-timeline.ts';
import { completedStatuses, statusesForResult, type TradeIdea } from '../../contract/ideas/ideas.ts';
import { searchKey } from '../../contract/ideas/pairs.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import { first, only } from '../database/rows.ts';
import { feed, ideaColumns, ideaRevisions, revisionColumns, tradeIdeas } from '../database/schema.ts';
import { isPublicSql } from '../educators/visibility.ts';
import { isAfterCursor, type KeysetCursor } from '../shared/keyset-cursor.ts';
import { matchesPair } from './matches-pair.ts';

/** `isListed` of contract/ideas/idea-lists.ts in SQL, except for the pair. */
const toCondition = (filter: IdeaFilter): SQL | undefined =>
  and(
    filter.educatorId === undefined
      ? isPublicSql(tradeIdeas.educator_id)
      : eq(tradeIdeas.educator_id, filter.educatorId),
    // SPEC §7: completed index pairs are listed under Forex, active ones under their own market.
    filter.market &&
      eq(filter.state === 'completed' ? tradeIdeas.history_market : tradeIdeas.market_type, filter.market),
    filter.ideaType && eq(tradeIdeas.idea_type, filter.ideaType),
    filter.state === 'active' ? notInArray(tradeIdeas.status, [...completedStatuses]) : undefined,
    filter.state === 'completed' ? inArray(tradeIdeas.status, [...completedStatuses]) : undefined,
    filter.status && eq(tradeIdeas.status, filter.status),
    filter.result && inArray(tradeIdeas.status, statusesForResult(filter.result)),
  );

const newestFirst = [desc(tradeIdeas.created_at), desc(tradeIdeas.id)];

/**
 * The first ideas of a filter whose pair contains `search`. Uses a loose index scan over the distinct pairs, which
 * are few, then reads and merges the first ideas of each match. So the cost depends on the number of pairs, and no
 * extension is needed.
 */
const selectIdsByPair = (search: string, where: SQL | undefined, limit: number): SQL => sql`
  with recursive pair_keys (pair_key) as (
    select min(pair_key) from ${tradeIdeas}
    union all
    select (select min(next.pair_key) from ${tradeIdeas} next where next.pair_key > pair_keys.pair_key)
    from pair_keys where pair_keys.pair_key is not null
  )
  select page.id from pair_keys
  cross join lateral (
    select ${tradeIdeas.id}, ${tradeIdeas.created_at} from ${tradeIdeas}
    where ${and(sql`${tradeIdeas.pair_key} = pair_keys.pair_key`, where)}
    order by ${sql.join(newestFirst, sql`, `)} limit ${limit}
  ) page
  where ${matchesPair(sql`pair_keys.pair_key`, search)}
  order by page.created_at desc, page.id desc limit ${limit}`;

/** Ideas of a filter, newest first, after `cursor`. Keyset pagination: page 1,000 costs as much as page 1. */
export const selectIdeas = (
  db: Connection,
  filter: IdeaFilter,
  limit: number,
  cursor?: KeysetCursor,
): Promise<TradeIdea[]> => {
  const where = and(toCondition(filter), isAfterCursor(tradeIdeas.created_at, tradeIdeas.id, cursor));
  const search = searchKey(filter.pair ?? '');
  return db
    .select(ideaColumns)
    .from(tradeIdeas)
    .where(search ? inArray(tradeIdeas.id, sql`(${selectIdsByPair(search, where, limit)})`) : where)
    .orderBy(...newestFirst)
    .limit(limit);
};

/**
 * The first ideas of a filter and the feed position they belong to. Sequential, because a transaction has one
 * connection.
 */
export const selectIdeasWithPosition = async (tx: Transaction, filter: IdeaFilter, limit: number) => {
  const position = await only(tx.select({ epoch: feed.epoch, seq: feed.seq }).from(feed));
  return { position, rows: await selectIdeas(tx, filter, limit) };
};

/** Returns the stored idea. */
export const insertIdea = (tx: Transaction, idea: TradeIdea): Promise<TradeIdea> =>
  only(tx.insert(tradeIdeas).values(idea).returning(ideaColumns));

export const selectIdea = (db: Connection, id: string): Promise<TradeIdea | undefined> =>
  first(db.select(ideaColumns).from(tradeIdeas).where(eq(tradeIdeas.id, id)));

/** Locks the idea until the transaction ends, so writers of one idea are serialised. */
export const selectIdeaForUpdate = (tx: Transaction, id: string): Promise<TradeIdea | undefined> =>
  first(tx.select(ideaColumns).from(tradeIdeas).where(eq(tradeIdeas.id, id)).for('update'));

const isOwn = ({ id, educator_id }: TradeIdea) =>
  and(eq(tradeIdeas.id, id), eq(tradeIdeas.educator_id, educator_id));

/** Stores an idea of its educator, and returns it. */
export const updateIdea = (tx: Transaction, idea: TradeIdea): Promise<TradeIdea> =>
  only(tx.update(tradeIdeas).set(idea).where(isOwn(idea)).returning(ideaColumns));

export const deleteIdea = async (tx: Transaction, idea: TradeIdea): Promise<void> => {
  await tx.delete(tradeIdeas).where(isOwn(idea));
};

/** All revisions of an idea or of an educator, oldest first, without texts, media and the prices of checks: those can be large. */
export const selectTimelineRevisions = (
  db: Connection,
  of: { ideaId: string } | { educatorId: string },
): Promise<TimelineRevision[]> =>
  db
    .select({
      number: ideaRevisions.number,
      idea_id: ideaRevisions.idea_id,
      version: ideaRevisions.version,
      action: ideaRevisions.action,
      at: ideaRevisions.at,
      changes: sql<TimelineRevision['changes']>`case ${ideaRevisions.action}
        when 'checked' then jsonb_build_array(${ideaRevisions.changes} -> 0) #- '{0,new,touches}'
        else jsonb_path_query_array(${ideaRevisions.changes}, '$[*] ? (!(@.field like_regex "^(notes|lesson|.*_urls?)$"))') end`,
    })
    .from(ideaRevisions)
    .where(
      'ideaId' in of ? eq(ideaRevisions.idea_id, of.ideaId) : eq(ideaRevisions.educator_id, of.educatorId),
    )
    .orderBy(asc(ideaRevisions.number));

/** The newest first. */
export const selectRevisions = (db: Connection, ideaId: string, before: number | undefined, limit: number) =>
  db
    .select(revisionColumns)
    .from(ideaRevisions)
    .where(
      and(
        eq(ideaRevisions.idea_id, ideaId),
        before === undefined ? undefined : lt(ideaRevisions.number, before),
      ),
    )
    .orderBy(desc(ideaRevisions.number))
    .limit(limit);
