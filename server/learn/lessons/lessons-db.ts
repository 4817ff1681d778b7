import { and, desc, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { hasEnded, type IdeaResult, ideaStatuses, statusesForResult } from '../../../contract/ideas/ideas.ts';
import type { LessonTopic, listLessons, TopicCount } from '../../../contract/learn/lessons.ts';
import type { RouteQuery } from '../../../contract/shared/route.ts';
import type { Connection } from '../../database/connection.ts';
import { ideaColumns, tradeIdeas } from '../../database/schema.ts';
import { isPublicSql } from '../../educators/visibility.ts';
import { matchesPair } from '../../ideas/matches-pair.ts';
import { isAfterCursor, type KeysetPage } from '../../shared/keyset-cursor.ts';

/** An invalidated idea was stopped out or never triggered, so its lesson counts as one of a loss. */
const statusesOfLessons = (result: IdeaResult) =>
  result === 'unsuccessful' ? [...statusesForResult(result), 'invalid' as const] : statusesForResult(result);

type LessonFilter = RouteQuery<typeof listLessons>;

/** As in the index trade_ideas_lessons. */
const hasLesson = or(ne(tradeIdeas.lesson, ''), isNotNull(tradeIdeas.lesson_tag));

const hasTopic = (topic: LessonTopic): SQL =>
  topic === 'none' ? isNull(tradeIdeas.lesson_tag) : eq(tradeIdeas.lesson_tag, topic);

const toCondition = ({ educatorId, result, pair, topic }: LessonFilter): SQL | undefined =>
  and(
    hasLesson,
    inArray(tradeIdeas.status, ideaStatuses.filter(hasEnded)),
    isPublicSql(tradeIdeas.educator_id),
    educatorId === undefined ? undefined : eq(tradeIdeas.educator_id, educatorId),
    result === undefined ? undefined : inArray(tradeIdeas.status, statusesOfLessons(result)),
    pair === undefined ? undefined : matchesPair(tradeIdeas.pair_key, pair),
    topic === undefined ? undefined : hasTopic(topic),
  );

/** Ideas with a lesson after `cursor`, last closed first. */
export const selectLessons = (db: Connection, filter: LessonFilter, { cursor, limit }: KeysetPage) =>
  db
    .select(ideaColumns)
    .from(tradeIdeas)
    .where(and(toCondition(filter), isAfterCursor(tradeIdeas.closed_at, tradeIdeas.id, cursor)))
    .orderBy(desc(tradeIdeas.closed_at), desc(tradeIdeas.id))
    .limit(limit);

/** Topics without a lesson are left out. */
export const countTopics = async (db: Connection, filter: LessonFilter): Promise<TopicCount[]> => {
  const isLoss = inArray(tradeIdeas.status, statusesOfLessons('unsuccessful'));
  const rows = await db
    .select({
      topic: tradeIdeas.lesson_tag,
      ideas: sql<number>`count(*)::int`,
      losses: sql<number>`count(*) filter (where ${isLoss})::int`,
    })
    .from(tradeIdeas)
    .where(toCondition(filter))
    .groupBy(tradeIdeas.lesson_tag);
  return rows.map(({ topic, ...counts }) => ({ topic: topic ?? 'none', ...counts }));
};
