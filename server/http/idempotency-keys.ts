import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { hasWritten, only } from '../database/rows.ts';
import { idempotencyKeys } from '../database/schema.ts';
import { AppError } from '../shared/app-error.ts';

/** One call of one user, perhaps under an idempotency key. `body` tells a retry from a different call with the same key. */
type Call<T> = { userId: string; key: string | undefined; body: unknown; answer: T; at: Date };

/**
 * The response of the first call under this key, for whose transaction it waits. Undefined if this is the first one, whose response is
 * stored. Throws IDEMPOTENCY_KEY_REUSED if the key belongs to a different body.
 */
export const findFirstAnswer = async <T>(
  tx: Transaction,
  { userId, key, body, answer, at }: Call<T>,
): Promise<T | undefined> => {
  if (key === undefined) return undefined;
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('hex');
  const row = { userId, key, bodyHash, answer, createdAt: at };
  if (await hasWritten(tx.insert(idempotencyKeys).values(row).onConflictDoNothing())) return undefined;
  const isThis = and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key));
  const first = await only(tx.select().from(idempotencyKeys).where(isThis));
  if (first.bodyHash !== bodyHash) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  return first.answer as T;
};
