import { and, desc, eq, gt, inArray, notInArray, sql } from 'drizzle-orm';
import type { Connection, Transaction } from '../database/connection.ts';
import { authEvents, knownSources, signInFailures } from '../database/schema.ts';

/** Source of the row that holds the total of an account. */
export const ACCOUNT_TOTAL = 'account';

type Failures = { failures: number; since: Date; lastAt: Date };

/** Lets one transaction at a time count attempts of this source, and then of this account. */
export const lockCounts = async (tx: Transaction, source: string, account: string): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sign-in source'), hashtext(${source}))`);
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('sign-in account'), hashtext(${account}))`);
};

/** The failures of a source for every account it tried after `after`, oldest first. */
export const selectSourceFailures = (db: Connection, source: string, after: Date): Promise<Failures[]> =>
  db
    .select()
    .from(signInFailures)
    .where(and(eq(signInFailures.source, source), gt(signInFailures.lastAt, after)))
    .orderBy(signInFailures.lastAt);

/** The failures of an account from everywhere, if its count began after `after`. */
export const selectAccountFailures = async (
  db: Connection,
  account: string,
  after: Date,
): Promise<Failures | undefined> => {
  const [row] = await db
    .select()
    .from(signInFailures)
    .where(
      and(
        eq(signInFailures.source, ACCOUNT_TOTAL),
        eq(signInFailures.account, account),
        gt(signInFailures.since, after),
      ),
    );
  return row;
};

/** Adds one failure; a count that is `expired` starts again. */
export const addFailure = async (
  db: Connection,
  source: string,
  account: string,
  now: Date,
  expired: { since?: Date; lastAt?: Date },
): Promise<void> => {
  const isExpired = expired.since
    ? sql`${signInFailures.since} <= ${expired.since.toISOString()}::timestamptz`
    : sql`${signInFailures.lastAt} <= ${expired.lastAt?.toISOString()}::timestamptz`;
  await db
    .insert(signInFailures)
    .values({ source, account, failures: 1, since: now, lastAt: now })
    .onConflictDoUpdate({
      target: [signInFailures.source, signInFailures.account],
      set: {
        failures: sql`case when ${isExpired} then 1 else ${signInFailures.failures} + 1 end`,
        since: sql`case when ${isExpired} then excluded.since else ${signInFailures.since} end`,
        lastAt: now,
      },
    });
};

/** Takes one failure back. */
export const subtractFailure = async (db: Connection, source: string, account: string): Promise<void> => {
  await db
    .update(signInFailures)
    .set({ failures: sql`${signInFailures.failures} - 1` })
    .where(
      and(
        eq(signInFailures.source, source),
        eq(signInFailures.account, account),
        gt(signInFailures.failures, 0),
      ),
    );
};

/** Takes back all failures of a source for one account. */
export const deleteFailures = async (db: Connection, source: string, account: string): Promise<void> => {
  await db
    .delete(signInFailures)
    .where(and(eq(signInFailures.source, source), eq(signInFailures.account, account)));
};

/** Which of these sources have signed in to the account. */
export const selectKnownSources = async (
  db: Connection,
  userId: string,
  sources: string[],
): Promise<string[]> => {
  const rows = await db
    .select({ source: knownSources.source })
    .from(knownSources)
    .where(and(eq(knownSources.userId, userId), inArray(knownSources.source, sources)));
  return rows.map(({ source }) => source);
};

/** Whether a source has signed in to any account. */
export const isKnownSource = async (db: Connection, source: string): Promise<boolean> => {
  const rows = await db
    .select({ source: knownSources.source })
    .from(knownSources)
    .where(eq(knownSources.source, source))
    .limit(1);
  return rows.length > 0;
};

/** Remembers sources of an account, up to `max`; the longest unused ones are forgotten. */
export const upsertKnownSources = async (
  db: Connection,
  userId: string,
  sources: string[],
  lastUsedAt: Date,
  max: number,
): Promise<void> => {
  await db
    .insert(knownSources)
    .values(sources.map((source) => ({ userId, source, lastUsedAt })))
    .onConflictDoUpdate({ target: [knownSources.userId, knownSources.source], set: { lastUsedAt } });
  const newest = db
    .select({ source: knownSources.source })
    .from(knownSources)
    .where(eq(knownSources.userId, userId))
    .orderBy(sql`${knownSources.lastUsedAt} desc`)
    .limit(max);
  await db
    .delete(knownSources)
    .where(and(eq(knownSources.userId, userId), notInArray(knownSources.source, newest)));
};

/** Forgets where an account signed in: its password may be known to others. */
export const deleteKnownSources = async (db: Connection, userId: string): Promise<void> => {
  await db.delete(knownSources).where(eq(knownSources.userId, userId));
};

export type AuthEvent = typeof authEvents.$inferInsert;

/** Returns the id of the event. */
export const insertAuthEvent = async (db: Connection, event: AuthEvent): Promise<bigint> => {
  const [row] = await db.insert(authEvents).values(event).returning({ id: authEvents.id });
  if (!row) throw new Error('No data returned from database');
  return row.id;
};

/** Rows of one kind and account at a time; further attempts, from whatever address or browser, count in the newest row. */
const MAX_COUNTED_EVENTS = 10;

type AccountEvent = Pick<AuthEvent, 'kind' | 'address' | 'userAgent'> & { userId: string };

/** Counts the event in that of the same account and browser after `after`, or inserts it. */
export const addAuthEvent = async (
  db: Connection,
  event: AuthEvent & { userId: string },
  after: Date,
): Promise<void> => {
  const recent = await db
    .select()
    .from(authEvents)
    .where(isRecent(event, after))
    .orderBy(desc(authEvents.id))
    .limit(MAX_COUNTED_EVENTS);
  const same = recent.find(
    ({ address, userAgent }) => address === event.address && userAgent === event.userAgent,
  );
  const counted = same ?? (recent.length === MAX_COUNTED_EVENTS ? recent[0] : undefined);
  if (!counted || !(await countAuthEvent(db, counted.id))) await insertAuthEvent(db, event);
};

/** Deletes events of this kind, account and browser after `after`. */
export const deleteAuthEvents = async (db: Connection, event: AccountEvent, after: Date): Promise<void> => {
  const { address, userAgent = null } = event;
  await db
    .delete(authEvents)
    .where(
      and(
        isRecent(event, after),
        eq(authEvents.address, address),
        sql`${authEvents.userAgent} is not distinct from ${userAgent}`,
      ),
    );
};

const isRecent = ({ kind, userId }: AccountEvent, after: Date) =>
  and(eq(authEvents.kind, kind), eq(authEvents.userId, userId), gt(authEvents.at, after));

/** Counts one more attempt in an event; false if the event is gone. */
export const countAuthEvent = async (db: Connection, id: bigint): Promise<boolean> => {
  const { rowCount } = await db
    .update(authEvents)
    .set({ attempts: sql`${authEvents.attempts} + 1` })
    .where(eq(authEvents.id, id));
  return rowCount === 1;
};
