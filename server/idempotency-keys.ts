import { createHash } from 'node:crypto';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { AppError } from './app-error.ts';
import type { Connection, Transaction } from './database/connection.ts';
import { idempotencyKeys } from './database/schema.ts';

/** One call of one person under their key. `bodyHash` tells a retry from another call under the same key. */
export type Attempt = { userId: string; key: string; bodyHash: string };

/** What a call asked for, as a hash. */
export const hashBody = (body: unknown): string =>
  createHash('sha256').update(JSON.stringify(body)).digest('hex');

/**
 * Keeps the answer of an attempt. False when the key is taken; where another transaction holds it, this waits for its end.
 */
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

/**
 * The same as part of a statement that does something else too: gives a row where the key was free, none where it is
 * taken or there is none.
 */
export const storeResponseSql = (attempt: Attempt | undefined, answer: unknown, createdAt: string): SQL => sql`
  insert into idempotency_keys (user_id, key, body_hash, status, answer, created_at)
  select user_id, key, body_hash, 201, ${JSON.stringify(answer)}::json, ${createdAt}::timestamptz
  from json_populate_recordset(null::idempotency_keys, ${JSON.stringify(attempt ? [toRow(attempt)] : [])}::json)
  on conflict do nothing returning key`;

const toRow = ({ userId, key, bodyHash }: Attempt) => ({ user_id: userId, key, body_hash: bodyHash });

/** The answer the first attempt was given. Throws IDEMPOTENCY_KEY_REUSED where the key stood for another body. */
export const getStoredResponse = async <T>(db: Connection, { userId, key, bodyHash }: Attempt): Promise<T> => {
  const [row] = await db
    .select({ bodyHash: idempotencyKeys.bodyHash, answer: idempotencyKeys.answer })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)));
  if (row?.bodyHash !== bodyHash) throw new AppError('IDEMPOTENCY_KEY_REUSED');
  return row.answer as T;
};
