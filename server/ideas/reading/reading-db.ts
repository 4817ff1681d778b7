import { eq, type SQL, sql } from 'drizzle-orm';
import type { Market } from '../../../contract/ideas/markets.ts';
import type { IdeaRead, RoomRead } from '../../../contract/ideas/reading.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { first } from '../../database/rows.ts';
import { ideaReads, readingStates, roomReads, users } from '../../database/schema.ts';

/** How many ideas are kept of one person beside the active ones. */
export const MAX_IDEA_READS = 2_000;

/** Lets one transaction at a time write what a person reads and keeps, which is bounded. */
export const lockReader = async (tx: Transaction, userId: string): Promise<void> => {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
};

export const selectReadingState = (
  db: Connection,
  userId: string,
): Promise<typeof readingStates.$inferSelect | undefined> =>
  first(db.select().from(readingStates).where(eq(readingStates.userId, userId)));

const isActive = sql`exists (select from trade_ideas i where i.id = r.idea_id and i.closed_at is null)`;

/** Ideas that are active, or were seen or viewed since `since`. */
export const selectIdeaReads = async (db: Connection, userId: string, since: Date): Promise<IdeaRead[]> => {
  const { rows } = await db.execute<IdeaRead>(sql`
    select r.idea_id as id, r.viewed_at is not null as viewed, r.read_state as read from ${ideaReads} r
    where r.user_id = ${userId}
      and (greatest(r.seen_at, r.viewed_at) >= ${since.toISOString()}::timestamptz or ${isActive})
    order by r.seen_at, r.idea_id`);
  return rows.map(({ id, viewed, read }) => ({ id, viewed, read }));
};

export const selectRoomReads = async (db: Connection, userId: string): Promise<RoomRead[]> => {
  const rows = await db.select().from(roomReads).where(eq(roomReads.userId, userId));
  return rows.map(({ roomId, messageAt, messageId }) => ({
    room_id: roomId,
    created_at: messageAt.toISOString(),
    id: messageId,
  }));
};

/** Adds the markets. News before the first of them counts as read. */
export const addMarkets = async (
  tx: Transaction,
  userId: string,
  added: readonly Market[],
  now: Date,
): Promise<void> => {
  await tx
    .insert(readingStates)
    .values({ userId, markets: [...new Set(added)], newsReadAt: now })
    .onConflictDoUpdate({
      target: readingStates.userId,
      set: {
        markets: sql`array(select distinct unnest(reading_states.markets || excluded.markets) order by 1)`,
      },
    });
};

/** Merges: `viewed` stays, and only a later version replaces a read state. Ordered, to avoid deadlocks. */
export const mergeIdeaReads = async (
  tx: Transaction,
  userId: string,
  reads: readonly IdeaRead[],
  now: Date,
): Promise<void> => {
  const at = sql`${now.toISOString()}::timestamptz`;
  await tx.execute(sql`
    insert into idea_reads (user_id, idea_id, seen_at, viewed_at, version, read_state)
    select ${userId}::uuid, id, ${at}, case when viewed then ${at} end, (read->>'version')::int, read from (
      select id, bool_or(viewed) as viewed, (array_agg(read order by (read->>'version')::int desc nulls last))[1] as read
      from jsonb_to_recordset(${JSON.stringify(reads)}) as given (id uuid, viewed boolean, read jsonb)
      group by id
    ) merged
    order by id
    on conflict (user_id, idea_id) do update set
      viewed_at = coalesce(idea_reads.viewed_at, excluded.viewed_at),
      version = greatest(idea_reads.version, excluded.version),
      read_state = case when excluded.version > coalesce(idea_reads.version, 0)
        then excluded.read_state else idea_reads.read_state end`);
  await tx.execute(sql`
    delete from idea_reads where user_id = ${userId} and idea_id in (
      select r.idea_id from idea_reads r where r.user_id = ${userId} and not ${isActive}
      order by r.seen_at desc, r.idea_id offset ${MAX_IDEA_READS})`);
};

/** Moves read positions forward, never back. */
export const mergeRoomReads = async (
  tx: Transaction,
  userId: string,
  reads: readonly RoomRead[],
): Promise<void> => {
  await tx.execute(sql`
    insert into room_reads (user_id, room_id, message_at, message_id)
    select distinct on (room_id) ${userId}::uuid, room_id, given.created_at, given.id
    from jsonb_to_recordset(${JSON.stringify(reads)}) as given (room_id uuid, created_at timestamptz, id uuid)
    join chat_rooms on chat_rooms.id = room_id
    order by room_id, given.created_at desc, given.id desc
    on conflict (user_id, room_id) do update set message_at = excluded.message_at, message_id = excluded.message_id
    where (excluded.message_at, excluded.message_id) > (room_reads.message_at, room_reads.message_id)`);
};

type Readership = { delivered: number; seen: number; bookmarked: number };

/** The number of customers that a push about an idea reached, who opened it, and who bookmarked it. */
export const selectReadership = async (db: Connection, ideaId: string): Promise<Readership> => {
  const count = (of: SQL) => sql`(select count(*)::int from users u join ${of} and u.role = 'customer')`;
  const { rows } = await db.execute<Readership>(sql`select
    ${count(sql`customer_notifications n on n.user_id = u.id and n.trade_idea_id = ${ideaId}`)} as delivered,
    ${count(sql`idea_reads r on r.user_id = u.id and r.idea_id = ${ideaId} and r.viewed_at is not null`)} as seen,
    ${count(sql`bookmarks b on b.user_id = u.id and b.idea_id = ${ideaId} and b.is_bookmarked`)} as bookmarked`);
  return rows[0]!;
};
