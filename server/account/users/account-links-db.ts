import { and, desc, eq, gt, gte, inArray, isNull, ne, or, type SQL } from 'drizzle-orm';
import type { Connection } from '../../database/connection.ts';
import { countWritten, first, hasWritten, only } from '../../database/rows.ts';
import { accountLinks, users } from '../../database/schema.ts';

export type LinkRow = typeof accountLinks.$inferSelect;
type LinkKind = LinkRow['kind'];
/** A link and the account it belongs to. */
export type OwnedLink = { link: LinkRow; user: typeof users.$inferSelect };

export const insertLink = (db: Connection, link: typeof accountLinks.$inferInsert): Promise<LinkRow> =>
  only(db.insert(accountLinks).values(link).returning());

const isUnused = and(isNull(accountLinks.usedAt), isNull(accountLinks.revokedAt));
const isOpen = (now: Date) => and(isUnused, gt(accountLinks.expiresAt, now));

/** Every kind: for changes after which no mail that was sent before may have a say. */
export const ALL_LINKS: LinkKind[] = [...accountLinks.kind.enumValues];

/** Revokes the unused links of these kinds of an account. Returns their number. */
export const revokeLinks = (
  db: Connection,
  userId: string,
  kinds: LinkKind[],
  revokedAt: Date,
): Promise<number> =>
  countWritten(
    db
      .update(accountLinks)
      .set({ revokedAt })
      .where(and(eq(accountLinks.userId, userId), isUnused, inArray(accountLinks.kind, kinds))),
  );

/**
 * Revokes what somebody may have got after `since`: all links but earlier notices. Those went to the addresses of an
 * earlier owner, whom a later notice must not shut out.
 */
export const revokeLaterLinks = async (
  db: Connection,
  userId: string,
  since: Date,
  revokedAt: Date,
): Promise<void> => {
  const isLater = or(ne(accountLinks.kind, 'not_me'), gte(accountLinks.createdAt, since));
  await db
    .update(accountLinks)
    .set({ revokedAt })
    .where(and(eq(accountLinks.userId, userId), isUnused, isLater));
};

/** The open link with this token hash, if its account is enabled. */
export const selectOpenLink = (
  db: Connection,
  kind: LinkKind,
  tokenHash: Buffer,
  now: Date,
): Promise<OwnedLink | undefined> =>
  first(
    selectOwnedLinks(
      db,
      and(
        eq(accountLinks.tokenHash, tokenHash),
        eq(accountLinks.kind, kind),
        isOpen(now),
        isNull(users.disabledAt),
      ),
    ),
  );

/** Marks an open link as used; false if somebody else was first. */
export const updateLinkUsed = (db: Connection, id: string, now: Date): Promise<boolean> =>
  hasWritten(
    db
      .update(accountLinks)
      .set({ usedAt: now })
      .where(and(eq(accountLinks.id, id), isOpen(now))),
  );

/** A link that may still be sent: unused, and its account is enabled. */
export const selectLinkToSend = (db: Connection, id: string): Promise<OwnedLink | undefined> =>
  first(selectOwnedLinks(db, and(eq(accountLinks.id, id), isUnused, isNull(users.disabledAt))));

/** Gives a link its token before it is sent, or takes it back. */
export const updateLinkToken = async (
  db: Connection,
  id: string,
  tokenHash: Buffer | null,
  expiresAt: Date,
): Promise<void> => {
  await db
    .update(accountLinks)
    .set({ tokenHash, expiresAt })
    .where(and(eq(accountLinks.id, id), isUnused));
};

/** Links of these kinds of an account created after `since`. */
export const countLinksSince = (
  db: Connection,
  userId: string,
  kinds: LinkKind[],
  since: Date,
): Promise<number> =>
  db.$count(
    accountLinks,
    and(
      eq(accountLinks.userId, userId),
      inArray(accountLinks.kind, kinds),
      gt(accountLinks.createdAt, since),
    ),
  );

export const selectNewestInvitation = (db: Connection, userId: string): Promise<LinkRow | undefined> =>
  first(
    db
      .select()
      .from(accountLinks)
      .where(and(eq(accountLinks.userId, userId), eq(accountLinks.kind, 'invitation')))
      .orderBy(desc(accountLinks.createdAt), desc(accountLinks.id))
      .limit(1),
  );

/** The newest invitation of each account that has not accepted one, by address. */
export const selectInvitations = (db: Connection): Promise<OwnedLink[]> =>
  db
    .selectDistinctOn([users.email], { link: accountLinks, user: users })
    .from(accountLinks)
    .innerJoin(users, eq(users.id, accountLinks.userId))
    .where(
      and(eq(accountLinks.kind, 'invitation'), isNull(users.passwordHash), isNull(users.termsAcceptedAt)),
    )
    .orderBy(users.email, desc(accountLinks.createdAt), desc(accountLinks.id));

const selectOwnedLinks = (db: Connection, condition: SQL | undefined): Promise<OwnedLink[]> =>
  db
    .select({ link: accountLinks, user: users })
    .from(accountLinks)
    .innerJoin(users, eq(users.id, accountLinks.userId))
    .where(condition);
