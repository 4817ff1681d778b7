import type { User } from '../../../contract/account/auth.ts';
import type { Educator } from '../../../contract/educators/educators.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { AppError } from '../../shared/app-error.ts';
import { insertUser, isEducatorNameTaken, selectEducators, type UserRow } from './users-db.ts';

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

export type NewUser = Pick<User, 'role' | 'email' | 'firstName' | 'lastName'> &
  Partial<Pick<User, 'specialty' | 'educatorId' | 'profilePath'>> & {
    passwordHash?: string | null;
  };

export const toFullName = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

/** The next sign-in greets by the first name. */
export const splitName = (fullName: string): Pick<User, 'firstName' | 'lastName'> => {
  const [firstName = '', ...rest] = fullName.split(/\s+/);
  return { firstName, lastName: rest.join(' ') };
};

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
