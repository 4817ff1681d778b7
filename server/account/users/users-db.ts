import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { EDUCATOR_IDS } from '../../../contract/educators/educators.ts';
import { dropInvisible } from '../../../contract/shared/text.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { first, hasWritten, only } from '../../database/rows.ts';
import { userProfiles, users } from '../../database/schema.ts';
import { revokeLinks } from './account-links-db.ts';

export type UserRow = typeof users.$inferSelect;

/** The id of no account: an unknown email takes the same statements as a known one. */
export const NOBODY_ID = '00000000-0000-0000-0000-000000000000';
/** Longest deliverable address (RFC 5321). */
export const MAX_EMAIL = 254;

/** The enabled account of an address, ignoring case. */
export const selectUserByEmail = (db: Connection, email: string): Promise<UserRow | undefined> =>
  first(
    db
      .select()
      .from(users)
      .where(and(eq(users.email, email.toLowerCase()), isNull(users.disabledAt))),
  );

/** The account of an address, also if disabled. */
export const selectAccountByEmail = (db: Connection, email: string): Promise<UserRow | undefined> =>
  first(db.select().from(users).where(eq(users.email, email.toLowerCase())));

/** The seven educators of the allow-list in order, without the hidden one. */
export const selectEducators = (db: Connection): Promise<UserRow[]> =>
  db
    .select()
    .from(users)
    .where(and(inArray(users.educatorId, [...EDUCATOR_IDS]), isNull(users.disabledAt)))
    .orderBy(asc(users.educatorId));

export const insertUser = (db: Connection, user: typeof users.$inferInsert): Promise<UserRow> =>
  only(db.insert(users).values(user).returning());

/** Undefined if the account is deleted or disabled. */
export const updateUser = (
  db: Connection,
  id: string,
  changes: { [K in keyof UserRow]?: UserRow[K] | undefined },
): Promise<UserRow | undefined> =>
  first(
    db
      .update(users)
      .set(changes)
      .where(and(eq(users.id, id), isNull(users.disabledAt)))
      .returning(),
  );

/** Lets one transaction at a time give an account this address. */
export const lockEmail = async (tx: Transaction, email: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('email'), hashtext(${email}))`);
};

/** A name without differences of case, spacing, width and invisible characters. */
const toComparableName = (name: string): string =>
  dropInvisible(name).normalize('NFKC').replaceAll(/\s+/g, ' ').toLowerCase();

/** Waits for other changes of educators' names. Taken before an educator's row, or two changes would wait for each other. */
export const lockEducatorNames = async (tx: Transaction): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('educator names'))`);
};

/** Whether another educator appears under this name. Other changes of such names wait for this one. */
export const isEducatorNameTaken = async (
  tx: Transaction,
  fullName: string,
  ownId: string | undefined,
): Promise<boolean> => {
  await lockEducatorNames(tx);
  const rows = await tx
    .select({
      fullName: users.fullName,
      display_name: userProfiles.display_name,
      first_name: userProfiles.first_name,
      last_name: userProfiles.last_name,
    })
    .from(users)
    .leftJoin(userProfiles, eq(userProfiles.user_id, users.id))
    .where(and(eq(users.role, 'educator'), ownId === undefined ? undefined : ne(users.id, ownId)));
  const comparable = toComparableName(fullName);
  return rows.some(({ fullName: one, display_name, first_name, last_name }) =>
    [one, display_name, `${first_name} ${last_name}`].some(
      (name) => name && toComparableName(name) === comparable,
    ),
  );
};

/** The password hash of an account; null if nobody can sign in to it. */
export const selectPasswordHash = async (db: Connection, id: string): Promise<string | null> => {
  const [row] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, id));
  return row?.passwordHash ?? null;
};

/**
 * The account as it is now, if this is still its password hash and it is enabled. Locks the row until the transaction
 * ends: a concurrent password change or disabling waits, then ends the session opened meanwhile, and sign-ins of one
 * account wait for each other, so that they respect the limit of sessions.
 */
export const lockPassword = (
  tx: Transaction,
  { id, passwordHash }: Pick<UserRow, 'id' | 'passwordHash'>,
): Promise<UserRow | undefined> =>
  first(
    tx
      .select()
      .from(users)
      .where(and(eq(users.id, id), hashIs(passwordHash), isNull(users.disabledAt)))
      .for('no key update'),
  );

/** An account by id, also if disabled. Locks the row until the transaction ends. */
export const lockUser = (tx: Transaction, id: string): Promise<UserRow | undefined> =>
  first(tx.select().from(users).where(eq(users.id, id)).for('no key update'));

/**
 * Stores a password chosen by its owner if the hash is still `before`; returns whether it was. Links to reset
 * the one before and requested changes of email stop working: a stranger may have asked for them.
 */
export const replacePasswordHash = async (
  db: Connection,
  id: string,
  before: string | null,
  passwordHash: string,
  now: Date,
): Promise<boolean> => {
  const isReplaced = await hasWritten(
    db
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, id), hashIs(before), isNull(users.disabledAt))),
  );
  if (isReplaced) await revokeLinks(db, id, ['password_reset', 'email_change'], now);
  return isReplaced;
};

const hashIs = (hash: string | null) =>
  hash === null ? isNull(users.passwordHash) : eq(users.passwordHash, hash);
