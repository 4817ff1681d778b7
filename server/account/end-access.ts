import type { Transaction } from '../database/connection.ts';
import { deletePasskeys, updateAccount } from './accounts-db.ts';
import { deleteKnownSources } from './sessions/known-sources-db.ts';
import { revokeSessions } from './sessions/revoke-sessions.ts';
import { deleteTimeCode } from './sessions/time-codes-db.ts';
import { revokeLaterLinks } from './users/account-links-db.ts';
import type { UserRow } from './users/users-db.ts';

/**
 * Ends everything that can sign in to an account or read with it; a trigger ends push subscriptions with their sessions.
 * It leaves the account as if nobody had accepted its invitation, and takes back its published record: the next owner
 * has not published it. Notices from before `noticesSince` keep working: an earlier owner may have them.
 */
export const endAccess = async (
  tx: Transaction,
  user: UserRow,
  now: Date,
  noticesSince = new Date(0),
): Promise<void> => {
  await revokeSessions(tx, user, now);
  await updateAccount(tx, user.id, {
    passwordHash: null,
    termsAcceptedAt: null,
    recordPublishedAt: null,
  });
  await deletePasskeys(tx, user.id);
  await deleteTimeCode(tx, user.id);
  await deleteKnownSources(tx, user.id);
  await revokeLaterLinks(tx, user.id, noticesSince, now);
};
