import { and, eq, gt, sql } from 'drizzle-orm';
import type { User } from '../../../contract/account/auth.ts';
import type { Connection } from '../../database/connection.ts';
import { authEvents } from '../../database/schema.ts';
import type { Origin } from '../../http/viewer.ts';

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

export const insertAuthEvent = async (db: Connection, event: AuthEvent): Promise<void> => {
  await db.insert(authEvents).values(event);
};

/** Logs what somebody did with their own account. */
export const logOwnEvent = async (
  db: Connection,
  ...event: Parameters<typeof createOwnEvent>
): Promise<void> => {
  await insertAuthEvent(db, createOwnEvent(...event));
};

const isSameSince = ({ kind, email, address, userAgent = null }: AuthEvent, since: Date) =>
  and(
    eq(authEvents.kind, kind),
    eq(authEvents.email, email ?? ''),
    eq(authEvents.address, address),
    sql`${authEvents.userAgent} is not distinct from ${userAgent}`,
    gt(authEvents.at, since),
  );

/** Counts the event in the same one of this email and browser, or inserts it. */
export const addAuthEvent = async (db: Connection, event: AuthEvent, since: Date): Promise<void> => {
  const { rowCount } = await db
    .update(authEvents)
    .set({ attempts: sql`${authEvents.attempts} + 1` })
    .where(isSameSince(event, since));
  if (rowCount === 0) await insertAuthEvent(db, event);
};

/** Deletes the same events of this email and browser. */
export const deleteAuthEvents = async (db: Connection, event: AuthEvent, since: Date): Promise<void> => {
  await db.delete(authEvents).where(isSameSince(event, since));
};
