import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { AccessTokenKind } from '../../../contract/account/access-tokens.ts';
import type { Connection } from '../../database/connection.ts';
import { first, hasWritten, only } from '../../database/rows.ts';
import { accessTokens, users } from '../../database/schema.ts';
import { hasSecondFactor } from '../sessions/sessions-db.ts';

export type AccessTokenRow = typeof accessTokens.$inferSelect;

/** The token of an enabled account. */
export const selectActiveToken = (db: Connection, tokenHash: Buffer, kinds: AccessTokenKind[]) =>
  first(
    db
      .select({ token: accessTokens, user: users, hasSecondFactor: hasSecondFactor() })
      .from(accessTokens)
      .innerJoin(users, eq(users.id, accessTokens.userId))
      .where(
        and(
          eq(accessTokens.tokenHash, tokenHash),
          inArray(accessTokens.kind, kinds),
          isNull(users.disabledAt),
        ),
      ),
  );

export const selectAccessTokens = (db: Connection, userId: string): Promise<AccessTokenRow[]> =>
  db
    .select()
    .from(accessTokens)
    .where(eq(accessTokens.userId, userId))
    .orderBy(asc(accessTokens.createdAt), asc(accessTokens.id));

export const insertAccessToken = (
  db: Connection,
  token: typeof accessTokens.$inferInsert,
): Promise<AccessTokenRow> => only(db.insert(accessTokens).values(token).returning());

export const updateTokenUse = async (db: Connection, id: string, lastUsedAt: Date): Promise<void> => {
  await db.update(accessTokens).set({ lastUsedAt }).where(eq(accessTokens.id, id));
};

/** Returns whether the user had this token. */
export const deleteAccessToken = (db: Connection, userId: string, id: string): Promise<boolean> =>
  hasWritten(db.delete(accessTokens).where(and(eq(accessTokens.id, id), eq(accessTokens.userId, userId))));

/** Deletes the tokens and feed addresses of one user, or of everyone. */
export const deleteAccessTokens = async (db: Connection, userId: string | null): Promise<void> => {
  await db.delete(accessTokens).where(userId === null ? undefined : eq(accessTokens.userId, userId));
};
