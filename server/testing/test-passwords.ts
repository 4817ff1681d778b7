import { PasswordHasher } from '../account/users/password-hashing.ts';

/** One password for all test users. */
export const PASSWORD = 'a password for tests';

/** The lowest cost there is. Only the tests of hashing and of its load hash as slowly as the product. */
export const cheapHasher = new PasswordHasher({ memoryCost: 8, timeCost: 1, parallelism: 1 });

export const PASSWORD_HASH = await cheapHasher.hash(PASSWORD);
