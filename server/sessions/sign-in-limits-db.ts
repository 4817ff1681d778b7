import { and, eq, sql } from 'drizzle-orm';
import type { Connection } from '../database/connection.ts';
import { authEvents, signInFailures } from '../database/schema.ts';

export type FailureCount = { failures: number; since: Date; lastAt: Date };

export const selectFailures = async (db: Connection, key: string): Promise<FailureCount | undefined> => {
  const [row] = await db.select().from(signInFailures).where(eq(signInFailures.key, key));
  return row;
};

/** Counts a failure; `restart` starts again at one. */
export const countFailure = async (
  db: Connection,
  key: string,
  now: Date,
  restart: boolean,
): Promise<void> => {
  const fresh = { failures: 1, since: now, lastAt: now };
  await db
    .insert(signInFailures)
    .values({ key, ...fresh })
    .onConflictDoUpdate({
      target: signInFailures.key,
      set: restart ? fresh : { failures: sql`${signInFailures.failures} + 1`, lastAt: now },
    });
};

export const deleteFailures = async (db: Connection, key: string): Promise<void> => {
  await db.delete(signInFailures).where(eq(signInFailures.key, key));
};

/** Whether an address has signed in to an account before. */
export const hasSignedInFrom = async (db: Connection, userId: string, address: string): Promise<boolean> => {
  const rows = await db
    .select({ id: authEvents.id })
    .from(authEvents)
    .where(
      and(eq(authEvents.userId, userId), eq(authEvents.address, address), eq(authEvents.kind, 'sign_in')),
    )
    .limit(1);
  return rows.length > 0;
};

export type AuthEvent = typeof authEvents.$inferInsert;

export const insertAuthEvent = async (db: Connection, event: AuthEvent): Promise<void> => {
  await db.insert(authEvents).values(event);
};
