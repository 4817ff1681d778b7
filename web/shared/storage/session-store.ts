import type { User } from '../../../contract/auth.ts';
import { DEFAULT_SPECIALTY } from '../../../contract/educators.ts';
import { readStored, removeStored, writeStored } from './local-store.ts';
import { stored } from './storage-keys.ts';

/** The keys that together are "signed in". The user goes last out and first in, because screens react to it. */
const sessionKeys = [
  stored.currentUser,
  stored.userRole,
  stored.userProfile,
  stored.userData,
  stored.persistentLogin,
  stored.authenticatedEducator,
  stored.lastAuthSuccess,
  stored.sessionToken,
];

export const sessionToken = (): string | null => readStored(stored.sessionToken);

/** Removes everything that says who is signed in. Drafts, theme and reading marks stay. */
export const forgetSession = (): void => {
  for (const key of sessionKeys) removeStored(key);
};

/** A late 401 for an older token must not end the session that has begun since. */
export const endSessionOf = (token: string | null): void => {
  if (token === sessionToken()) forgetSession();
};

export const rememberUser = (user: User): void => {
  writeStored(stored.userRole, user.role);
  writeStored(stored.userData, user);
  writeStored(stored.lastAuthSuccess, Date.now());
  if (user.role === 'educator' && user.educatorId) {
    writeStored(stored.persistentLogin, true);
    writeStored(stored.authenticatedEducator, {
      id: user.educatorId,
      email: user.email,
      name: user.fullName,
      role: 'educator',
      // SPEC §6: the resulting educator has specialty Trading.
      specialty: DEFAULT_SPECIALTY,
    });
  }
  writeStored(stored.currentUser, user);
};

export const rememberSignIn = (token: string, user: User): void => {
  writeStored(stored.sessionToken, token);
  writeStored(stored.userProfile, user);
  rememberUser(user);
};
