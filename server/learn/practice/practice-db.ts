import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { OrderType } from '../../../contract/ideas/ideas.ts';
import { parseMediaName, toMediaUrl } from '../../../contract/media/media-names.ts';
import type { Connection } from '../../database/connection.ts';
import { first } from '../../database/rows.ts';
import { ideaReads, ideaRevisions, media, practiceForecasts, tradeIdeas } from '../../database/schema.ts';
import { isAfterCursor, type KeysetPage } from '../../shared/keyset-cursor.ts';

export type PracticeRow = typeof practiceForecasts.$inferSelect;

const isOwn = (userId: string, id: string) =>
  and(eq(practiceForecasts.userId, userId), eq(practiceForecasts.id, id));

export const selectOpenQuestion = (db: Connection, userId: string) => {
  const isOpen = and(eq(practiceForecasts.userId, userId), isNull(practiceForecasts.answeredAt));
  return first(db.select().from(practiceForecasts).where(isOpen));
};

/** Undefined if the person has an open question, or was asked about this idea before. */
export const insertQuestion = (
  db: Connection,
  question: Pick<PracticeRow, 'userId' | 'ideaId' | 'askedAt'>,
): Promise<PracticeRow | undefined> =>
  first(db.insert(practiceForecasts).values(question).onConflictDoNothing().returning());

export const selectQuestion = (db: Connection, userId: string, id: string) =>
  first(db.select().from(practiceForecasts).where(isOwn(userId, id)));

type Answer = Pick<
  PracticeRow,
  'answeredAt' | 'probability' | 'reason' | 'isRemembered' | 'outcome' | 'baseline' | 'reviewAt'
>;

/** Does nothing if the question is answered. */
export const answerQuestion = async (db: Connection, userId: string, id: string, answer: Answer) => {
  await db
    .update(practiceForecasts)
    .set(answer)
    .where(and(isOwn(userId, id), isNull(practiceForecasts.answeredAt)));
};

/** Does nothing unless the card is due. */
export const advanceReview = async (
  db: Connection,
  { userId, id, reviewStep }: PracticeRow,
  now: Date,
  next: Date | null,
): Promise<void> => {
  await db
    .update(practiceForecasts)
    .set({ reviewStep: reviewStep + 1, reviewAt: next })
    .where(
      and(
        isOwn(userId, id),
        eq(practiceForecasts.reviewStep, reviewStep),
        lte(practiceForecasts.reviewAt, now),
      ),
    );
};

/** Everything a person was asked and answered, without texts. */
export const selectHistory = (db: Connection, userId: string) =>
  db
    .select({
      ideaId: practiceForecasts.ideaId,
      answeredAt: practiceForecasts.answeredAt,
      probability: practiceForecasts.probability,
      isRemembered: practiceForecasts.isRemembered,
      outcome: practiceForecasts.outcome,
      baseline: practiceForecasts.baseline,
    })
    .from(practiceForecasts)
    .where(eq(practiceForecasts.userId, userId))
    .orderBy(asc(practiceForecasts.askedAt));
export type HistoryRow = Awaited<ReturnType<typeof selectHistory>>[number];

export const selectViewedIdeaIds = async (db: Connection, userId: string): Promise<Set<string>> => {
  const rows = await db
    .select({ ideaId: ideaReads.ideaId })
    .from(ideaReads)
    .where(and(eq(ideaReads.userId, userId), isNotNull(ideaReads.viewedAt)));
  return new Set(rows.map(({ ideaId }) => ideaId));
};

/** The revisions of an idea's first `milliseconds`, oldest first. */
export const selectFirstRevisions = (db: Connection, ideaId: string, milliseconds: number) =>
  db
    .select()
    .from(ideaRevisions)
    .where(
      and(
        eq(ideaRevisions.idea_id, ideaId),
        sql`${ideaRevisions.at} <= (select min(first.at) from ${ideaRevisions} first where first.idea_id = ${ideaId})
          + make_interval(secs => ${milliseconds / 1000})`,
      ),
    )
    .orderBy(asc(ideaRevisions.number));

/** Those of these uploads that still exist, in the same order. */
export const selectExistingMedia = async (db: Connection, urls: readonly string[]): Promise<string[]> => {
  if (urls.length === 0) return [];
  const rows = await db
    .select({ name: media.name })
    .from(media)
    .where(inArray(media.name, urls.map(parseMediaName)));
  const existing = new Set(rows.map(({ name }) => toMediaUrl(name)));
  return urls.filter((url) => existing.has(url));
};

/** A field of the idea as published. */
const publishedField = (field: 'pair' | 'order_type') => sql<string>`(
  select jsonb_path_query_first(v.changes, '$[*] ? (@.field == $name).new', jsonb_build_object('name', ${field}::text)) #>> '{}'
  from ${ideaRevisions} v where v.idea_id = ${practiceForecasts.ideaId} and v.action = 'created')`;

/** Answered questions with what is known of their ideas. */
const selectAnswered = async (
  db: Connection,
  userId: string,
  where: SQL | undefined,
  order: SQL[],
  limit: number,
) => {
  const rows = await db
    .select({
      row: practiceForecasts,
      pair: sql<string>`coalesce(${tradeIdeas.pair}, ${publishedField('pair')})`,
      orderType: sql<OrderType>`coalesce(${tradeIdeas.order_type}, ${publishedField('order_type')})`,
      isDeleted: sql<boolean>`${tradeIdeas.id} is null`,
      lesson: tradeIdeas.lesson,
      lessonTag: tradeIdeas.lesson_tag,
    })
    .from(practiceForecasts)
    .leftJoin(tradeIdeas, eq(tradeIdeas.id, practiceForecasts.ideaId))
    .where(and(eq(practiceForecasts.userId, userId), isNotNull(practiceForecasts.answeredAt), where))
    .orderBy(...order)
    .limit(limit);
  return rows.map(({ row, ...idea }) => ({ ...row, ...idea }));
};
export type ForecastRow = Awaited<ReturnType<typeof selectAnswered>>[number];

export const selectForecast = (db: Connection, userId: string, id: string) =>
  first(selectAnswered(db, userId, eq(practiceForecasts.id, id), [], 1));

/** Newest first, after `cursor`. */
export const selectForecasts = (db: Connection, userId: string, { cursor, limit }: KeysetPage) => {
  const after = isAfterCursor(practiceForecasts.answeredAt, practiceForecasts.id, cursor);
  const newestFirst = [desc(practiceForecasts.answeredAt), desc(practiceForecasts.id)];
  return selectAnswered(db, userId, after, newestFirst, limit);
};

/** Lessons of misses that come back now, the longest due first. */
export const selectDueCards = (db: Connection, userId: string, now: Date, limit: number) => {
  const isDue = and(lte(practiceForecasts.reviewAt, now), isNotNull(tradeIdeas.lesson));
  const longestDueFirst = [asc(practiceForecasts.reviewAt), asc(practiceForecasts.id)];
  return selectAnswered(db, userId, isDue, longestDueFirst, limit);
};
