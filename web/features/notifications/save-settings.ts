import type { MarketSwitches } from '../../../contract/markets.ts';
import { getPreferences, putPreferences } from '../../../contract/notifications.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { readStored, writeStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';

const isSame = (a: MarketSwitches, b: MarketSwitches) => a.Forex === b.Forex && a.Crypto === b.Crypto;
const isSignedIn = (userId: string) => readStored(storageKeys.currentUser)?.id === userId;

const running = new Map<string, Promise<void>>();

const sendUntilSame = async (userId: string): Promise<void> => {
  // Another user may have signed in meanwhile.
  while (isSignedIn(userId) && readStored(storageKeys.notificationSettingsUnsent(userId))) {
    const sent = readStored(storageKeys.notificationSettings(userId));
    await callRoute(putPreferences, { body: sent });
    if (isSame(sent, readStored(storageKeys.notificationSettings(userId))))
      writeStored(storageKeys.notificationSettingsUnsent(userId), false);
  }
};

/**
 * Sends the settings of this device, one call at a time, until the server has the latest. Throws ApiError when the
 * server cannot be reached; the settings then stay marked as unsent.
 */
export const sendSettings = (userId: string): Promise<void> => {
  const started = running.get(userId) ?? sendUntilSame(userId).finally(() => running.delete(userId));
  running.set(userId, started);
  return started;
};

/** Stores settings on this device. `sendSettings` sends them. */
export const storeSettings = (userId: string, choice: MarketSwitches): void => {
  writeStored(storageKeys.notificationSettingsUnsent(userId), true);
  writeStored(storageKeys.notificationSettings(userId), choice);
};

/** Sends unsent settings, or else loads those of the server. Throws ApiError. */
export const syncSettings = async (userId: string): Promise<void> => {
  if (readStored(storageKeys.notificationSettingsUnsent(userId))) return sendSettings(userId);
  const choice = await callRoute(getPreferences, {});
  // A change made during the request is newer than the response.
  if (!readStored(storageKeys.notificationSettingsUnsent(userId)) && isSignedIn(userId))
    writeStored(storageKeys.notificationSettings(userId), choice);
};
