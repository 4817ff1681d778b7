import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { User } from '../../contract/auth.ts';
import type { Connection } from '../database/connection.ts';
import { authEvents } from '../database/schema.ts';
import type { Origin } from '../viewer.ts';

export type AuthEvent = typeof authEvents.$inferInsert;

/** Longest stored user agent. */
const MAX_USER_AGENT_LENGTH = 300;

/** Limits the length of stored values. */
export const truncateOrigin = ({ address, userAgent }: Origin): Origin => ({
  address,
  userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
});

/** What somebody did with an account of theirs. */
export const createOwnEvent = (
  kind: AuthEvent['kind'],
  at: Date,
  { id: userId, email, role: selectedRole }: Pick<User, 'id' | 'email' | 'role'>,
  origin: Origin,
) => ({ kind, at, email, userId, selectedRole, ...truncateOrigin(origin) });

/** Returns the id of the event. */
export const insertAuthEvent = async (db: Connection, event: AuthEvent): Promise<bigint> => {
  const [row] = await db.insert(authEvents).values(event).returning({ id: authEvents.id });
  if (!row) throw new Error('No data returned from database');
  return row.id;
};

/** Logs what somebody did with their own account. */
export const logOwnEvent = async (
  db: Connection,
  ...event: Parameters<typeof createOwnEvent>
): Promise<void> => {
  await insertAuthEvent(db, createOwnEvent(...event));
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
