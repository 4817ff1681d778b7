import { and, eq } from 'drizzle-orm';
import type { TradeIdea } from '../../contract/ideas.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import { idempotencyKeys } from '../database/schema.ts';

export type StoredAnswer = { bodyHash: string; answer: TradeIdea };

/**
 * Keeps an answer under a key. False when the key is taken; where another transaction holds it, this waits for its end.
 */
export const insertAnswer = async (
  tx: Transaction,
  stored: { userId: string; key: string; bodyHash: string; answer: TradeIdea; createdAt: Date },
): Promise<boolean> => {
  const rows = await tx
    .insert(idempotencyKeys)
    .values({ ...stored, status: 201 })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key });
  return rows.length > 0;
};

export const selectAnswer = async (
  db: Connection,
  userId: string,
  key: string,
): Promise<StoredAnswer | undefined> => {
  const [row] = await db
    .select({ bodyHash: idempotencyKeys.bodyHash, answer: idempotencyKeys.answer })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)));
  return row && { bodyHash: row.bodyHash, answer: row.answer as TradeIdea };
};
