import { SESSION_LIFETIME_MS } from '../../../contract/account/auth.ts';
import { readStored, writeStored } from '../../shared/storage/local-store.ts';
import { clearEndedSession, readSessionToken } from '../../shared/storage/session-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';

/**
 * SPEC §4 and §6: a persistent educator session is valid for 30 days from its last success. An expired one is cleared. A valid
 * one without a current user is restored from the stored user data; the server still decides.
 */
export const restoreSession = (now = Date.now()): void => {
  if (!readStored(storageKeys.persistentLogin)) return;
  const last = readStored(storageKeys.lastAuthSuccess);
  if (last === null || now - last > SESSION_LIFETIME_MS || !readSessionToken()) {
    clearEndedSession({ isUnsent: false });
    return;
  }
  const known = readStored(storageKeys.userData);
  if (!readStored(storageKeys.currentUser) && known?.role === 'educator')
    writeStored(storageKeys.currentUser, known);
};
