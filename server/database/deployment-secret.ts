import { createHmac, randomBytes } from 'node:crypto';
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

/** HMAC-SHA-256 with a secret of this deployment. */
export const createDeploymentHmac = (db: Db, key: string) => {
  let secret: Promise<string> | undefined;
  return async (text: string | Buffer): Promise<Buffer> => {
    secret ??= readDeploymentSecret(db, key, 32).catch((error: unknown) => {
      secret = undefined;
      throw error;
    });
    return createHmac('sha256', await secret)
      .update(text)
      .digest();
  };
};
