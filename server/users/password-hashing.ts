import { hash, verify } from '@node-rs/argon2';
import { AppError } from '../app-error.ts';
import { type Caller, createBoundedQueue } from '../bounded-queue.ts';

/** DESIGN §7: Argon2id with 19 MiB, two passes, one lane (OWASP's first choice). */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** Two concurrent hashes bound memory and leave a core for other work. */
const runQueued = createBoundedQueue(2, 100);

/** Argon2id hash in PHC format. Throws BUSY if the queue is full. */
export const hashPassword = (password: string): Promise<string> =>
  runQueued('known', () => hash(password, COST));

/** Beginning of a hash with today's parameters (PHC format). */
const CURRENT_FORMAT = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/**
 * A new hash of a password that was just verified against `passwordHash`; undefined if that one has today's parameters,
 * or if the queue is full: a later sign-in renews it then.
 */
export const renewHash = async (passwordHash: string, password: string): Promise<string | undefined> => {
  if (passwordHash.startsWith(CURRENT_FORMAT)) return undefined;
  return hashPassword(password).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'BUSY') return undefined;
    throw error;
  });
};

let cachedDummyHash: Promise<string> | undefined;
/** The hash that the password of an account without one is verified against. */
export const getDummyHash = (): Promise<string> => {
  cachedDummyHash ??= hashPassword('a password nobody has');
  return cachedDummyHash;
};

/**
 * Whether `password` matches `passwordHash`. Without a hash (unknown email, account without sign-in) it verifies
 * against a dummy hash and returns false, so that timing does not reveal which addresses exist.
 */
export const verifyPassword = async (
  passwordHash: string | null | undefined,
  password: string,
  caller: Caller,
): Promise<boolean> => {
  const dummyHash = await getDummyHash();
  const fits = await runQueued(caller, () => verify(passwordHash ?? dummyHash, password));
  return fits && passwordHash !== null && passwordHash !== undefined;
};
