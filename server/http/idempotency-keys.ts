import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Connection, Transaction } from '../database/connection.ts';
import { idempotencyKeys } from '../database/schema.ts';
import { AppError } from '../shared/app-error.ts';

/**
 * One call of one user under an idempotency key. `bodyHash` tells a retry from a different call with the same key.
 */
export type Attempt = { userId: string; key: string; bodyHash: string };

export const hashBody = (body: unknown): string =>
  createHash('sha256').update(JSON.stringify(body)).digest('hex');

/** Stores the response of a call. False if the key is taken; waits if another transaction holds it. */
export const storeResponse = async (
  tx: Transaction,
  attempt: Attempt,
  answer: unknown,
  createdAt: Date,
): Promise<boolean> => {
  const rows = await tx
    .insert(idempotencyKeys)
    .values({ ...attempt, answer, createdAt, status: 201 })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  return rows.length > 0;
};

/** The stored response of the first attempt. Throws IDEMPOTENCY_KEY_REUSED if the key belongs to a different body. */
export const getStoredResponse = async <T>(
  db: Connection,
  { userId, key, bodyHash }: Attempt,
): Promise<T> => {
  const [row] = await db
    .select({ bodyHash: idempotencyKeys.bodyHash, answer: idempotencyKeys.answer })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)));
  if (row?.bodyHash !== bodyHash) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  return row.answer as T;
};
