import { and, desc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Connection } from '../../database/connection.ts';
import { countWritten, hasWritten, only } from '../../database/rows.ts';
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

/** Those of these sessions that have neither ended nor belong to a disabled account. */
export const selectActiveIds = async (db: Connection, ids: readonly string[]): Promise<string[]> => {
  const rows = await db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        sql`${sessions.id} = any(${sql.param(ids)}::uuid[])`,
        isNull(sessions.endedAt),
        isNull(users.disabledAt),
      ),
    );
  return rows.map(({ id }) => id);
};

export const updateSessionRenewal = async (db: Connection, id: string, renewedAt: Date, expiresAt: Date) => {
  await db
    .update(sessions)
    .set({ renewedAt, expiresAt })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)));
};

/** When the password was last given in a session, which then can't end before the transaction; undefined if it has. */
export const selectAuthenticatedAt = async (db: Connection, id: string): Promise<Date | undefined> => {
  const [row] = await db
    .select({ authenticatedAt: sessions.authenticatedAt })
    .from(sessions)
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
    .for('share');
  return row?.authenticatedAt;
};

/** Returns whether the session is open. */
export const updateAuthenticatedAt = (db: Connection, id: string, authenticatedAt: Date): Promise<boolean> =>
  hasWritten(
    db
      .update(sessions)
      .set({ authenticatedAt })
      .where(and(eq(sessions.id, id), isNull(sessions.endedAt))),
  );

export const updateSessionEnded = async (db: Connection, id: string, endedAt: Date): Promise<void> => {
  await db
    .update(sessions)
    .set({ endedAt })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)));
};

/** Ends the session of a token; returns its id if it was open. */
export const updateSessionEndedByHash = async (
  db: Connection,
  tokenHash: Buffer,
  endedAt: Date,
): Promise<string[]> => {
  const rows = await db
    .update(sessions)
    .set({ endedAt })
    .where(and(eq(sessions.tokenHash, tokenHash), isNull(sessions.endedAt)))
    .returning({ id: sessions.id });
  return rows.map(({ id }) => id);
};

/** Ids of sessions ended after `since` by any process. */
export const selectEndedSessions = async (db: Connection, since: Date): Promise<string[]> => {
  const rows = await db.select({ id: sessions.id }).from(sessions).where(gt(sessions.endedAt, since));
  return rows.map((row) => row.id);
};

/** Open sessions of a user, last used first. */
export const selectOpenSessions = (db: Connection, userId: string, now: Date): Promise<SessionRow[]> =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isOpenSession(now)))
    .orderBy(desc(sessions.renewedAt));

/** Ends one, all but one, or all sessions of a user. Returns the ids of those that were open. */
export const updateOwnSessionsEnded = async (
  db: Connection,
  userId: string,
  { only, except }: { only?: string; except?: string },
  endedAt: Date,
): Promise<string[]> => {
  const rows = await db
    .update(sessions)
    .set({ endedAt })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.endedAt),
        only === undefined ? undefined : eq(sessions.id, only),
        except === undefined ? undefined : ne(sessions.id, except),
      ),
    )
    .returning({ id: sessions.id });
  return rows.map((row) => row.id);
};

/** Ends all open sessions of a user but the `max` last used. Returns the ids. */
export const updateSurplusEnded = async (
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
  const rows = await db
    .update(sessions)
    .set({ endedAt })
    .where(inArray(sessions.id, surplus))
    .returning({ id: sessions.id });
  return rows.map((row) => row.id);
};

/** Neither ended nor expired. */
export const isOpenSession = (now: Date) => and(isNull(sessions.endedAt), gt(sessions.expiresAt, now));

/** Ends the open sessions of one user or of everyone; returns their number. */
export const updateSessionsEnded = (db: Connection, userId: string | null, endedAt: Date): Promise<number> =>
  countWritten(
    db
      .update(sessions)
      .set({ endedAt })
      .where(and(isOpenSession(endedAt), userId === null ? undefined : eq(sessions.userId, userId))),
  );
