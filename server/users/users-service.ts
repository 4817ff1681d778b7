import type { User } from '../../contract/auth.ts';
import type { Educator } from '../../contract/educators.ts';
import { AppError } from '../app-error.ts';
import type { Connection } from '../database/connection.ts';
import { hashPassword } from './password-hashing.ts';
import { insertUser, selectEducators, type UserRow, updateUser } from './users-db.ts';

/** A stored account as it travels (SPEC §3: camelCase). Never carries the password's hash. */
export const wireUser = (row: UserRow): User => ({
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
});

/** SPEC §7's list of educators. Addresses only for those who may have them. */
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

/** The lower-cased addresses of the educator login's allow-list. */
export const educatorEmails = async (db: Connection): Promise<string[]> =>
  (await selectEducators(db)).map((row) => row.email);

export type NewUser = Pick<User, 'role' | 'email' | 'firstName' | 'lastName'> &
  Partial<Pick<User, 'specialty' | 'educatorId' | 'profilePath'>> & { password: string | null };

/** Adds an account. The address is stored lower-cased; without a password nobody can sign in to it. */
export const addUser = async (db: Connection, user: NewUser): Promise<User> => {
  const { password, email, firstName, lastName, ...rest } = user;
  const row = await insertUser(db, {
    ...rest,
    email: email.toLowerCase(),
    firstName,
    lastName,
    fullName: `${firstName} ${lastName}`.trim(),
    passwordHash: password === null ? null : await hashPassword(password),
  });
  return wireUser(row);
};

/** What a person may change of their own account: undefined leaves it as it is. */
export type AccountChanges = {
  [K in 'fullName' | 'profileImage' | 'specialty']?: UserRow[K] | undefined;
};

/** Changes an account as others see it, and answers it. Throws SESSION_ENDED where it is gone. */
export const changeUser = async (db: Connection, id: string, changes: AccountChanges): Promise<User> => {
  const row = await updateUser(db, id, changes);
  if (!row) throw new AppError('SESSION_ENDED');
  return wireUser(row);
};
