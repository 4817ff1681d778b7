import { and, desc, eq, gt, inArray, notInArray, sql } from 'drizzle-orm';
import type { Connection } from '../database/connection.ts';
import { authEvents, knownSources } from '../database/schema.ts';

/** Which of these sources have signed in to the account. */
export const selectKnownSources = async (
  db: Connection,
  userId: string,
  sources: string[],
): Promise<string[]> => {
  const rows = await db
    .select({ source: knownSources.source })
    .from(knownSources)
    .where(and(eq(knownSources.userId, userId), inArray(knownSources.source, sources)));
  return rows.map(({ source }) => source);
};

/** Remembers sources of an account, up to `max`; the longest unused ones are forgotten. */
export const upsertKnownSources = async (
  db: Connection,
  userId: string,
  sources: string[],
  lastUsedAt: Date,
  max: number,
): Promise<void> => {
  await db
    .insert(knownSources)
    .values(sources.map((source) => ({ userId, source, lastUsedAt })))
    .onConflictDoUpdate({ target: [knownSources.userId, knownSources.source], set: { lastUsedAt } });
  const newest = db
    .select({ source: knownSources.source })
    .from(knownSources)
    .where(eq(knownSources.userId, userId))
    .orderBy(sql`${knownSources.lastUsedAt} desc`)
    .limit(max);
  await db
    .delete(knownSources)
    .where(and(eq(knownSources.userId, userId), notInArray(knownSources.source, newest)));
};

/** Forgets where an account signed in: its password may be known to others. */
export const deleteKnownSources = async (db: Connection, userId: string): Promise<void> => {
  await db.delete(knownSources).where(eq(knownSources.userId, userId));
};

export type AuthEvent = typeof authEvents.$inferInsert;

/** Returns the id of the event. */
export const insertAuthEvent = async (db: Connection, event: AuthEvent): Promise<bigint> => {
  const [row] = await db.insert(authEvents).values(event).returning({ id: authEvents.id });
  if (!row) throw new Error('No data returned from database');
  return row.id;
};

/** Rows of one kind and account at a time; further attempts, from whatever address or browser, count in the newest row. */
const MAX_COUNTED_EVENTS = 10;

type AccountEvent = Pick<AuthEvent, 'kind' | 'address' | 'userAgent'> & { userId: string };

/** Counts the event in that of the same account and browser after `after`, or inserts it. */
export const addAuthEvent = async (
  db: Connection,
  event: AuthEvent & { userId: string },
  after: Date,
): Promise<void> => {
  const recent = await db
    .select()
    .from(authEvents)
    .where(isRecent(event, after))
    .orderBy(desc(authEvents.id))
    .limit(MAX_COUNTED_EVENTS);
  const same = recent.find(
    ({ address, userAgent }) => address === event.address && userAgent === event.userAgent,
  );
  const counted = same ?? (recent.length === MAX_COUNTED_EVENTS ? recent[0] : undefined);
  if (!counted || !(await countAuthEvent(db, counted.id))) await insertAuthEvent(db, event);
};

/** Deletes events of this kind, account and browser after `after`. */
export const deleteAuthEvents = async (db: Connection, event: AccountEvent, after: Date): Promise<void> => {
  const { address, userAgent = null } = event;
  await db
    .delete(authEvents)
    .where(
      and(
        isRecent(event, after),
        eq(authEvents.address, address),
        sql`${authEvents.userAgent} is not distinct from ${userAgent}`,
      ),
    );
};

const isRecent = ({ kind, userId }: AccountEvent, after: Date) =>
  and(eq(authEvents.kind, kind), eq(authEvents.userId, userId), gt(authEvents.at, after));

/** Counts one more attempt in an event; false if the event is gone. */
export const countAuthEvent = async (db: Connection, id: bigint): Promise<boolean> => {
  const { rowCount } = await db
    .update(authEvents)
    .set({ attempts: sql`${authEvents.attempts} + 1` })
    .where(eq(authEvents.id, id));
  return rowCount === 1;
};
