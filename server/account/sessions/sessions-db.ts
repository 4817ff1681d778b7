import { and, asc, desc, eq, gt, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '../../database/connection.ts';
import { hasWritten, only } from '../../database/rows.ts';
import { sessions, users } from '../../database/schema.ts';
import type { UserRow } from '../users/users-db.ts';

export type SessionRow = typeof sessions.$inferSelect;

export const insertSession = (db: Connection, session: typeof sessions.$inferInsert): Promise<SessionRow> =>
  only(db.insert(sessions).values(session).returning());

/** Only educators have one. */
export const hasSecondFactor = () => sql<boolean>`(${users.role} = 'educator' and (
  exists (select from time_codes t where t.user_id = ${users.id} and t.confirmed_at is not null)
  or exists (select from passkeys p where p.user_id = ${users.id})))`;

/** A session that has not ended, and its user. */
export type ActiveSession = { session: SessionRow; user: UserRow; hasSecondFactor: boolean };

/** Sessions by token hash, without ended ones and those of disabled accounts. The caller checks the expiry. */
export const selectActiveSessions = (db: Connection, tokenHashes: Buffer[]): Promise<ActiveSession[]> =>
  db
    .select({ session: sessions, user: users, hasSecondFactor: hasSecondFactor() })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(inArray(sessions.tokenHash, tokenHashes), isNull(sessions.endedAt), isNull(users.disabledAt)));

const listIds = async (query: PromiseLike<{ id: string }[]>): Promise<string[]> =>
  (await query).map(({ id }) => id);

/** Those of these sessions that have ended, have no row any more, or belong to a disabled account. */
export const selectInactiveIds = async (db: Connection, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from unnest(${sql.param(ids)}::uuid[]) given (id) where not exists (
      select from sessions s join users u on u.id = s.user_id
      where s.id = given.id and s.ended_at is null and u.disabled_at is null)`);
  return rows.map(({ id }) => id);
};

const hasNotEnded = (id: string) => and(eq(sessions.id, id), isNull(sessions.endedAt));

export const updateSessionRenewal = async (db: Connection, id: string, renewedAt: Date, expiresAt: Date) => {
  await db.update(sessions).set({ renewedAt, expiresAt }).where(hasNotEnded(id));
};

/** When the password was last given in a session, which then can't end before the transaction; undefined if it has. */
export const selectAuthenticatedAt = async (db: Connection, id: string): Promise<Date | undefined> => {
  const [row] = await db
    .select({ authenticatedAt: sessions.authenticatedAt })
    .from(sessions)
    .where(hasNotEnded(id))
    .for('share');
  return row?.authenticatedAt;
};

/** Returns whether the session is open. */
export const updateAuthenticatedAt = (db: Connection, id: string, authenticatedAt: Date): Promise<boolean> =>
  hasWritten(db.update(sessions).set({ authenticatedAt }).where(hasNotEnded(id)));

/** Ends the sessions for which the condition holds; returns their ids. */
const endSessions = (db: Connection, endedAt: Date, condition: SQL | undefined): Promise<string[]> =>
  listIds(db.update(sessions).set({ endedAt }).where(condition).returning({ id: sessions.id }));

export const updateSessionEnded = (db: Connection, id: string, endedAt: Date): Promise<string[]> =>
  endSessions(db, endedAt, hasNotEnded(id));

/** Ends the session of a token; returns its id if it was open. */
export const updateSessionEndedByHash = (
  db: Connection,
  tokenHash: Buffer,
  endedAt: Date,
): Promise<string[]> =>
  endSessions(db, endedAt, and(eq(sessions.tokenHash, tokenHash), isNull(sessions.endedAt)));

/** Ids of sessions ended after `since` by any process. */
export const selectEndedSessions = (db: Connection, since: Date): Promise<string[]> =>
  listIds(db.select({ id: sessions.id }).from(sessions).where(gt(sessions.endedAt, since)));

export type OpenSession = { session: SessionRow; email: string };

/** Open sessions of a user or of everyone, last used first. */
export const selectOpenSessions = (
  db: Connection,
  userId: string | null,
  now: Date,
): Promise<OpenSession[]> =>
  db
    .select({ session: sessions, email: users.email })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(isOpenSession(now), userId === null ? undefined : eq(sessions.userId, userId)))
    .orderBy(desc(sessions.renewedAt), asc(sessions.id));

/** Ends one, all but one, or all sessions of a user. Returns the ids of those that were open. */
export const updateOwnSessionsEnded = (
  db: Connection,
  userId: string,
  { only, except }: { only?: string; except?: string },
  endedAt: Date,
): Promise<string[]> => {
  const isWanted = and(
    only === undefined ? undefined : eq(sessions.id, only),
    except === undefined ? undefined : ne(sessions.id, except),
  );
  return endSessions(db, endedAt, and(eq(sessions.userId, userId), isNull(sessions.endedAt), isWanted));
};

/** Ends all open sessions of a user but the `max` last used. Returns the ids. */
export const updateSurplusEnded = (
  db: Connection,
  userId: string,
  max: number,
  endedAt: Date,
): Promise<string[]> => {
  const surplus = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isOpenSession(endedAt)))
    .orderBy(desc(sessions.renewedAt), desc(sessions.createdAt))
    .offset(max);
  return endSessions(db, endedAt, inArray(sessions.id, surplus));
};

/** Neither ended nor expired. */
const isOpenSession = (now: Date) => and(isNull(sessions.endedAt), gt(sessions.expiresAt, now));

/** Ends the open sessions of one user or of everyone; returns their ids. */
export const updateSessionsEnded = (
  db: Connection,
  userId: string | null,
  endedAt: Date,
): Promise<string[]> =>
  endSessions(
    db,
    endedAt,
    and(isOpenSession(endedAt), userId === null ? undefined : eq(sessions.userId, userId)),
  );
