import { and, asc, eq, type SQL } from 'drizzle-orm';
import type { Connection, Transaction } from '../../database/connection.ts';
import { first, hasWritten } from '../../database/rows.ts';
import { passkeys, usedChallenges, users } from '../../database/schema.ts';
import type { UserRow } from '../users/users-db.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

export const selectPasskeys = (db: Connection, userId: string): Promise<PasskeyRow[]> =>
  db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));

/** The account of a passkey, also a disabled one: refused sign-ins are logged with it. */
export const selectPasskeyOwner = async (db: Connection, id: string): Promise<UserRow | undefined> => {
  const [row] = await db
    .select({ user: users })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.id, id));
  return row?.user;
};

const isOwn = (userId: string, id: string): SQL | undefined =>
  and(eq(passkeys.id, id), eq(passkeys.userId, userId));

export const selectPasskey = (tx: Transaction, userId: string, id: string): Promise<PasskeyRow | undefined> =>
  first(tx.select().from(passkeys).where(isOwn(userId, id)));

/** Undefined if the authenticator's id is taken. */
export const insertPasskey = (
  tx: Transaction,
  values: typeof passkeys.$inferInsert,
): Promise<PasskeyRow | undefined> =>
  first(tx.insert(passkeys).values(values).onConflictDoNothing().returning());

export const updatePasskeyUse = async (
  tx: Transaction,
  id: string,
  use: Pick<PasskeyRow, 'counter' | 'backedUp' | 'lastUsedAt'>,
): Promise<void> => {
  await tx.update(passkeys).set(use).where(eq(passkeys.id, id));
};

/** Undefined if there is none, or it is another account's. */
export const updatePasskeyName = (
  db: Connection,
  userId: string,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> =>
  first(db.update(passkeys).set({ name }).where(isOwn(userId, id)).returning());

/** Whether there was one of this account. */
export const deletePasskey = (tx: Transaction, userId: string, id: string): Promise<boolean> =>
  hasWritten(tx.delete(passkeys).where(isOwn(userId, id)));

/** False if it is stored already. */
export const insertUsedChallenge = (tx: Transaction, hash: Buffer, expiresAt: Date): Promise<boolean> =>
  hasWritten(tx.insert(usedChallenges).values({ hash, expiresAt }).onConflictDoNothing());
