import {
  getPreferences,
  type NotificationPreferences,
  putPreferences,
} from '../../../contract/notifications.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { readStored, writeStored } from '../../shared/storage/local-store.ts';
import { stored } from '../../shared/storage/storage-keys.ts';

const isSame = (a: NotificationPreferences, b: NotificationPreferences) =>
  a.Forex === b.Forex && a.Crypto === b.Crypto;
const isSignedIn = (userId: string) => readStored(stored.currentUser)?.id === userId;

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
    while (isSignedIn(userId) && readStored(stored.notificationSettingsUnsent(userId))) {
      const sent = readStored(stored.notificationSettings(userId));
      await callRoute(putPreferences, { body: sent });
      if (isSame(sent, readStored(stored.notificationSettings(userId))))
        writeStored(stored.notificationSettingsUnsent(userId), false);
    }
  } finally {
    saving.delete(userId);
  }
};

/** Keeps a choice on this device at once; `sendSettings` carries it on. */
export const keepSettings = (userId: string, choice: NotificationPreferences): void => {
  writeStored(stored.notificationSettingsUnsent(userId), true);
  writeStored(stored.notificationSettings(userId), choice);
};

/** Brings both sides together: an unsent choice goes up, else the server's comes down. Throws ApiError. */
export const syncSettings = async (userId: string): Promise<void> => {
  if (readStored(stored.notificationSettingsUnsent(userId))) return sendSettings(userId);
  const choice = await callRoute(getPreferences, {});
  // Chosen anew while the answer was under way: the hand on this device is the later one.
  if (!readStored(stored.notificationSettingsUnsent(userId)) && isSignedIn(userId))
    writeStored(stored.notificationSettings(userId), choice);
};
