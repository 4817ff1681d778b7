import type { Connection } from '../../database/connection.ts';
import type { Origin } from '../../http/viewer.ts';
import { deleteAccessTokens } from '../tokens/access-tokens-db.ts';
import type { UserRow } from '../users/users-db.ts';
import { insertAuthEvent } from './auth-events-db.ts';
import { updateSessionsEnded } from './sessions-db.ts';

/** Where actions of an operator come from in auth_events. */
export const OPERATOR: Origin = { address: 'admin command', userAgent: null };
/**
 * DESIGN §5: within this time every process notices that a session ended and closes its streams. A deleted row can't
 * be noticed, so code that deletes session rows ends the sessions first and waits this long.
 */
export const REVOCATION_DELAY_MS = 5_000;

/**
 * Ends the open sessions, tokens and feed addresses of one user, or of everyone, and logs one row in auth_events if there
 * were sessions. Returns their number.
 */
export const revokeSessions = async (tx: Connection, user: UserRow | null, at: Date): Promise<number> => {
  const ended = await updateSessionsEnded(tx, user?.id ?? null, at);
  await deleteAccessTokens(tx, user?.id ?? null);
  if (ended > 0)
    await insertAuthEvent(tx, {
      kind: 'sessions_ended',
      at,
      email: user?.email ?? null,
      userId: user?.id ?? null,
      selectedRole: user?.role ?? null,
      ...OPERATOR,
    });
  return ended;
};
