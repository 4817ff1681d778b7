import { hash, randomBytes } from 'node:crypto';
import { LINK_LIFETIME_MS } from '../../../contract/account/account-links.ts';
import { EDUCATOR_IDS } from '../../../contract/educators/educators.ts';
import type { Connection } from '../../database/connection.ts';
import type { TellOwner } from '../../http/viewer.ts';
import { addJob } from '../../jobs/jobs-db.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Env } from '../../shared/env.ts';
import { countLinksSince, insertLink, revokeLinks } from '../users/account-links-db.ts';
import type { UserRow } from '../users/users-db.ts';

export type AccountLinkKind = keyof typeof LINK_LIFETIME_MS;

/** Mails of a kind that an account can cause in an hour. */
export const MAX_MAILS = 5;
export const MAIL_WINDOW_MS = 60 * 60_000;

/** How long a mail is tried. */
export const SENDING_MS = 2 * 24 * 60 * 60_000;
/** With the library's growing waits, the last attempt is 46 hours after the first. */
const SENDING_ATTEMPTS = 17;

export const SEND_LINK = 'mail';
/** Resets before invitations, because a person waits for a reset. */
const PRIORITY: Record<AccountLinkKind, number> = {
  password_reset: -1,
  email_change: -1,
  not_me: -1,
  invitation: 1,
};

export const createLinkToken = (): string => randomBytes(32).toString('base64url');
export const hashLinkToken = (token: string): Buffer => hash('sha256', token, 'buffer');

export const getLinkExpiry = (kind: AccountLinkKind, now: Date): Date =>
  new Date(now.getTime() + LINK_LIFETIME_MS[kind]);

/**
 * Creates a link to print; `email` is the new address of an email change. It replaces earlier ones of its kind. Returns the
 * token, which is not stored.
 */
export const createLink = async (
  db: Connection,
  userId: string,
  kind: AccountLinkKind,
  now: Date,
  email: string | null = null,
): Promise<string> => {
  const token = createLinkToken();
  await revokeLinks(db, userId, [kind], now);
  const expiresAt = getLinkExpiry(kind, now);
  await insertLink(db, { kind, userId, email, tokenHash: hashLinkToken(token), createdAt: now, expiresAt });
  return token;
};

/** Creates a link that a worker sends; earlier ones keep working. */
export const queueFurtherLink = async (
  db: Connection,
  userId: string,
  kind: AccountLinkKind,
  now: Date,
  email: string | null = null,
): Promise<void> => {
  const expiresAt = new Date(now.getTime() + SENDING_MS);
  const { id } = await insertLink(db, { kind, userId, email, createdAt: now, expiresAt });
  // The job holds no token: the worker makes it.
  await addJob(db, {
    task: SEND_LINK,
    payload: { link: id },
    key: `mail:${id}`,
    priority: PRIORITY[kind],
    maxAttempts: SENDING_ATTEMPTS,
  });
};

/** The same, in place of earlier ones of its kind. */
export const queueLink = async (...link: Parameters<typeof queueFurtherLink>): Promise<void> => {
  const [db, userId, kind, now] = link;
  await revokeLinks(db, userId, [kind], now);
  await queueFurtherLink(...link);
};

/** Whether an account has caused all mails of these kinds that it can for now. */
export const hasReachedMailLimit = async (
  db: Connection,
  userId: string,
  kinds: AccountLinkKind[],
  now: Date,
  atMost = MAX_MAILS,
): Promise<boolean> =>
  (await countLinksSince(db, userId, kinds, new Date(now.getTime() - MAIL_WINDOW_MS))) >= atMost;

/**
 * Tells the owner of an account, at the address they have had so far, about a sign-in or a change of what signs in. Its
 * link ends all of it; earlier ones keep working, and a limit of its own keeps other mails from crowding it out. Sign-ins
 * have the lower one, so that invented browsers leave room for changes. Without a mail server nothing is sent.
 */
export const createTellOwner =
  (env: Pick<Env, 'mail'>, clock: Clock, atMost = 2 * MAX_MAILS): TellOwner =>
  async (tx, { id, email }) => {
    const now = clock();
    if (!env.mail || (await hasReachedMailLimit(tx, id, ['not_me'], now, atMost))) return;
    await queueFurtherLink(tx, id, 'not_me', now, email);
  };

const linkPaths: Record<AccountLinkKind, string> = {
  invitation: '/invitation',
  password_reset: '/reset-password',
  email_change: '/confirm-email',
  not_me: '/not-me',
};

/** Where people open the web app. */
export const getAddress = ({ baseUrl, port }: Pick<Env, 'baseUrl' | 'port'>): string =>
  baseUrl ?? `http://localhost:${port}`;

/** The token is in the fragment, which browsers send to no server. */
export const createLinkUrl = (
  env: Pick<Env, 'baseUrl' | 'port'>,
  kind: AccountLinkKind,
  token: string,
): string => `${getAddress(env)}${linkPaths[kind]}#${token}`;

/** Whether the account was created by an invitation that its owner has not accepted yet. */
export const isInvited = (user: UserRow): boolean =>
  user.passwordHash === null && user.termsAcceptedAt === null && canHavePassword(user);

/** SPEC §3: educator 9 is test data without sign-in. */
export const canHavePassword = ({ educatorId }: UserRow): boolean =>
  educatorId === null || (EDUCATOR_IDS as readonly string[]).includes(educatorId);
