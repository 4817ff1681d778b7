import { logout } from '../../../contract/account/auth.ts';
import { apiUrl } from '../../shared/api/api-base.ts';
import { retryWithBackoff } from '../../shared/api/retry-with-backoff.ts';
import { logFailure } from '../../shared/log-failure.ts';
import { unregisterDevice } from '../../shared/pwa/device-push.ts';
import { ownRegistration } from '../../shared/pwa/service-worker.ts';
import { readStored, removeStored } from '../../shared/storage/local-store.ts';
import { clearOfflineCopies } from '../../shared/storage/offline-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';

/** Unregisters push while the session is still valid. */
export const unregisterPush = (signal: AbortSignal): Promise<void> =>
  unregisterDevice({ notifyServer: true, signal });

const closeNotices = async () => {
  const registration = await ownRegistration();
  for (const notice of (await registration?.getNotifications()) ?? []) notice.close();
  await navigator.clearAppBadge?.();
};

/** Ends the session on the server that was signed out of without it, as soon as it can be reached. */
export const sendSignOut = (): Promise<void> =>
  retryWithBackoff(async () => {
    const token = readStored(storageKeys.unsentSignOut);
    if (token === null) return;
    // Not as an API call: its refusal would end the session that was opened since.
    const headers = { Authorization: `Bearer ${token}` };
    const { status } = await fetch(apiUrl(logout.path), { method: logout.method, headers });
    if (status === 429 || status >= 500) throw new Error(`Sign-out was answered with ${status}`);
    if (readStored(storageKeys.unsentSignOut) === token) removeStored(storageKeys.unsentSignOut);
  }, new AbortController().signal);

/** Removes what a person leaves on this device besides the session (DESIGN §7). */
export const clearPersonalData = async (): Promise<void> => {
  // A session that was ended elsewhere has already removed its devices on the server.
  await unregisterDevice({ notifyServer: false });
  await clearOfflineCopies();
  await closeNotices().catch((failure: unknown) => logFailure('notices', failure));
};
