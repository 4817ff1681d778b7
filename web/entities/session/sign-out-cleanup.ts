import { logFailure } from '../../shared/log-failure.ts';
import { unregisterDevice } from '../../shared/pwa/device-push.ts';
import { ownRegistration } from '../../shared/pwa/service-worker.ts';
import { clearOfflineCopies } from '../../shared/storage/offline-store.ts';

/** Unregisters push while the session is still valid. */
export const unregisterPush = (signal: AbortSignal): Promise<void> =>
  unregisterDevice({ notifyServer: true, signal });

const closeNotices = async () => {
  const registration = await ownRegistration();
  for (const notice of (await registration?.getNotifications()) ?? []) notice.close();
  await navigator.clearAppBadge?.();
};

/** Removes what a person leaves on this device besides the session (DESIGN §7). */
export const clearPersonalData = async (): Promise<void> => {
  // A session that was ended elsewhere has already removed its devices on the server.
  await unregisterDevice({ notifyServer: false });
  await clearOfflineCopies();
  await closeNotices().catch((failure: unknown) => logFailure('notices', failure));
};
