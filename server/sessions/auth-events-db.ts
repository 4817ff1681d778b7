import { and, eq, gt, sql } from 'drizzle-orm';
import type { User } from '../../contract/auth.ts';
import type { Connection } from '../database/connection.ts';
import { authEvents } from '../database/schema.ts';
import type { Origin } from '../viewer.ts';

export type AuthEvent = typeof authEvents.$inferInsert;

/** Longest stored user agent. */
const MAX_USER_AGENT_LENGTH = 300;

/** Limits the length of stored values. */
export const truncateOrigin = ({ address, userAgent }: Origin): Origin => ({
  address,
  userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
});

/** What somebody did with an account of theirs. */
export const createOwnEvent = (
  kind: AuthEvent['kind'],
  at: Date,
  { id: userId, email, role: selectedRole }: Pick<User, 'id' | 'email' | 'role'>,
  origin: Origin,
) => ({ kind, at, email, userId, selectedRole, ...truncateOrigin(origin) });

/** Returns the id of the event. */
export const insertAuthEvent = async (db: Connection, event: AuthEvent): Promise<bigint> => {
  const [row] = await db.insert(authEvents).values(event).returning({ id: authEvents.id });
  if (!row) throw new Error('No data returned from database');
  return row.id;
};

/** Logs what somebody did with their own account. */
export const logOwnEvent = async (
  db: Connection,
  ...event: Parameters<typeof createOwnEvent>
): Promise<void> => {
  await insertAuthEvent(db, createOwnEvent(...event));
};

type OwnEvent = AuthEvent & { userId: string };

const isSameSince = ({ kind, userId, address, userAgent = null }: OwnEvent, since: Date) =>
  and(
    eq(authEvents.kind, kind),
    eq(authEvents.userId, userId),
    eq(authEvents.address, address),
    sql`${authEvents.userAgent} is not distinct from ${userAgent}`,
    gt(authEvents.at, since),
  );
const oneMore = { attempts: sql`${authEvents.attempts} + 1` };

/** Counts the event in the same one of this account and browser, or inserts it. */
export const addAuthEvent = async (db: Connection, event: OwnEvent, since: Date): Promise<void> => {
  const { rowCount } = await db.update(authEvents).set(oneMore).where(isSameSince(event, since));
  if (rowCount === 0) await insertAuthEvent(db, event);
};

/** Deletes the same events of this account and browser. */
export const deleteAuthEvents = async (db: Connection, event: OwnEvent, since: Date): Promise<void> => {
  await db.delete(authEvents).where(isSameSince(event, since));
};

/** Counts one more attempt in an event; false if the event is gone. */
export const countAuthEvent = async (db: Connection, id: bigint): Promise<boolean> => {
  const { rowCount } = await db.update(authEvents).set(oneMore).where(eq(authEvents.id, id));
  return rowCount === 1;
};
