import {
  getPreferences,
  type NotificationPreferences,
  putPreferences,
} from '../../../contract/notifications.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { readStored, writeStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';

const isSame = (a: NotificationPreferences, b: NotificationPreferences) =>
  a.Forex === b.Forex && a.Crypto === b.Crypto;
const isSignedIn = (userId: string) => readStored(storageKeys.currentUser)?.id === userId;

const saving = new Set<string>();

/**
 * Sends this device's choice to the server, one call at a time, until the server has the latest. Throws ApiError where
 * it cannot be reached: the choice then stays here, marked as unsent.
 */
export const sendSettings = async (userId: string): Promise<void> => {
  if (saving.has(userId)) return;
  saving.add(userId);
  try {
    // Another person may have signed in meanwhile: nobody's choice is sent in another's name.
    while (isSignedIn(userId) && readStored(storageKeys.notificationSettingsUnsent(userId))) {
      const sent = readStored(storageKeys.notificationSettings(userId));
      await callRoute(putPreferences, { body: sent });
      if (isSame(sent, readStored(storageKeys.notificationSettings(userId))))
        writeStored(storageKeys.notificationSettingsUnsent(userId), false);
    }
  } finally {
    saving.delete(userId);
  }
};

/** Keeps a choice on this device at once; `sendSettings` carries it on. */
export const keepSettings = (userId: string, choice: NotificationPreferences): void => {
  writeStored(storageKeys.notificationSettingsUnsent(userId), true);
  writeStored(storageKeys.notificationSettings(userId), choice);
};

/** Brings both sides together: an unsent choice goes up, else the server's comes down. Throws ApiError. */
export const syncSettings = async (userId: string): Promise<void> => {
  if (readStored(storageKeys.notificationSettingsUnsent(userId))) return sendSettings(userId);
  const choice = await callRoute(getPreferences, {});
  // Chosen anew while the answer was under way: the hand on this device is the later one.
  if (!readStored(storageKeys.notificationSettingsUnsent(userId)) && isSignedIn(userId))
    writeStored(storageKeys.notificationSettings(userId), choice);
};
