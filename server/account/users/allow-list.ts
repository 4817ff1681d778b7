import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import type { AllowList } from '../../../contract/shared/config.ts';
import type { Db } from '../../database/connection.ts';
import { readDeploymentSecret } from '../../database/deployment-secret.ts';
import { selectEducators } from './users-db.ts';

/** Slow enough to make trying addresses expensive, fast enough (about 50 ms) for a phone's browser. */
const ITERATIONS = 200_000;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
const SALT_KEY = 'allow-list-salt';
/** Educators added by another process appear within this time. */
const CACHE_TTL_MS = 30_000;

const derive = promisify(pbkdf2);

/** The allow-list as sent to browsers: salted slow hashes (DESIGN §7), sorted so that the order reveals nothing. */
export class AllowListService {
  readonly #db: Db;
  #hashByEmail = new Map<string, string>();
  #cached: { at: number; list: Promise<AllowList> } | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  read(): Promise<AllowList> {
    const now = Date.now();
    if (!this.#cached || now - this.#cached.at > CACHE_TTL_MS) {
      const list = this.#compute();
      this.#cached = { at: now, list };
      list.catch(() => {
        this.#cached = undefined;
      });
    }
    return this.#cached.list;
  }

  async #compute(): Promise<AllowList> {
    const salt = await readDeploymentSecret(this.#db, SALT_KEY, SALT_BYTES);
    const emails = (await selectEducators(this.#db)).map(({ email }) => email);
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
