import type { Market, MarketSwitches } from '../../../contract/markets.ts';
import { getPreferences, putPreferences } from '../../../contract/notifications.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { readStored, writeStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';

const { notificationSettings, notificationSettingsUnsent } = storageKeys;

const isSignedIn = (userId: string) => readStored(storageKeys.currentUser)?.id === userId;
const pick = (settings: MarketSwitches, names: readonly Market[]): Partial<MarketSwitches> =>
  Object.fromEntries(names.map((name) => [name, settings[name]]));

const running = new Map<string, Promise<void>>();

const sendUntilSame = async (userId: string): Promise<void> => {
  const [settings, unsent] = [notificationSettings(userId), notificationSettingsUnsent(userId)];
  // Another user may have signed in meanwhile.
  while (isSignedIn(userId) && readStored(unsent).length > 0) {
    const sent = pick(readStored(settings), readStored(unsent));
    const saved = await callRoute(putPreferences, { body: sent });
    const now = readStored(settings);
    const changedSince = readStored(unsent).filter((market) => now[market] !== sent[market]);
    writeStored(unsent, changedSince);
    writeStored(settings, { ...saved, ...pick(now, changedSince) });
  }
};

/**
 * Sends the settings that were changed on this device, one call at a time, until the server has the latest. Throws ApiError
 * when the server cannot be reached; the settings then stay marked as unsent.
 */
export const sendSettings = (userId: string): Promise<void> => {
  const started = running.get(userId) ?? sendUntilSame(userId).finally(() => running.delete(userId));
  running.set(userId, started);
  return started;
};

/** Stores the setting of a market on this device. `sendSettings` sends it. */
export const storeSetting = (userId: string, market: Market, on: boolean): void => {
  const [settings, unsent] = [notificationSettings(userId), notificationSettingsUnsent(userId)];
  writeStored(unsent, [...new Set([...readStored(unsent), market])]);
  writeStored(settings, { ...readStored(settings), [market]: on });
};

/** Sends unsent settings, or else loads those of the server. Throws ApiError. */
export const syncSettings = async (userId: string): Promise<void> => {
  if (readStored(notificationSettingsUnsent(userId)).length > 0) return sendSettings(userId);
  const settings = notificationSettings(userId);
  const before = readStored(settings);
  const loaded = await callRoute(getPreferences, {});
  // A change made during the request is newer than the response.
  if (readStored(settings) === before && isSignedIn(userId)) writeStored(settings, loaded);
};
