import { and, asc, eq, gt, ne } from 'drizzle-orm';
import type { Connection } from '../database/connection.ts';
import { countWritten, first, hasWritten } from '../database/rows.ts';
import { operatorPasskeys, operatorTokens } from '../database/schema.ts';

type TokenRow = typeof operatorTokens.$inferSelect;
type OperatorPasskeyRow = typeof operatorPasskeys.$inferSelect;

const isValid = (kind: 'link' | 'session', tokenHash: Buffer, now: Date) =>
  and(
    eq(operatorTokens.tokenHash, tokenHash),
    eq(operatorTokens.kind, kind),
    gt(operatorTokens.expiresAt, now),
  );

export const insertToken = async (db: Connection, row: TokenRow): Promise<void> => {
  await db.insert(operatorTokens).values(row);
};

const findSession = (db: Connection, tokenHash: Buffer, now: Date) =>
  db
    .select()
    .from(operatorTokens)
    .where(isValid('session', tokenHash, now));

export const selectSession = (db: Connection, tokenHash: Buffer, now: Date): Promise<TokenRow | undefined> =>
  first(findSession(db, tokenHash, now));

/** The same, held until the transaction ends: `operator end` waits for it, and then finds what it has added. */
export const lockSession = (tx: Connection, tokenHash: Buffer, now: Date): Promise<TokenRow | undefined> =>
  first(findSession(tx, tokenHash, now).for('update'));

/** Takes a link, which works once. Returns whose it is. */
export const takeLink = async (db: Connection, tokenHash: Buffer, now: Date): Promise<string | undefined> => {
  const [row] = await db
    .delete(operatorTokens)
    .where(isValid('link', tokenHash, now))
    .returning({ name: operatorTokens.name });
  return row?.name;
};

export const deleteSession = async (db: Connection, tokenHash: Buffer): Promise<void> => {
  await db.delete(operatorTokens).where(eq(operatorTokens.tokenHash, tokenHash));
};

/** Deletes the links and sessions of an operator, except one session. Returns their number. */
export const deleteTokens = (db: Connection, name: string, except?: Buffer): Promise<number> =>
  countWritten(
    db
      .delete(operatorTokens)
      .where(and(eq(operatorTokens.name, name), except && ne(operatorTokens.tokenHash, except))),
  );

export const selectPasskeys = (db: Connection, name: string): Promise<OperatorPasskeyRow[]> =>
  db.select().from(operatorPasskeys).where(eq(operatorPasskeys.name, name)).orderBy(asc(operatorPasskeys.id));

export const selectPasskey = (db: Connection, id: string): Promise<OperatorPasskeyRow | undefined> =>
  first(db.select().from(operatorPasskeys).where(eq(operatorPasskeys.id, id)).for('update'));

/** False if the authenticator's id is taken. */
export const insertPasskey = (db: Connection, row: OperatorPasskeyRow): Promise<boolean> =>
  hasWritten(db.insert(operatorPasskeys).values(row).onConflictDoNothing());

export const updatePasskeyCounter = async (db: Connection, id: string, counter: number): Promise<void> => {
  await db.update(operatorPasskeys).set({ counter }).where(eq(operatorPasskeys.id, id));
};

/** Returns their number. */
export const deletePasskeys = (db: Connection, name: string): Promise<number> =>
  countWritten(db.delete(operatorPasskeys).where(eq(operatorPasskeys.name, name)));
