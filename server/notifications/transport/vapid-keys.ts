import { createECDH } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '../../database/connection.ts';
import { first, only } from '../../database/rows.ts';
import { settings } from '../../database/schema.ts';

const SETTING = 'vapid-keys';
/** A restore may replace the keys while processes run. */
const CACHE_TTL_MS = 60_000;

/** The deployment's VAPID key pair (RFC 8292): P-256, raw, base64url. The private key never leaves the server. */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string };

const makeKeys = (): VapidKeys => {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return {
    publicKey: pair.getPublicKey('base64url'),
    // The library omits leading zero bytes; the key always has 32 bytes.
    privateKey: Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
      .subarray(-32)
      .toString('base64url'),
  };
};

/** Creates the deployment's keys at the first start and caches them. */
export class VapidKeyStore {
  readonly #db: Db;
  #read: { at: number; keys: Promise<VapidKeys> } | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Keeps using the cached keys while the database is unavailable. */
  keys(): Promise<VapidKeys> {
    const now = performance.now();
    if (!this.#read || now - this.#read.at > CACHE_TTL_MS) {
      const before = this.#read?.keys;
      const keys = this.#load().catch((error: unknown) => {
        if (before) return before;
        throw error;
      });
      const read = { at: now, keys };
      this.#read = read;
      keys.catch(() => {
        if (this.#read === read) this.#read = undefined;
      });
    }
    return this.#read.keys;
  }

  /** Concurrent starts all insert a pair; one wins, and everyone reads it. */
  async #load(): Promise<VapidKeys> {
    const found = await first(this.#select());
    if (found) return found;
    await this.#db.insert(settings).values({ key: SETTING, value: makeKeys() }).onConflictDoNothing();
    return only(this.#select());
  }

  async #select(): Promise<VapidKeys[]> {
    const rows = await this.#db.select().from(settings).where(eq(settings.key, SETTING));
    return rows.map(({ value }) => value as VapidKeys);
  }
}
