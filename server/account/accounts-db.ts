import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Role } from '../../contract/account/auth.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import { countWritten, first } from '../database/rows.ts';
import {
  authEvents,
  bookmarks,
  follows,
  ideaReads,
  ideaTemplates,
  passkeys,
  practiceForecasts,
  readingStates,
  roomReads,
  sessions,
  users,
} from '../database/schema.ts';
import { OperatorError } from '../shared/operator-error.ts';
import type { UserRow } from './users/users-db.ts';

export type AuthEventRow = typeof authEvents.$inferSelect;

const INSERT_BATCH_SIZE = 500;

/** The account of an address, also if disabled; locked until the transaction ends. */
export const selectAccountForUpdate = (db: Connection, email: string): Promise<UserRow | undefined> =>
  first(db.select().from(users).where(eq(users.email, email.toLowerCase())).for('update'));

/** The same. Throws OperatorError for an unknown address. */
export const lockAccount = async (db: Connection, email: string): Promise<UserRow> => {
  const user = await selectAccountForUpdate(db, email.trim());
  if (!user) throw new OperatorError(`No account for ${email}.`);
  return user;
};

export const selectEducatorForUpdate = (db: Connection, educatorId: string): Promise<UserRow | undefined> =>
  first(db.select().from(users).where(eq(users.educatorId, educatorId)).for('update'));

/** Accounts sorted by address, starting after `after`. */
export const selectAccounts = (
  db: Connection,
  { role, disabled }: { role?: Role | undefined; disabled?: boolean | undefined },
  limit: number,
  after = '',
): Promise<UserRow[]> =>
  db
    .select()
    .from(users)
    .where(
      and(
        gt(users.email, after),
        role && eq(users.role, role),
        disabled ? isNotNull(users.disabledAt) : undefined,
      ),
    )
    .orderBy(asc(users.email))
    .limit(limit);

/** Those of these addresses that have an account. */
export const selectTakenEmails = async (db: Connection, emails: string[]): Promise<string[]> => {
  const rows = await db.select({ email: users.email }).from(users).where(inArray(users.email, emails));
  return rows.map(({ email }) => email);
};

/** Throws OperatorError if one of these addresses has an account. */
export const assertEmailsFree = async (db: Connection, emails: string[]): Promise<void> => {
  const [taken] = await selectTakenEmails(db, emails);
  if (taken !== undefined) throw new OperatorError(`${taken} already has an account.`);
};

export const isProfilePathTaken = async (db: Connection, profilePath: string): Promise<boolean> =>
  (await db.$count(users, eq(users.profilePath, profilePath))) > 0;

export const updateAccount = async (
  db: Connection,
  id: string,
  changes: Partial<typeof users.$inferInsert>,
): Promise<void> => {
  await db.update(users).set(changes).where(eq(users.id, id));
};

/** Inserts any number of accounts, in statements of a limited size. Throws OperatorError if an address was taken meanwhile. */
export const insertAccounts = async (
  tx: Transaction,
  rows: readonly (typeof users.$inferInsert)[],
): Promise<UserRow[]> => {
  const inserted: UserRow[] = [];
  for (let from = 0; from < rows.length; from += INSERT_BATCH_SIZE) {
    const batch = rows.slice(from, from + INSERT_BATCH_SIZE);
    inserted.push(...(await tx.insert(users).values(batch).onConflictDoNothing().returning()));
  }
  if (inserted.length < rows.length)
    throw new OperatorError('Somebody else is adding the same people: one of them already has an account.');
  return inserted;
};

/** Rows of tables that refer to `users` with `on delete cascade` go with it (server/database/schema/). */
export const deleteUser = async (db: Connection, id: string): Promise<void> => {
  await db.delete(users).where(eq(users.id, id));
};

export const hasSessionEndedSince = async (db: Connection, userId: string, since: Date): Promise<boolean> =>
  (await db.$count(sessions, and(eq(sessions.userId, userId), gt(sessions.endedAt, since)))) > 0;

export type AuthLogFilter = {
  email?: string | undefined;
  kind?: AuthEventRow['kind'] | undefined;
  since?: Date | undefined;
  /** Only events with a smaller id. */
  before?: bigint | undefined;
};

/** The sign-in log, newest first. */
export const selectAuthEvents = (
  db: Connection,
  { email, kind, since, before }: AuthLogFilter,
  limit: number,
): Promise<AuthEventRow[]> => {
  const wanted = and(
    email === undefined ? undefined : eq(authEvents.email, email.toLowerCase()),
    kind && eq(authEvents.kind, kind),
    since && gte(authEvents.at, since),
    before === undefined ? undefined : lt(authEvents.id, before),
  );
  return db.select().from(authEvents).where(wanted).orderBy(desc(authEvents.id)).limit(limit);
};

