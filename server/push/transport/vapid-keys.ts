import { createECDH } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '../../database/connection.ts';
import { settings } from '../../database/schema.ts';

const SETTING = 'vapid-keys';
/** A restore may bring other keys while processes run. */
const FRESH_MS = 60_000;

/** The pair this deployment signs with (RFC 8292): P-256, raw, base64url. The private one never leaves the server. */
export type VapidKeys = { readonly publicKey: string; readonly privateKey: string };

const makeKeys = (): VapidKeys => {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return {
    publicKey: pair.getPublicKey('base64url'),
    // A leading zero byte is left out by the library; the key has 32 bytes all the same.
    privateKey: Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
      .subarray(-32)
      .toString('base64url'),
  };
};

/** The deployment's keys: made by whichever process starts first, the same for all, kept for good. */
export class VapidKeyStore {
  readonly #db: Db;
  #read: { at: number; keys: Promise<VapidKeys> } | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** While the database is away, the keys that were read last go on being used. */
  keys(): Promise<VapidKeys> {
    const now = performance.now();
    if (!this.#read || now - this.#read.at > FRESH_MS) {
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

  /** Several processes may start at once: all offer a pair, one is kept, and everyone reads that one. */
  async #load(): Promise<VapidKeys> {
    const found = await this.#select();
    if (found) return found;
    await this.#db.insert(settings).values({ key: SETTING, value: makeKeys() }).onConflictDoNothing();
    const kept = await this.#select();
    if (!kept) throw new Error('No data returned from database');
    return kept;
  }

  async #select(): Promise<VapidKeys | undefined> {
    const [row] = await this.#db.select().from(settings).where(eq(settings.key, SETTING));
    return row?.value as VapidKeys | undefined;
  }
}
