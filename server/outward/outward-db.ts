import { and, asc, desc, eq, gte, ne, not, sql } from 'drizzle-orm';
import type { Market } from '../../contract/ideas/markets.ts';
import type { IdeaPost } from '../../contract/outward/idea-posts.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import { hasWritten } from '../database/rows.ts';
import { chatMessages, chatRooms, destinations, posts } from '../database/schema.ts';

export type DestinationRow = typeof destinations.$inferSelect;
type PostRow = typeof posts.$inferSelect;

/** Something to tell. Its market is null where it has none. */
export type NewPosts = Pick<
  PostRow,
  'event' | 'ideaId' | 'version' | 'chatMessageId' | 'createdAt' | 'dueAt'
> & {
  market: Market | null;
  educatorId: string;
};

/** A post for each destination that wants it. Returns their ids; those that have it already are left out. */
export const insertPosts = async (tx: Transaction, news: NewPosts): Promise<string[]> => {
  const { event, ideaId, version, chatMessageId, market, educatorId } = news;
  const [created, due] = [news.createdAt, news.dueAt].map((at) => sql`${at.toISOString()}::timestamptz`);
  const { rows } = await tx.execute<{ destination_id: string }>(sql`
    insert into posts (destination_id, event, idea_id, version, chat_message_id, created_at, due_at, updated_at)
    select id, ${event}, ${ideaId}::uuid, ${version}::int, ${chatMessageId}::uuid, ${created}, ${due}, ${created}
    from destinations
    where state = 'active' and ${event} = any(events) and (${market}::text is null or ${market} = any(markets))
      and (educators is null or ${educatorId} = any(educators))
    on conflict do nothing returning destination_id`);
  return rows.map((row) => row.destination_id);
};

/** Drops what was to be said of changes from `since` on. Its jobs find nothing to do. */
export const deleteWaitingPosts = async (tx: Transaction, ideaId: string, since: Date): Promise<void> => {
  const isOfChange = and(eq(posts.ideaId, ideaId), ne(posts.event, 'published'));
  await tx.delete(posts).where(and(isOfChange, eq(posts.state, 'waiting'), gte(posts.createdAt, since)));
};

const isWaitingFor = (destinationId: string) =>
  and(eq(posts.destinationId, destinationId), eq(posts.state, 'waiting'));

/** The first waiting post of an active destination. */
export const selectNextPost = async (db: Connection, destinationId: string) => {
  const others = sql`from posts other where other.destination_id = ${posts.destinationId} and other.idea_id = ${posts.ideaId}`;
  const [row] = await db
    .select({
      post: posts,
      destination: destinations,
      /** Null if it was deleted. */
      message: { user_name: chatMessages.user_name, message: chatMessages.message },
      room: chatRooms.name,
      /** Whether a later post about the idea waits, which will say more. */
      isSuperseded: sql<boolean>`exists (select ${others} and other.state = 'waiting' and other.version > ${posts.version})`,
      /** When what was posted last about the idea had happened. */
      saidAt: sql<
        string | null
      >`(select max(other.created_at) ${others} and other.state in ('sent', 'uncertain'))`,
      /** The service's id of its first message about the idea. */
      firstId: sql<
        string | null
      >`(select other.service_id ${others} and other.service_id is not null order by other.version limit 1)`,
    })
    .from(posts)
    .innerJoin(destinations, eq(destinations.id, posts.destinationId))
    .leftJoin(chatMessages, and(eq(chatMessages.id, posts.chatMessageId), not(chatMessages.is_deleted)))
    .leftJoin(chatRooms, eq(chatRooms.id, chatMessages.room_id))
    .where(and(isWaitingFor(destinationId), eq(destinations.state, 'active')))
    .orderBy(asc(posts.dueAt), asc(posts.createdAt))
    .limit(1);
  return row;
};
export type NextPost = NonNullable<Awaited<ReturnType<typeof selectNextPost>>>;

export const updatePost = async (db: Connection, id: string, changes: Partial<PostRow>): Promise<void> => {
  await db.update(posts).set(changes).where(eq(posts.id, id));
};

/** Gives up what waits for a destination. */
export const failWaitingPosts = async (
  db: Connection,
  destinationId: string,
  reason: string,
): Promise<void> => {
  await db.update(posts).set({ state: 'failed', reason }).where(isWaitingFor(destinationId));
};

/** Newest first. */
export const selectIdeaPosts = async (db: Connection, ideaId: string): Promise<IdeaPost[]> => {
  const { event, state, reason, updatedAt } = posts;
  const rows = await db
    .select({ destination: destinations.name, event, state, reason, at: updatedAt })
    .from(posts)
    .innerJoin(destinations, eq(destinations.id, posts.destinationId))
    .where(eq(posts.ideaId, ideaId))
    .orderBy(desc(posts.version), asc(destinations.name))
    .limit(200);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
};

/** Those of open ideas stay: their messages are edited. */
export const deleteOldPosts = async (db: Connection, before: Date): Promise<void> => {
  const at = sql`${before.toISOString()}::timestamptz`;
  await db.execute(sql`
    delete from posts where created_at < ${at}
      and not exists (select from trade_ideas i where i.id = posts.idea_id and (i.closed_at is null or i.closed_at >= ${at}))`);
};

/** Returns false if the name is taken. */
export const insertDestination = (db: Connection, row: typeof destinations.$inferInsert): Promise<boolean> =>
  hasWritten(db.insert(destinations).values(row).onConflictDoNothing());

/** Nobody has as many, and each idea is posted to all. */
export const MAX_DESTINATIONS = 100;

export const selectDestinations = (db: Connection): Promise<DestinationRow[]> =>
  db.select().from(destinations).orderBy(asc(destinations.name)).limit(MAX_DESTINATIONS);

/** A destination without failures. */
export const working = { reason: null, failures: 0, failingSince: null, retryAt: null };

export const updateDestination = async (
  db: Connection,
  id: string,
  changes: Partial<DestinationRow>,
): Promise<void> => {
  await db.update(destinations).set(changes).where(eq(destinations.id, id));
};

export const deleteDestination = async (db: Connection, id: string): Promise<void> => {
  await db.delete(destinations).where(eq(destinations.id, id));
};
