import { EDUCATOR_IDS } from '../../contract/educators/educators.ts';
import { assertPerson, type Person } from '../account/account-input.ts';
import {
  anonymiseAuthEvents,
  assertEmailsFree,
  deletePrivateRows,
  isProfilePathTaken,
  selectEducatorForUpdate,
  updateAccount,
} from '../account/accounts-db.ts';
import { endAccess } from '../account/end-access.ts';
import { isEducatorNameTaken, lockEducatorNames, type UserRow } from '../account/users/users-db.ts';
import { addUser, toFullName } from '../account/users/users-service.ts';
import type { Db, Transaction } from '../database/connection.ts';
import { OperatorError } from '../shared/operator-error.ts';

/** Changes to an educator; undefined means unchanged, null clears the value. */
type EducatorChanges = { [Fact in keyof Person]?: string | undefined } & {
  specialty?: string | null | undefined;
  profilePath?: string | null | undefined;
};

const MAX_SPECIALTY = 100;
/** Last segment of /educator/{path}. */
const PROFILE_PATH = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX_PROFILE_PATH = 60;

/**
 * Creates or changes the educator with this id. A new one needs address and names. Another address means another person.
 * Both have to be invited. Throws OperatorError for invalid values.
 */
export const setEducator = (
  db: Db,
  educatorId: string,
  changes: EducatorChanges,
): Promise<{ email: string; isNew: boolean; hasNewOwner: boolean }> => {
  assertEducatorId(educatorId);
  assertValidChanges(changes);
  return db.transaction(async (tx) => {
    await lockEducatorNames(tx);
    const before = await selectEducatorForUpdate(tx, educatorId);
    if (before) return changeEducator(tx, before, changes);
    return { email: await addEducator(tx, educatorId, changes), isNew: true, hasNewOwner: false };
  });
};

const assertEducatorId = (id: string) => {
  if (!(EDUCATOR_IDS as readonly string[]).includes(id))
    throw new OperatorError(`An educator's id must be one of ${EDUCATOR_IDS.join(', ')}, not ${id}.`);
};

const assertValidChanges = ({ specialty, profilePath }: EducatorChanges) => {
  if ((specialty?.length ?? 0) > MAX_SPECIALTY)
    throw new OperatorError(`Specialty must be ${MAX_SPECIALTY} characters or fewer.`);
  if (typeof profilePath !== 'string') return;
  if (profilePath.length > MAX_PROFILE_PATH || !PROFILE_PATH.test(profilePath))
    throw new OperatorError(
      `A profile path has lower-case letters, digits and single hyphens, e.g. ada-wren, not ${profilePath}.`,
    );
};

const addEducator = async (
  tx: Transaction,
  educatorId: string,
  { email, firstName, lastName, specialty = null, profilePath = null }: EducatorChanges,
): Promise<string> => {
  if (email === undefined || firstName === undefined || lastName === undefined)
    throw new OperatorError(
      `There is no educator ${educatorId} yet. An email address and both names are required.`,
    );
  const person = assertPerson({ email, firstName, lastName });
  await assertUnique(tx, person.email, profilePath);
  await assertUniqueName(tx, person);
  await addUser(tx, { role: 'educator', educatorId, ...person, specialty, profilePath });
  return person.email;
};

const changeEducator = async (tx: Transaction, before: UserRow, changes: EducatorChanges) => {
  const person = assertPerson({
    email: changes.email ?? before.email,
    firstName: changes.firstName ?? before.firstName,
    lastName: changes.lastName ?? before.lastName,
  });
  const { specialty = before.specialty, profilePath = before.profilePath } = changes;
  const hasNewOwner = person.email !== before.email;
  await assertUnique(
    tx,
    hasNewOwner ? person.email : undefined,
    profilePath === before.profilePath ? null : profilePath,
  );
  const fullName = toFullName(person);
  if (fullName !== before.fullName) await assertUniqueName(tx, person, before.id);
  if (hasNewOwner) {
    await endAccess(tx, before, new Date());
    // What the former person wrote for themselves, and where they signed in, is not for the next one.
    await deletePrivateRows(tx, before.id);
    await anonymiseAuthEvents(tx, before);
  }
  await updateAccount(tx, before.id, { ...person, fullName, specialty, profilePath });
  return { email: person.email, isNew: false, hasNewOwner };
};

const assertUniqueName = async (tx: Transaction, person: Person, ownId?: string) => {
  const fullName = toFullName(person);
  if (await isEducatorNameTaken(tx, fullName, ownId))
    throw new OperatorError(`Another educator has the name ${fullName}.`);
};

const assertUnique = async (tx: Transaction, email: string | undefined, profilePath: string | null) => {
  if (email !== undefined) await assertEmailsFree(tx, [email]);
  if (profilePath !== null && (await isProfilePathTaken(tx, profilePath)))
    throw new OperatorError(`Another educator has the profile path ${profilePath}.`);
};
