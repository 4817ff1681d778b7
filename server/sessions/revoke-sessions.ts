import type { Connection } from '../database/connection.ts';
import type { UserRow } from '../users/users-db.ts';
import { updateSessionsEnded } from './sessions-db.ts';
import { insertAuthEvent } from './sign-in-limits-db.ts';

/** What auth_events says of where an operator's act came from. */
const FROM_OPERATOR = 'admin command';
/**
 * DESIGN §5: within this time every process has noticed that a session ended, and has closed its streams. A session's row
 * that is gone tells nobody, so whoever removes rows ends the sessions first and waits this long.
 */
export const SESSION_END_NOTICED_MS = 5_000;

/** Ends the open sessions of one person, or of everyone: one row of auth_events. Answers how many there were. */
export const endSessions = async (tx: Connection, user: UserRow | null, at: Date): Promise<number> => {
  const ended = await updateSessionsEnded(tx, user?.id ?? null, at);
  if (ended > 0)
    await insertAuthEvent(tx, {
      kind: 'sessions_ended',
      at,
      email: user?.email ?? null,
      userId: user?.id ?? null,
      selectedRole: user?.role ?? null,
      address: FROM_OPERATOR,
    });
  return ended;
};
