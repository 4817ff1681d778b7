import { SESSION_LIFETIME_MS } from '../../../contract/auth.ts';
import { readStored, writeStored } from '../../shared/storage/local-store.ts';
import { forgetSession, sessionToken } from '../../shared/storage/session-store.ts';
import { stored } from '../../shared/storage/storage-keys.ts';

/**
 * SPEC §4 and §6: a persistent educator session lives 30 days from its last success. Expired: everything is
 * cleared. Alive, but the current user is missing: the stored user data brings it back; the server still decides.
 */
export const restoreSession = (now = Date.now()): void => {
  if (!readStored(stored.persistentLogin)) return;
  const last = readStored(stored.lastAuthSuccess);
  if (last === null || now - last > SESSION_LIFETIME_MS || !sessionToken()) {
    forgetSession();
    return;
  }
  const known = readStored(stored.userData);
  if (!readStored(stored.currentUser) && known?.role === 'educator') writeStored(stored.currentUser, known);
};
