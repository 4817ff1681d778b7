import { logFailure } from '../../shared/log-failure.ts';
import { unregisterDevice } from '../../shared/pwa/device-push.ts';
import { ownRegistration } from '../../shared/pwa/service-worker.ts';
import { clearOfflineCopies } from '../../shared/storage/offline-store.ts';

/** No more pushes to this device, while the session that may say so still lives. */
export const endPushes = (signal: AbortSignal): Promise<void> =>
  unregisterDevice({ notifyServer: true, signal });

const closeNotices = async () => {
  const registration = await ownRegistration();
  for (const notice of (await registration?.getNotifications()) ?? []) notice.close();
  await navigator.clearAppBadge?.();
};

/** What of a person is on this device beside their session goes when they sign out (DESIGN §7). */
export const forgetPerson = async (): Promise<void> => {
  // Where the session was ended elsewhere, its devices went with it.
  await unregisterDevice({ notifyServer: false });
  await clearOfflineCopies();
  await closeNotices().catch((failure: unknown) => logFailure('notices', failure));
};
