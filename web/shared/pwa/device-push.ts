import {
  type PushDevice,
  type PushSubscriptionInput,
  subscribePush,
  unsubscribePush,
} from '../../../contract/notifications/push.ts';
import { callRoute } from '../api/api-request.ts';
import { loadConfig } from '../api/config.ts';
import { logFailure } from '../log-failure.ts';
import { readStored, removeStored, writeStored } from '../storage/local-store.ts';
import { storageKeys } from '../storage/storage-keys.ts';
import { clearPushMemory, readIdentity, toIdentity, writeIdentity } from './push-memory.ts';
import { activeRegistration, ownRegistration, startServiceWorker } from './service-worker.ts';

/** Turning notifications on failed; `message` is ready to show. */
export class PushFailure extends Error {
  override readonly name = 'PushFailure';
}

export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Decodes the server's key to the bytes that the Push API expects. */
const decodeBase64Url = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

const hasServerKey = (subscription: PushSubscription, key: Uint8Array): boolean => {
  const own = subscription.options.applicationServerKey;
  return own !== null && String(new Uint8Array(own)) === String(key);
};

const currentSubscription = async (): Promise<PushSubscription | null> =>
  (await (await ownRegistration())?.pushManager.getSubscription()) ?? null;

/** This device's subscription for the server's key. Replaces a missing one, one of another key, or a dead one. */
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
 * Registers this device for push notifications of the signed-in person; idempotent. A subscription that the server dropped
 * (410) is replaced, because browsers keep returning it. Requires the permission. Throws PushFailure or ApiError with a
 * message ready to show.
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

/** Whether this person has notifications on here, as far as this device knows. */
export const isRegistered = async (userId: string): Promise<boolean> =>
  canPush() &&
  Notification.permission === 'granted' &&
  readStored(storageKeys.pushOwner) === userId &&
  (await currentSubscription()) !== null;

/**
 * Turns notifications off on this device. `notifyServer` also removes the subscription there; the end of a session does that
 * by itself. Never throws: a failure is logged, and the browser answers later pushes with 410.
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
    // The browser may have dropped a subscription that the server still uses.
    const endpoint = existing?.endpoint ?? (await readIdentity())?.endpoint;
    // The failed call has been logged already.
    if (notifyServer && endpoint)
      await callRoute(unsubscribePush, { body: { endpoint } }, { signal }).catch(() => null);
    await existing?.unsubscribe();
  } catch (failure) {
    logFailure('push unsubscription', failure);
  } finally {
    await clearPushMemory().catch((failure: unknown) => logFailure('push memory', failure));
  }
};
