import type { Db } from '../database/connection.ts';
import type { TellOwner } from '../http/viewer.ts';
import type { Clock } from '../shared/clock.ts';
import type { Env } from '../shared/env.ts';
import type { Sessions } from './sessions/sessions-service.ts';
import type { SignInLimits } from './sessions/sign-in-limits.ts';
import type { PasswordHasher } from './users/password-hashing.ts';

/** What services of accounts work with. */
export type AccountParts = {
  db: Db;
  clock: Clock;
  env: Env;
  sessions: Sessions;
  limits: SignInLimits;
  passwords: PasswordHasher;
  tellOwner: TellOwner;
};
