import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from '../app-error.ts';

/** DESIGN §7: Argon2id with 19 MiB, two passes, one lane (OWASP's first choice). */
const COST = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
/** Two at a time bounds memory and leaves a core to everyone else; past this many waiting, we say so at once. */
const AT_ONCE = 2;
const MAX_WAITING = 100;

const queue = pLimit(AT_ONCE);
const bounded = <T>(work: () => Promise<T>): Promise<T> => {
  if (queue.pendingCount >= MAX_WAITING) throw new AppError('BUSY', { retryAfterSeconds: 2 });
  return queue(work);
};

/** Argon2id hash in PHC form. Throws BUSY when too many are waiting. */
export const hashPassword = (password: string): Promise<string> => bounded(() => hash(password, COST));

let madeStandIn: Promise<string> | undefined;
/** What the password of an account without a hash is checked against. */
export const standInHash = (): Promise<string> => {
  madeStandIn ??= hashPassword('a password nobody has');
  return madeStandIn;
};

/**
 * Whether `password` fits `passwordHash`. Without a hash (unknown e-mail, account without sign-in) the same work is done
 * against a stand-in and the answer is no, so that time tells nobody which addresses exist.
 */
export const passwordFits = async (
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> => {
  const standIn = await standInHash();
  const fits = await bounded(() => verify(passwordHash ?? standIn, password));
  return fits && passwordHash !== null && passwordHash !== undefined;
};
