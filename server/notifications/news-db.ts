import { eq, sql } from 'drizzle-orm';
import type { OwnTouch } from '../../contract/candles/own-prices.ts';
import type { PriceCheck } from '../../contract/candles/price-check.ts';
import { type IdeaSummary, toAlertKind } from '../../contract/ideas/bookmarks.ts';
import type { IdeaRevision } from '../../contract/ideas/idea-revisions.ts';
import { hasEnded, ideaStatuses, resultLevels } from '../../contract/ideas/ideas.ts';
import { NEWS_LENGTH } from '../../contract/notifications/news.ts';
import type { Connection } from '../database/connection.ts';
import { readingStates } from '../database/schema.ts';
import { isPublicSql } from '../educators/visibility.ts';

/** Whose news, and from when on. */
type NewsQuery = { userId: string; since: Date; readUntil: Date };

type IdeaColumns = Omit<IdeaSummary, 'id'> & { idea_id: string };
export type PublishedRow = IdeaColumns & { at: Date; is_unread: boolean };
export type RevisionRow = IdeaColumns & {
  number: string;
  at: Date;
  kind: 'changed' | 'closed' | 'deleted';
  changes: IdeaRevision['changes'];
  is_unread: boolean;
};
export type TouchNewsRow = IdeaColumns &
  Omit<OwnTouch, 'from' | 'to'> & {
    from: string;
    to: string;
    at: Date;
    is_unread: boolean;
    is_own: boolean | null;
  };
export type ContradictionRow = IdeaColumns & { at: Date; is_unread: boolean; check: PriceCheck };
export type MessageRow = {
  id: string;
  room_id: string;
  room_name: string;
  author: string;
  text: string;
  at: Date;
  is_unread: boolean;
};

/** Ideas of the markets this person has not turned off. */
export const selectPublished = async (db: Connection, { userId, since, readUntil }: NewsQuery) => {
  const { rows } = await db.execute<PublishedRow>(sql`
    select i.id as idea_id, i.pair, i.educator_name, i.market_type, i.order_type, i.status,
      i.created_at as at, i.created_at > ${readUntil.toISOString()}::timestamptz and r.viewed_at is null as is_unread
    from trade_ideas i
    left join notification_preferences p on p.user_id = ${userId}
    left join idea_reads r on r.user_id = ${userId} and r.idea_id = i.id
    where i.created_at > ${since.toISOString()}::timestamptz and ${isPublicSql(sql`i.educator_id`)}
      and case i.market_type when 'Forex' then coalesce(p.forex, true) else coalesce(p.crypto, true) end
    order by i.created_at desc limit ${NEWS_LENGTH}`);
  return rows;
};

/** The JSON path of a revision's change that ends the idea. */
const ENDS_IDEA = `$[*] ? (@.field == "status" && (${ideaStatuses
  .filter(hasEnded)
  .map((status) => `@.new == "${status}"`)
  .join(' || ')}))`;

/**
 * The latest change, closing and deletion of each idea this person has viewed or bookmarked. A deleted idea is described
 * by its creation.
 */
export const selectRevisionNews = async (db: Connection, { userId, since, readUntil }: NewsQuery) => {
  const { rows } = await db.execute<RevisionRow>(sql`
    with kept as (
      select idea_id, min(since) as since, max(version) as version from (
        select idea_id, viewed_at as since, version from idea_reads where user_id = ${userId} and viewed_at is not null
        union all
        select idea_id, '-infinity', null from bookmarks where user_id = ${userId} and is_bookmarked
      ) every_reason group by idea_id
    ), latest as (
      select distinct on (v.idea_id, kind) v.*, kind, kept.version as read_version from kept
      join idea_revisions v on v.idea_id = kept.idea_id and v.at > kept.since
      cross join lateral (select case
        when v.action = 'deleted' then 'deleted'
        when v.changes @? ${ENDS_IDEA}::jsonpath then 'closed'
        else 'changed' end as kind) kinds
      where v.action in ('changed', 'deleted') and v.at > ${since.toISOString()}::timestamptz
        and ${isPublicSql(sql`v.educator_id`)}
        and not exists (
          select from idea_revisions next
          where next.idea_id = v.idea_id and next.version = v.version + 1 and next.action = 'undone'
        )
      order by v.idea_id, kind, v.number desc
    )
    select v.number, v.kind, v.changes, v.at, v.idea_id,
      v.at > ${readUntil.toISOString()}::timestamptz and coalesce(v.read_version, 0) < v.version as is_unread,
      coalesce(i.pair, made.first->>'pair') as pair,
      coalesce(i.educator_name, made.first->>'educator_name') as educator_name,
      coalesce(i.market_type, made.first->>'market_type') as market_type,
      coalesce(i.order_type, made.first->>'order_type') as order_type,
      coalesce(i.status, made.first->>'status') as status
    from latest v
    left join trade_ideas i on i.id = v.idea_id
    left join lateral (
      select jsonb_object_agg(change->>'field', change->'new') as first
      from idea_revisions creation, jsonb_array_elements(creation.changes) change
      where i.id is null and creation.idea_id = v.idea_id and creation.action = 'created'
    ) made on true
    order by v.at desc, v.number desc limit ${NEWS_LENGTH}`);
  return rows;
};

