import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from './connection.ts';
import { settings } from './schema.ts';

/** A random secret of this deployment in base64, created once by whichever process needs it first. */
export const readDeploymentSecret = async (db: Db, key: string, bytes: number): Promise<string> => {
  await db
    .insert(settings)
    .values({ key, value: randomBytes(bytes).toString('base64') })
    .onConflictDoNothing();
  const [row] = await db.select().from(settings).where(eq(settings.key, key));
  return String(row?.value);
};
