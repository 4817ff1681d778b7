import type { User } from '../../contract/account/auth.ts';
import type { Transaction } from '../database/connection.ts';

/**
 * A signed-in caller. One shared object per session and process, so a renewal is visible to all holders. Times are
 * milliseconds since 1970: fifty thousand are cached, and a Date takes ninety bytes.
 */
export type Viewer = {
  readonly sessionId: string;
  readonly signedInAt: number;
  user: User;
  expiresAt: number;
  renewedAt: number;
};

/** Somebody on the operator's page. */
export type OperatorCaller = {
  /** Of the session's token. */
  readonly tokenHash: Buffer;
  /** Whom the log names. */
  readonly name: string;
  readonly expiresAt: Date;
};

/** Origin of a request, as stored in auth_events. */
export type Origin = { address: string; userAgent: string | null };

/** Tells the owner of an account by mail about the event that was just stored. */
export type TellOwner = (tx: Transaction, user: Pick<User, 'id' | 'email'>) => Promise<void>;
