import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { Connection } from '../../database/connection.ts';
import { knownSources } from '../../database/schema.ts';

/** Which of these sources have signed in to the account. */
export const selectKnownSources = async (
  db: Connection,
  userId: string,
  sources: string[],
): Promise<string[]> => {
  const rows = await db
    .select({ source: knownSources.source })
    .from(knownSources)
    .where(and(eq(knownSources.userId, userId), inArray(knownSources.source, sources)));
  return rows.map(({ source }) => source);
};

/** Remembers sources of an account, up to `max`; the longest unused ones are forgotten. */
export const upsertKnownSources = async (
  db: Connection,
  userId: string,
  sources: string[],
  lastUsedAt: Date,
  max: number,
): Promise<void> => {
  await db
    .insert(knownSources)
    .values(sources.map((source) => ({ userId, source, lastUsedAt })))
    .onConflictDoUpdate({ target: [knownSources.userId, knownSources.source], set: { lastUsedAt } });
  const newest = db
    .select({ source: knownSources.source })
    .from(knownSources)
    .where(eq(knownSources.userId, userId))
    .orderBy(sql`${knownSources.lastUsedAt} desc`)
    .limit(max);
  await db
    .delete(knownSources)
    .where(and(eq(knownSources.userId, userId), notInArray(knownSources.source, newest)));
};

/** Forgets where an account signed in: its password may be known to others. */
export const deleteKnownSources = async (db: Connection, userId: string): Promise<void> => {
  await db.delete(knownSources).where(eq(knownSources.userId, userId));
};