/** What anybody can cause who knows an address, or the password. */
const ATTEMPT_KINDS: AuthEventRow['kind'][] = [
  'sign_in_failed',
  'sign_in_refused',
  'password_refused',
  'password_reset_requested',
  'passkey_refused',
  'second_factor_missing',
  'second_factor_refused',
];

/** What somebody who is signed in can cause without end, and what changes nothing that can sign in. */
const ROUTINE_KINDS: AuthEventRow['kind'][] = [
  'sign_in',
  'sign_out',
  'sessions_ended',
  'email_change_requested',
  'token_revoked',
  'data_exported',
];

/**
 * The newest events of one account. Equal ones are one entry with the newest time. Attempts, the routine, sign-ins from
 * new browsers, and each other kind fill a quarter each at most, so that they can't push out anything else.
 */
export const selectOwnAuthEvents = async (db: Connection, userId: string, limit: number) => {
  const { id, kind, address, userAgent, newBrowser } = authEvents;
  const isAttempt = inArray(kind, ATTEMPT_KINDS);
  const isRoutine = sql`(${inArray(kind, ROUTINE_KINDS)} and not ${newBrowser})`;
  const newestId = max(id);
  const quarter = Math.floor(limit / 4);
  const select = (which: SQL, atMost: number) => {
    const grouped = db
      .select({
        id: newestId.as('id'),
        at: sql`max(${authEvents.at})`.mapWith(authEvents.at).as('at'),
        kind,
        address,
        userAgent,
        attempts: sql<number>`sum(${authEvents.attempts})::int`.as('attempts'),
        newBrowser,
        place: sql<number>`row_number() over (partition by ${kind} order by ${newestId} desc)`.as('place'),
      })
      .from(authEvents)
      .where(and(eq(authEvents.userId, userId), which))
      .groupBy(kind, address, userAgent, newBrowser)
      .as('grouped');
    const { place, ...columns } = grouped._.selectedFields;
    return db
      .select(columns)
      .from(grouped)
      .where(lte(place, quarter))
      .orderBy(desc(grouped.id))
      .limit(atMost);
  };
  const frequent = [
    ...(await select(isAttempt, quarter)),
    ...(await select(isRoutine, quarter)),
    ...(await select(sql`${newBrowser}`, quarter)),
  ];
  const isOther = sql`not (${isAttempt} or ${isRoutine} or ${newBrowser})`;
  return [...frequent, ...(await select(isOther, limit - frequent.length))].sort(
    (a, b) => Number(b.id) - Number(a.id),
  );
};

/** The newest event of these kinds of an account until `at`. */
export const selectNoticedEvent = (
  db: Connection,
  userId: string,
  kinds: AuthEventRow['kind'][],
  at: Date,
): Promise<AuthEventRow | undefined> =>
  first(
    db
      .select()
      .from(authEvents)
      .where(and(eq(authEvents.userId, userId), inArray(authEvents.kind, kinds), lte(authEvents.at, at)))
      .orderBy(desc(authEvents.id))
      .limit(1),
  );

/** Anonymises a user in the sign-in log; the events themselves stay. */
export const anonymiseAuthEvents = async (db: Connection, user: UserRow): Promise<void> => {
  await db
    .update(authEvents)
    .set({ email: null, userId: null, address: 'removed', userAgent: null })
    // Events of an earlier owner of the address stay theirs.
    .where(
      or(eq(authEvents.userId, user.id), and(isNull(authEvents.userId), eq(authEvents.email, user.email))),
    );
};

const privateTables = [
  bookmarks,
  follows,
  ideaReads,
  ideaTemplates,
  practiceForecasts,
  readingStates,
  roomReads,
] as const;

/** What only the person of an account sees: notes, reading, forecasts and templates. */
export const deletePrivateRows = async (db: Connection, userId: string): Promise<void> => {
  for (const table of privateTables) await db.delete(table).where(eq(table.userId, userId));
};

/** Returns their number. */
export const deletePasskeys = (db: Connection, userId: string): Promise<number> =>
  countWritten(db.delete(passkeys).where(eq(passkeys.userId, userId)));

/** Number of items an educator has published; any of them keeps the account. */
export const countPublished = async (db: Connection, educatorId: string) => {
  const { rows } = await db.execute<{ ideas: number; messages: number; videos: number }>(sql`select
    (select count(distinct idea_id)::int from idea_revisions where educator_id = ${educatorId}) as ideas,
    (select count(*)::int from chat_messages where user_id = ${`edu-${educatorId}`}) as messages,
    (select count(*)::int from videos where educator_id = ${educatorId}) as videos`);
  // A select without a table always has a row.
  return rows[0]!;
};
