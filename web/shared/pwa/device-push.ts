import {
  type PushDevice,
  type PushSubscriptionInput,
  subscribePush,
  unsubscribePush,
} from '../../../contract/push.ts';
import { callRoute } from '../api/api-request.ts';
import { loadConfig } from '../api/config.ts';
import { logFailure } from '../log-failure.ts';
import { readStored, removeStored, writeStored } from '../storage/local-store.ts';
import { storageKeys } from '../storage/storage-keys.ts';
import { clearPushMemory, readIdentity, toIdentity, writeIdentity } from './push-memory.ts';
import { activeRegistration, ownRegistration, startServiceWorker } from './service-worker.ts';

/** Something a person can read went wrong while pushes were turned on. */
export class PushFailure extends Error {
  override readonly name = 'PushFailure';
}

export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** base64url as the server gives it, in the bytes the browser compares with. */
const decodeBase64Url = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

const hasServerKey = (subscription: PushSubscription, key: Uint8Array): boolean => {
  const own = subscription.options.applicationServerKey;
  return own !== null && String(new Uint8Array(own)) === String(key);
};

const currentSubscription = async (): Promise<PushSubscription | null> =>
  (await (await ownRegistration())?.pushManager.getSubscription()) ?? null;

/** The subscription of this device for our server's key, made anew where there is none, one of another key, or a `dead` one. */
const getSubscription = async (isDead = false): Promise<PushSubscription> => {
  await startServiceWorker();
  const registration = await activeRegistration();
  if (!registration) throw new PushFailure("Couldn't set up background delivery on this device.");
  const config = await loadConfig();
  if (!config) throw new PushFailure('The server could not be reached. Please try again.');
  const applicationServerKey = decodeBase64Url(config.pushPublicKey);
  const existing = await registration.pushManager.getSubscription();
  if (existing && !isDead && hasServerKey(existing, applicationServerKey)) return existing;
  await existing?.unsubscribe();
  try {
    return await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  } catch (failure) {
    logFailure('push subscription', failure);
    throw new PushFailure('The push service of this browser could not be reached. Please try again.');
  }
};

const register = async (made: PushSubscription) => {
  const json = made.toJSON();
  const device = await callRoute(subscribePush, { body: json as PushSubscriptionInput });
  return { device, identity: { ...toIdentity(json), deviceId: device.id } };
};

/**
 * Has pushes sent to this device, for the person who is signed in; again is the same. A subscription the server had
 * dropped, because its push service no longer knows it, is replaced: browsers go on handing it out as if it were good. The
 * permission must have been given. Throws PushFailure or ApiError with the sentence to show.
 */
export const registerDevice = async (userId: string): Promise<PushDevice> => {
  const before = await readIdentity();
  let { device, identity } = await register(await getSubscription());
  const isReplaced = before?.deviceId !== undefined && before.deviceId !== device.id;
  if (isReplaced && before.endpoint === identity.endpoint)
    ({ device, identity } = await register(await getSubscription(true)));
  writeStored(storageKeys.pushOwner, userId);
  await writeIdentity(identity);
  return device;
};

/** Whether this person has turned pushes on here, as far as this device knows. */
export const isRegistered = async (userId: string): Promise<boolean> =>
  canPush() &&
  Notification.permission === 'granted' &&
  readStored(storageKeys.pushOwner) === userId &&
  (await currentSubscription()) !== null;

/**
 * No more pushes here. `tell`: the server too; a session that has ended has taken its devices with it already.
 * Throws nothing: what could not be reached is logged, and a service that still sends is told so by the browser.
 */
export const unregisterDevice = async ({
  notifyServer,
  signal,
}: {
  notifyServer: boolean;
  signal?: AbortSignal;
}): Promise<void> => {
  removeStored(storageKeys.pushOwner);
  if (!canPush()) return;
  try {
    const existing = await currentSubscription();
    // The browser may have dropped what the server still sends to.
    const endpoint = existing?.endpoint ?? (await readIdentity())?.endpoint;
    // A failed call has been logged where it happened.
    if (notifyServer && endpoint)
      await callRoute(unsubscribePush, { body: { endpoint } }, { signal }).catch(() => null);
    await existing?.unsubscribe();
  } catch (failure) {
    logFailure('push unsubscription', failure);
  } finally {
    await clearPushMemory().catch((failure: unknown) => logFailure('push memory', failure));
  }
};
