import { and, asc, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Role } from '../../contract/account/auth.ts';
import { EDUCATOR_IDS } from '../../contract/educators/educators.ts';
import type { personStates } from '../../contract/operator/people.ts';
import type { Connection } from '../database/connection.ts';
import { accountLinks, authEvents, users } from '../database/schema.ts';

type PersonState = (typeof personStates)[number];

export type PeopleFilter = {
  search?: string | undefined;
  role?: Role | undefined;
  state?: PersonState | undefined;
  /** Only addresses after this one. */
  after?: string | undefined;
};

/** The same as `isInvited` of an account. */
const isInvited = and(
  isNull(users.passwordHash),
  isNull(users.termsAcceptedAt),
  or(isNull(users.educatorId), inArray(users.educatorId, [...EDUCATOR_IDS])),
);
const state = sql<PersonState>`case when ${users.disabledAt} is not null then 'disabled' when ${isInvited} then 'invited' else 'active' end`;

/** Accounts by address, without anything secret. */
export const selectPeople = (db: Connection, filter: PeopleFilter, limit: number) => {
  const invitation = db
    .select({
      revokedAt: accountLinks.revokedAt,
      tokenHash: accountLinks.tokenHash,
      expiresAt: accountLinks.expiresAt,
    })
    .from(accountLinks)
    .where(and(eq(accountLinks.userId, users.id), eq(accountLinks.kind, 'invitation')))
    .orderBy(desc(accountLinks.createdAt), desc(accountLinks.id))
    .limit(1)
    .as('invitation');
  return db
    .select({
      id: users.id,
      email: users.email,
      fullName: users.fullName,
      role: users.role,
      educatorId: users.educatorId,
      createdAt: users.createdAt,
      lastSignInAt: sql<Date | null>`greatest(
        (select max(e.at) from auth_events e where e.user_id = ${users.id} and e.kind in ('sign_in', 'invitation_accepted')),
        (select max(s.created_at) from sessions s where s.user_id = ${users.id}))`.mapWith(authEvents.at),
      state,
      invitation: {
        // First: a null there would stand for no invitation.
        expiresAt: invitation.expiresAt,
        revokedAt: invitation.revokedAt,
        tokenHash: invitation.tokenHash,
      },
      hasSecondFactor: sql<boolean>`(exists (select from passkeys p where p.user_id = ${users.id})
        or exists (select from time_codes t where t.user_id = ${users.id} and t.confirmed_at is not null))`,
    })
    .from(users)
    .leftJoinLateral(invitation, isInvited ?? sql`true`)
    .where(
      and(
        filter.after === undefined ? undefined : gt(users.email, filter.after),
        filter.role && eq(users.role, filter.role),
        filter.state && sql`${state} = ${filter.state}`,
        // Unlike a pattern, it has no special characters.
        filter.search === undefined
          ? undefined
          : sql`strpos(lower(${users.email} || ' ' || ${users.fullName}), lower(${filter.search})) > 0`,
      ),
    )
    .orderBy(asc(users.email))
    .limit(limit);
};

export const selectAddress = async (db: Connection, id: string): Promise<string | undefined> => {
  const [row] = await db.select({ email: users.email }).from(users).where(eq(users.id, id));
  return row?.email;
};
