import * as z from 'zod/mini';
import { dropInvisible, MAX_NAME, requiredText } from '../../contract/shared/text.ts';
import { OperatorError } from '../shared/operator-error.ts';
import { MAX_EMAIL } from './users/users-db.ts';

/** Trimmed, in lower case. */
export const emailAddress = z
  .string({ error: 'Email address is required' })
  .check(
    z.overwrite(dropInvisible),
    z.toLowerCase(),
    z.maxLength(MAX_EMAIL, { error: `Email address must be ${MAX_EMAIL} characters or fewer` }),
    z.email({ error: 'Not a valid email address' }),
  );

const person = z.object({
  email: emailAddress,
  firstName: requiredText('First name', MAX_NAME),
  lastName: requiredText('Last name', MAX_NAME),
});

/** Somebody who is invited: they can enter their names themselves. */
const invitee = z.partial(person, { firstName: true, lastName: true });
export type Invitee = z.output<typeof invitee>;

/** A person as given by an operator: trimmed, email in lower case. */
export type Person = z.output<typeof person>;

const listErrors = ({ issues }: z.core.$ZodError) => [...new Set(issues.map(({ message }) => message))];

/** Parses a person, or returns every error. */
export const parsePerson = (given: z.input<typeof person>): Person | { errors: string[] } => {
  const { success, data, error } = person.safeParse(given);
  return success ? data : { errors: listErrors(error) };
};

/** Throws OperatorError with every error. */
const assertValid = <T extends z.ZodMiniType>(schema: T, given: z.input<T>): z.output<T> => {
  const { success, data, error } = schema.safeParse(given);
  if (success) return data;
  throw new OperatorError(`${listErrors(error).join('. ')}.`);
};

/** Like `parsePerson`, but throws OperatorError. */
export const assertPerson = (given: z.input<typeof person>): Person => assertValid(person, given);
export const assertInvitee = (given: z.input<typeof invitee>): Invitee => assertValid(invitee, given);
