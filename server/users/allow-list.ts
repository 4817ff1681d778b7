import { pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import type { AllowList } from '../../contract/config.ts';
import type { Db } from '../database/connection.ts';
import { settings } from '../database/schema.ts';
import { educatorEmails } from './users-service.ts';

/** Slow enough that trying a list of addresses costs, quick enough (about 50 ms) not to be felt in a phone's browser. */
const ITERATIONS = 200_000;
const HASH_BYTES = 32;
const SALT_KEY = 'allow-list-salt';
/** An educator added by another process shows up within this time. */
const FRESH_MS = 30_000;

const derive = promisify(pbkdf2);

/** The deployment's own salt, made once and kept. */
const readSalt = async (db: Db): Promise<string> => {
  await db
    .insert(settings)
    .values({ key: SALT_KEY, value: randomBytes(16).toString('base64') })
    .onConflictDoNothing();
  const [row] = await db.select().from(settings).where(eq(settings.key, SALT_KEY));
  return String(row?.value);
};

/** The seven addresses as they may reach a browser: salted slow hashes (DESIGN §7), in no telling order. */
export class AllowListService {
  readonly #db: Db;
  #hashByEmail = new Map<string, string>();
  #made: { at: number; list: Promise<AllowList> } | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  read(): Promise<AllowList> {
    const now = Date.now();
    if (!this.#made || now - this.#made.at > FRESH_MS) {
      const list = this.#make();
      this.#made = { at: now, list };
      list.catch(() => {
        this.#made = undefined;
      });
    }
    return this.#made.list;
  }

  async #make(): Promise<AllowList> {
    const salt = await readSalt(this.#db);
    const emails = await educatorEmails(this.#db);
    const hashes = await Promise.all(
      emails.map(async (email) => {
        const known = this.#hashByEmail.get(email);
        if (known) return known;
        const bytes = await derive(email, Buffer.from(salt, 'base64'), ITERATIONS, HASH_BYTES, 'sha256');
        return bytes.toString('base64');
      }),
    );
    this.#hashByEmail = new Map(emails.map((email, index) => [email, hashes[index] ?? '']));
    return { salt, iterations: ITERATIONS, hashes: hashes.toSorted() };
  }
}
