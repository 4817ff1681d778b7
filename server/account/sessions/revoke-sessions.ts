import type { User } from '../../../contract/account/auth.ts';
import type { Connection } from '../../database/connection.ts';
import type { Origin } from '../../http/viewer.ts';
import { deleteAccessTokens } from '../tokens/access-tokens-db.ts';
import type { UserRow } from '../users/users-db.ts';
import { type AuthEvent, insertAuthEvent, truncateOrigin } from './auth-events-db.ts';
import { updateSessionsEnded } from './sessions-db.ts';

/** Who acts on accounts, in auth_events: a command, or an operator by name. Owners see the address in their activity. */
export type Actor = Origin & { operator: string | null };
export const ADMIN_COMMAND: Actor = { address: 'admin command', userAgent: null, operator: null };
/** Not the operator's own network and browser: the owner of the account would see them. */
export const createPageActor = (operator: string): Actor => ({
  address: "operator's page",
  userAgent: null,
  operator,
});

/**
 * DESIGN §5: within this time every process notices that a session ended and closes its streams. A deleted row can't
 * be noticed, so code that deletes session rows ends the sessions first and waits this long.
 */
export const REVOCATION_DELAY_MS = 5_000;

/** Logs what an operator did, with an account or something else. */
export const logAction = (
  db: Connection,
  kind: AuthEvent['kind'],
  at: Date,
  user: Pick<User, 'id' | 'email' | 'role'> | null,
  actor: Actor,
  subject: string | null = null,
): Promise<void> =>
  insertAuthEvent(db, {
    kind,
    at,
    email: user?.email ?? null,
    userId: user?.id ?? null,
    selectedRole: user?.role ?? null,
    operator: actor.operator,
    subject,
    ...truncateOrigin(actor),
  });

/**
 * Ends the open sessions, tokens and feed addresses of one user, or of everyone, and logs one row in auth_events if there
 * were sessions. Returns their number.
 */
export const revokeSessions = async (
  tx: Connection,
  user: UserRow | null,
  at: Date,
  actor = ADMIN_COMMAND,
): Promise<number> => {
  const { length: ended } = await updateSessionsEnded(tx, user?.id ?? null, at);
  await deleteAccessTokens(tx, user?.id ?? null);
  if (ended > 0) await logAction(tx, 'sessions_ended', at, user, actor);
  return ended;
};
