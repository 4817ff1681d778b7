import { hash, type Options, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';
import { AppError } from '../../shared/app-error.ts';

type Cost = Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>;

/** DESIGN §7: Argon2id with 19 MiB, two passes, one lane (OWASP's first choice). */
const COST: Cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

const HASHES_AT_ONCE = 2;
/** More are refused. */
const MAX_WAITING = 100;
const BUSY_RETRY_SECONDS = 2;

/** RFC 8265: systems differ in how they type spaces and letters with accents. Nothing else of a password changes. */
const normalize = (password: string) => password.replace(/\p{Zs}/gu, ' ').normalize('NFC');

/** Hashes passwords by Argon2id, two at a time: that bounds memory and leaves a core for other work. Any method may throw BUSY. */
export class PasswordHasher {
  readonly #cost: Cost;
  /** Beginning of a hash with these parameters (PHC format). */
  readonly #format: string;
  readonly #queue = new PQueue({ concurrency: HASHES_AT_ONCE });
  #dummyHash: Promise<string> | undefined;

  constructor(cost: Cost) {
    this.#cost = cost;
    this.#format = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`;
  }

  /** Hash in PHC format. */
  hash(password: string): Promise<string> {
    return this.#runQueued(() => hash(normalize(password), this.#cost));
  }

  /**
   * A new hash of a password that was just verified against `passwordHash`; undefined if that one has today's parameters,
   * or if the queue is full: a later sign-in renews it then.
   */
  async renew(passwordHash: string, password: string): Promise<string | undefined> {
    if (passwordHash.startsWith(this.#format)) return undefined;
    return this.hash(password).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'BUSY') return undefined;
      throw error;
    });
  }

  /** The hash that the password of an account without one is verified against. */
  getDummyHash(): Promise<string> {
    this.#dummyHash ??= this.hash('a password nobody has');
    return this.#dummyHash;
  }

  /**
   * Whether `password` matches `passwordHash`. Without a hash (unknown email, account without sign-in) it verifies
   * against a dummy hash and returns false, so that timing does not reveal which addresses exist.
   */
  async verify(passwordHash: string | null | undefined, password: string): Promise<boolean> {
    const dummyHash = await this.getDummyHash();
    // Hashes of before are of a password as it was typed, composed or decomposed.
    const spellings = new Set([normalize(password), password, password.normalize('NFD')]);
    const fits = await this.#runQueued(async () => {
      for (const spelling of spellings) if (await verify(passwordHash ?? dummyHash, spelling)) return true;
      return false;
    });
    return fits && passwordHash !== null && passwordHash !== undefined;
  }

  async #runQueued<T>(work: () => Promise<T>): Promise<T> {
    if (this.#queue.size >= MAX_WAITING)
      throw new AppError('BUSY', { retryAfterSeconds: BUSY_RETRY_SECONDS });
    return this.#queue.add(work);
  }
}

/** The hasher of this process. */
export const passwordHasher = new PasswordHasher(COST);
