import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import { MIN_PASSWORD } from '../../contract/account.ts';
import { requiredText } from '../../contract/text.ts';
import { OperatorError } from '../operator-error.ts';

/** Longest address that can be delivered to (RFC 5321); names as profiles have them. */
const MAX_EMAIL = 254;
const MAX_NAME = 100;
const MAX_PASSWORD = 1024;

const person = z.object({
  email: z
    .string({ error: 'The e-mail address is missing' })
    .check(
      z.trim(),
      z.toLowerCase(),
      z.maxLength(MAX_EMAIL, { error: `An e-mail address may have at most ${MAX_EMAIL} characters` }),
      z.email({ error: 'This is no e-mail address' }),
    ),
  firstName: requiredText('The first name', MAX_NAME),
  lastName: requiredText('The last name', MAX_NAME),
});

/** Who somebody is, as an operator gives it: trimmed, the address lower-cased. */
export type Person = z.output<typeof person>;

/** Reads a person, or says everything that is wrong with what was given. */
export const readPerson = (given: z.input<typeof person>): Person | { faults: string[] } => {
  const { success, data, error } = person.safeParse(given);
  return success ? data : { faults: [...new Set(error.issues.map(({ message }) => message))] };
};

/** The same. Throws OperatorError with the faults. */
export const personOf = (given: z.input<typeof person>): Person => {
  const read = readPerson(given);
  if ('faults' in read) throw new OperatorError(`${read.faults.join('. ')}.`);
  return read;
};

/** Throws OperatorError for a password nobody should have. */
export const assertPassword = (password: string): void => {
  if (password.length < MIN_PASSWORD || password.length > MAX_PASSWORD)
    throw new OperatorError(`A password has ${MIN_PASSWORD} to ${MAX_PASSWORD} characters.`);
};

/** Without the letters and digits that look like others: it may be read out on the telephone. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A password of 79 random bits, in groups that can be copied by hand. */
export const generatePassword = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');
