import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { EDUCATOR_IDS } from '../../contract/educators.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import { users } from '../database/schema.ts';

export type UserRow = typeof users.$inferSelect;

/** The account of an address (any case), disabled ones left out. */
export const selectUserByEmail = async (db: Connection, email: string): Promise<UserRow | undefined> => {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, email.toLowerCase()), isNull(users.disabledAt)));
  return row;
};

/** The seven of the allow-list, in their order; the hidden educator is not among them. */
export const selectEducators = (db: Connection): Promise<UserRow[]> =>
  db
    .select()
    .from(users)
    .where(and(inArray(users.educatorId, [...EDUCATOR_IDS]), isNull(users.disabledAt)))
    .orderBy(asc(users.educatorId));

export const insertUser = async (db: Connection, user: typeof users.$inferInsert): Promise<UserRow> => {
  const [row] = await db.insert(users).values(user).returning();
  if (!row) throw new Error('No data returned from database');
  return row;
};

/** Undefined where the account is gone or disabled. */
export const updateUser = async (
  db: Connection,
  id: string,
  changes: { [K in keyof UserRow]?: UserRow[K] | undefined },
): Promise<UserRow | undefined> => {
  const [row] = await db
    .update(users)
    .set(changes)
    .where(and(eq(users.id, id), isNull(users.disabledAt)))
    .returning();
  return row;
};

/** The hash of an account's password; null for one nobody may sign in to. */
export const selectPasswordHash = async (db: Connection, id: string): Promise<string | null> => {
  const [row] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, id));
  return row?.passwordHash ?? null;
};

/**
 * Whether an account's password is still the one of this hash, and may be used. Holds it so until the transaction ends:
 * who changes the password, or disables the account, waits for that and then ends the session that was opened meanwhile.
 */
export const holdsPassword = async (
  tx: Transaction,
  { id, passwordHash }: Pick<UserRow, 'id' | 'passwordHash'>,
): Promise<boolean> => {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), hashIs(passwordHash), isNull(users.disabledAt)))
    .for('share');
  return rows.length > 0;
};

/** Gives an account another password, if it is still the one of the hash `before`; says whether it was. */
export const replacePasswordHash = async (
  db: Connection,
  id: string,
  before: string | null,
  passwordHash: string,
): Promise<boolean> => {
  const rows = await db
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.id, id), hashIs(before), isNull(users.disabledAt)))
    .returning({ id: users.id });
  return rows.length > 0;
};

const hashIs = (hash: string | null) =>
  hash === null ? isNull(users.passwordHash) : eq(users.passwordHash, hash);
