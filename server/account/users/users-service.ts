import type { User } from '../../../contract/account/auth.ts';
import type { Educator } from '../../../contract/educators/educators.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { AppError } from '../../shared/app-error.ts';
import { insertUser, isEducatorNameTaken, selectEducators, type UserRow, updateUser } from './users-db.ts';

/** A stored account as a DTO (SPEC §3: camelCase), without the password hash. */
export const toUserDto = (row: UserRow): User => ({
  id: row.id,
  role: row.role,
  email: row.email,
  firstName: row.firstName,
  lastName: row.lastName,
  fullName: row.fullName,
  specialty: row.specialty,
  profileImage: row.profileImage,
  educatorId: row.educatorId,
  profilePath: row.profilePath,
  mustChangePassword: row.mustChangePassword,
  ...(row.passwordHash === null && { hasPassword: false }),
});

/** SPEC §7's list of educators. Only educators see email addresses. */
export const listEducators = async (db: Connection, viewer: Pick<User, 'role'>): Promise<Educator[]> => {
  const rows = await selectEducators(db);
  return rows.map((row) => ({
    id: row.educatorId ?? '',
    firstName: row.firstName,
    lastName: row.lastName,
    fullName: row.fullName,
    email: viewer.role === 'educator' ? row.email : null,
    profileImage: row.profileImage,
    specialty: row.specialty,
    profilePath: row.profilePath,
  }));
};

/** Whether everyone may see the track record of an educator: one of the seven, who is enabled and has published it. */
export const hasPublishedRecord = async (db: Connection, educatorId: string): Promise<boolean> =>
  (await selectEducators(db)).some((row) => row.educatorId === educatorId && row.recordPublishedAt !== null);

/** Publishes an educator's record from `at` on; null takes it back. */
export const setRecordPublished = async (db: Connection, id: string, at: Date | null): Promise<void> => {
  await updateUser(db, id, { recordPublishedAt: at });
};

/** Lower-cased addresses of the allow-list. */
export const listEducatorEmails = async (db: Connection): Promise<string[]> =>
  (await selectEducators(db)).map((row) => row.email);

export type NewUser = Pick<User, 'role' | 'email' | 'firstName' | 'lastName'> &
  Partial<Pick<User, 'specialty' | 'educatorId' | 'profilePath' | 'mustChangePassword'>> & {
    passwordHash?: string | null;
  };

export const toFullName = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

/** Adds an account. The address is stored in lower case; without a hash nobody can sign in with a password. */
export const addUser = async (db: Connection, user: NewUser): Promise<User> => {
  const { email, firstName, lastName, ...rest } = user;
  const row = await insertUser(db, {
    ...rest,
    email: email.toLowerCase(),
    firstName,
    lastName,
    fullName: toFullName(user),
  });
  return toUserDto(row);
};

/** Throws INVALID_REQUEST if the account is an educator's and one of the names, each by its field, is another's. */
export const assertOwnEducatorName = async (
  tx: Transaction,
  { id, role }: Pick<User, 'id' | 'role'>,
  names: Readonly<Record<string, string>>,
): Promise<void> => {
  if (role !== 'educator') return;
  for (const [field, name] of Object.entries(names)) {
    if (name !== '' && (await isEducatorNameTaken(tx, name, id)))
      throw new AppError('INVALID_REQUEST', { fields: { [field]: 'Another educator has this name' } });
  }
};

/** What people may change of their own account; undefined means unchanged. */
type AccountChanges = {
  [K in 'fullName' | 'profileImage' | 'specialty']?: UserRow[K] | undefined;
};

/** The next sign-in greets by the first name. */
const splitName = (fullName: string) => {
  const [firstName = '', ...rest] = fullName.split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
};

/** Changes an account and returns it. Throws INVALID_REQUEST for an educator's name, SESSION_ENDED if it is gone. */
export const changeUser = async (
  tx: Transaction,
  owner: Pick<User, 'id' | 'role'>,
  changes: AccountChanges,
): Promise<User> => {
  const { fullName } = changes;
  if (fullName !== undefined) await assertOwnEducatorName(tx, owner, { full_name: fullName });
  const row = await updateUser(tx, owner.id, {
    ...changes,
    ...(fullName !== undefined && splitName(fullName)),
  });
  if (!row) throw new AppError('SESSION_ENDED');
  return toUserDto(row);
};
