import { and, eq, isNull } from 'drizzle-orm';
import type { Connection, Transaction } from '../../database/connection.ts';
import { first, hasWritten } from '../../database/rows.ts';
import { passkeys, recoveryCodes, timeCodes } from '../../database/schema.ts';

export type TimeCodeRow = typeof timeCodes.$inferSelect;

export const selectTimeCode = (db: Connection, userId: string): Promise<TimeCodeRow | undefined> =>
  first(db.select().from(timeCodes).where(eq(timeCodes.userId, userId)));

/** Locked until the transaction ends, so that two sign-ins cannot use one code. */
export const selectTimeCodeForUpdate = (tx: Transaction, userId: string): Promise<TimeCodeRow | undefined> =>
  first(tx.select().from(timeCodes).where(eq(timeCodes.userId, userId)).for('update'));

/** Stores a new secret, or replaces one that is not confirmed; returns whether it did. */
export const upsertTimeCode = (
  db: Connection,
  row: Pick<TimeCodeRow, 'userId' | 'secret' | 'createdAt'>,
): Promise<boolean> =>
  hasWritten(
    db
      .insert(timeCodes)
      .values(row)
      .onConflictDoUpdate({ target: timeCodes.userId, set: row, setWhere: isNull(timeCodes.confirmedAt) }),
  );

export const updateTimeCode = async (
  db: Connection,
  userId: string,
  changes: Partial<Pick<TimeCodeRow, 'confirmedAt' | 'lastStep'>>,
): Promise<void> => {
  await db.update(timeCodes).set(changes).where(eq(timeCodes.userId, userId));
};

/** Returns whether there was a confirmed one. */
export const deleteTimeCode = async (db: Connection, userId: string): Promise<boolean> => {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const rows = await db
    .delete(timeCodes)
    .where(eq(timeCodes.userId, userId))
    .returning({ confirmedAt: timeCodes.confirmedAt });
  return rows.some(({ confirmedAt }) => confirmedAt !== null);
};

export const countPasskeys = (db: Connection, userId: string): Promise<number> =>
  db.$count(passkeys, eq(passkeys.userId, userId));

const isUnused = (userId: string) => and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt));

export const countUnusedRecoveryCodes = (db: Connection, userId: string): Promise<number> =>
  db.$count(recoveryCodes, isUnused(userId));

export const replaceRecoveryCodes = async (
  tx: Transaction,
  userId: string,
  hashes: Buffer[],
): Promise<void> => {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(hashes.map((codeHash, position) => ({ userId, position, codeHash })));
};

/** Uses a recovery code up; returns whether it was there. */
export const consumeRecoveryCode = (
  tx: Transaction,
  userId: string,
  codeHash: Buffer,
  usedAt: Date,
): Promise<boolean> =>
  hasWritten(
    tx
      .update(recoveryCodes)
      .set({ usedAt })
      .where(and(isUnused(userId), eq(recoveryCodes.codeHash, codeHash))),
  );
