import { EDUCATOR_IDS } from '../../contract/educators.ts';
import type { Db, Transaction } from '../database/connection.ts';
import { OperatorError } from '../operator-error.ts';
import type { UserRow } from '../users/users-db.ts';
import { addUser } from '../users/users-service.ts';
import { assertPassword, generatePassword, type Person, personOf } from './account-input.ts';
import {
  isProfilePathTaken,
  selectEducatorForUpdate,
  selectTakenEmails,
  updateAccount,
} from './accounts-db.ts';
import type { Issued } from './accounts-service.ts';

/** What an operator says of an educator; what is left out stays as it is. Null takes it away. */
export type EducatorFacts = { [Fact in keyof Person]?: string | undefined } & {
  specialty?: string | null | undefined;
  profilePath?: string | null | undefined;
};

const MAX_SPECIALTY = 100;
/** The last part of an address people type: /educator/{path}. */
const PROFILE_PATH = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX_PROFILE_PATH = 60;

/**
 * Creates the educator of an id or changes the one there is. A new one needs address and names, and gets a password:
 * the one given, or one that is made and answered. Throws OperatorError in words for whatever does not fit.
 */
export const setEducator = (
  db: Db,
  educatorId: string,
  facts: EducatorFacts,
  { password = null, mustBeNew = false }: { password?: string | null; mustBeNew?: boolean } = {},
): Promise<Issued<{ email: string; isNew: boolean }>> => {
  assertEducatorId(educatorId);
  assertFacts(facts);
  return db.transaction(async (tx) => {
    const before = await selectEducatorForUpdate(tx, educatorId);
    if (!before) return addEducator(tx, educatorId, facts, password);
    if (mustBeNew)
      throw new OperatorError(
        `Educator ${educatorId} is ${before.email} already. "educators set ${educatorId}" changes it.`,
      );
    if (password !== null)
      throw new OperatorError(`Educator ${educatorId} has a password: "users reset-password" changes it.`);
    return changeEducator(tx, before, facts);
  });
};

const assertEducatorId = (id: string) => {
  if (!(EDUCATOR_IDS as readonly string[]).includes(id))
    throw new OperatorError(`An educator's id is one of ${EDUCATOR_IDS.join(', ')}, not ${id}.`);
};

const assertFacts = ({ specialty, profilePath }: EducatorFacts) => {
  if ((specialty?.length ?? 0) > MAX_SPECIALTY)
    throw new OperatorError(`A specialty may have at most ${MAX_SPECIALTY} characters.`);
  if (typeof profilePath !== 'string') return;
  if (profilePath.length > MAX_PROFILE_PATH || !PROFILE_PATH.test(profilePath))
    throw new OperatorError(
      `A profile path is made of small letters, digits and single hyphens, such as ada-wren, not ${profilePath}.`,
    );
};

const addEducator = async (
  tx: Transaction,
  educatorId: string,
  { email, firstName, lastName, specialty = null, profilePath = null }: EducatorFacts,
  password: string | null,
) => {
  if (email === undefined || firstName === undefined || lastName === undefined)
    throw new OperatorError(`There is no educator ${educatorId} yet: an address and both names are needed.`);
  const person = personOf({ email, firstName, lastName });
  const issued = password ?? generatePassword();
  assertPassword(issued);
  await assertFree(tx, person.email, profilePath);
  await addUser(tx, { role: 'educator', educatorId, ...person, specialty, profilePath, password: issued });
  return { email: person.email, isNew: true, password: password === null ? issued : null };
};

const changeEducator = async (tx: Transaction, before: UserRow, facts: EducatorFacts) => {
  const person = personOf({
    email: facts.email ?? before.email,
    firstName: facts.firstName ?? before.firstName,
    lastName: facts.lastName ?? before.lastName,
  });
  const { specialty = before.specialty, profilePath = before.profilePath } = facts;
  await assertFree(
    tx,
    person.email === before.email ? undefined : person.email,
    profilePath === before.profilePath ? null : profilePath,
  );
  const fullName = `${person.firstName} ${person.lastName}`;
  await updateAccount(tx, before.id, { ...person, fullName, specialty, profilePath });
  return { email: person.email, isNew: false, password: null };
};

const assertFree = async (tx: Transaction, email: string | undefined, profilePath: string | null) => {
  const [taken] = email === undefined ? [] : await selectTakenEmails(tx, [email]);
  if (taken !== undefined) throw new OperatorError(`${taken} has an account already.`);
  if (profilePath !== null && (await isProfilePathTaken(tx, profilePath)))
    throw new OperatorError(`Another educator has the profile path ${profilePath}.`);
};
