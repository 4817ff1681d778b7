import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import { requiredText } from '../../contract/text.ts';
import { OperatorError } from '../operator-error.ts';
import { findPasswordProblem, type PasswordOwner } from '../users/password-policy.ts';

/** Longest deliverable address (RFC 5321); names as in profiles. */
const MAX_EMAIL = 254;
const MAX_NAME = 100;
const MAX_PASSWORD = 1024;

const person = z.object({
  email: z
    .string({ error: 'Email address is required' })
    .check(
      z.trim(),
      z.toLowerCase(),
      z.maxLength(MAX_EMAIL, { error: `Email address must be ${MAX_EMAIL} characters or fewer` }),
      z.email({ error: 'Not a valid email address' }),
    ),
  firstName: requiredText('First name', MAX_NAME),
  lastName: requiredText('Last name', MAX_NAME),
});

/** A person as given by an operator: trimmed, email in lower case. */
export type Person = z.output<typeof person>;

/** Parses a person, or returns every error. */
export const parsePerson = (given: z.input<typeof person>): Person | { errors: string[] } => {
  const { success, data, error } = person.safeParse(given);
  return success ? data : { errors: [...new Set(error.issues.map(({ message }) => message))] };
};

/** Like `parsePerson`, but throws OperatorError. */
export const assertPerson = (given: z.input<typeof person>): Person => {
  const read = parsePerson(given);
  if ('errors' in read) throw new OperatorError(`${read.errors.join('. ')}.`);
  return read;
};

/** Throws OperatorError for a password that is too short, too long or easy to guess. */
export const assertPassword = (password: string, owner: PasswordOwner): void => {
  if (password.length > MAX_PASSWORD)
    throw new OperatorError(`Use up to ${MAX_PASSWORD} characters for the password.`);
  const problem = findPasswordProblem(password, owner);
  if (problem !== undefined) throw new OperatorError(`${problem}.`);
};

/** Without look-alike characters, because it may be read out on the phone. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** A password of 79 random bits, in groups that are easy to type. */
export const generatePassword = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');