/** Touched levels of ideas with an alert, and of an educator's own open ones. */
export const selectTouchNews = async (db: Connection, { userId, since, readUntil }: NewsQuery) => {
  const alert = sql.raw(
    `case t.level ${resultLevels.map((level) => `when '${level}' then '${toAlertKind(level)}'`).join(' ')} end`,
  );
  const { rows } = await db.execute<TouchNewsRow>(sql`
    select i.id as idea_id, i.pair, i.educator_name, i.market_type, i.order_type, i.status, t.level, t.price, t.since as "from",
      t.until as "to", t.found_at as at, t.found_at > ${readUntil.toISOString()}::timestamptz as is_unread, s.source,
      i.educator_id = u.educator_id as is_own, exists (
        select from idea_touches e where e.idea_id = i.id and e.level = 'entry_1' and e.since <= t.since
      ) as is_entered
    from users u cross join idea_touches t
    join trade_ideas i on i.id = t.idea_id
    join idea_symbols l on l.idea_id = i.id join candle_symbols s on s.id = l.symbol_id
    left join bookmarks b on b.user_id = u.id and b.idea_id = i.id
    left join push_settings q on q.user_id = u.id
    where u.id = ${userId} and t.found_at > ${since.toISOString()}::timestamptz and (
      (i.educator_id = u.educator_id and i.closed_at is null)
      or (${isPublicSql(sql`i.educator_id`)} and (${alert} = any(b.alerts) or b.is_bookmarked and coalesce(q.bookmark_alerts, false)))
    )
    order by t.found_at desc limit ${NEWS_LENGTH}`);
  return rows;
};

/** Contradicted results of an educator's own that are not in the ledger yet. */
export const selectContradictionNews = async (db: Connection, { userId, readUntil }: NewsQuery) => {
  const { rows } = await db.execute<ContradictionRow>(sql`
    select i.id as idea_id, i.pair, i.educator_name, i.market_type, i.order_type, i.status, k.found_at as at,
      k.found_at > ${readUntil.toISOString()}::timestamptz as is_unread, k.result - 'candles' as check
    from users u join trade_ideas i on i.educator_id = u.educator_id join idea_checks k on k.idea_id = i.id
    where u.id = ${userId} and k.recorded_at is null and k.result->>'conclusion' = 'contradicted' and k.report <> ''`);
  return rows;
};

/** The latest message of each of these channels. */
export const selectMessageNews = async (
  db: Connection,
  { userId, since, readUntil }: NewsQuery,
  { rooms, hiddenAuthor }: { rooms: readonly string[]; hiddenAuthor: string },
) => {
  const { rows } = await db.execute<MessageRow>(sql`
    select m.id, c.id as room_id, c.name as room_name, m.user_name as author, left(m.message, 200) as text, m.created_at as at,
      m.created_at > ${readUntil.toISOString()}::timestamptz
        and (r.message_at is null or (m.created_at, m.id) > (r.message_at, r.message_id)) as is_unread
    from chat_rooms c
    cross join lateral (
      select * from chat_messages m
      where m.room_id = c.id and not m.is_deleted and m.user_id <> ${hiddenAuthor}
        and m.created_at > ${since.toISOString()}::timestamptz
      order by m.created_at desc, m.id desc limit 1
    ) m
    left join room_reads r on r.user_id = ${userId} and r.room_id = c.id
    where c.name = any(${sql.param(rooms)}::text[])`);
  return rows;
};

/** Until when a person has read the news; undefined before their first device has loaded a market. */
export const selectNewsReadAt = async (db: Connection, userId: string): Promise<Date | undefined> => {
  const [row] = await db
    .select({ at: readingStates.newsReadAt })
    .from(readingStates)
    .where(eq(readingStates.userId, userId));
  return row?.at;
};

export const markNewsRead = async (db: Connection, userId: string, until: Date): Promise<void> => {
  await db
    .insert(readingStates)
    .values({ userId, markets: [], newsReadAt: until })
    .onConflictDoUpdate({
      target: readingStates.userId,
      set: { newsReadAt: sql`greatest(reading_states.news_read_at, excluded.news_read_at)` },
    });
};
