import { useEffect } from 'react';
import type { PushDevice } from '../../contract/notifications/push.ts';
import { useCurrentUser } from '../account/session/current-user.ts';
import { ApiError } from '../shared/api/api-request.ts';
import { logFailure } from '../shared/log-failure.ts';
import {
  canPush,
  isRegistered,
  PushFailure,
  registerDevice,
  unregisterDevice,
} from '../shared/pwa/device-push.ts';
import { isIos, isStandalone } from '../shared/pwa/installation.ts';
import { readStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';
import { createValueStore, useValueStore } from '../shared/value-store.ts';

/** The state of push notifications on this device. */
export type DeviceState =
  | { type: 'checking' }
  /** This browser has no Push API. */
  | { type: 'unsupported' }
  /** The page was loaded over http, where no browser has the Push API. */
  | { type: 'insecure' }
  /** iOS supports push only for apps on the home screen. */
  | { type: 'install-first' }
  /** The permission is denied. Only the settings of the browser can undo that. */
  | { type: 'denied' }
  | { type: 'off' }
  | { type: 'failed'; message: string }
  | { type: 'on'; device: PushDevice };

type Snapshot = { state: DeviceState; busy: boolean; userId: string | null };

const store = createValueStore<Snapshot>({ state: { type: 'checking' }, busy: false, userId: null });

const update = (next: Partial<Snapshot>) => store.set({ ...store.get(), ...next });

/** The states that need no request; null when the state depends on the subscription. */
const checkSupport = (): DeviceState | null => {
  if (!isSecureContext) return { type: 'insecure' };
  if (!canPush()) return { type: isIos() && !isStandalone() ? 'install-first' : 'unsupported' };
  return Notification.permission === 'denied' ? { type: 'denied' } : null;
};

const toFailedState = (failure: unknown): DeviceState => {
  const isExpected = failure instanceof ApiError || failure instanceof PushFailure;
  if (!isExpected) logFailure('notifications on this device', failure);
  return {
    type: 'failed',
    message: isExpected ? failure.message : "Couldn't turn on notifications. Please try again.",
  };
};

let last: Promise<void> = Promise.resolve();
let running = 0;

/** Runs the operations one after another. The result of one is dropped if its user has signed out meanwhile. */
const runNext = (userId: string, work: () => Promise<DeviceState>): Promise<void> => {
  update({ userId });
  running++;
  last = last.then(async () => {
    const state = await work().catch(toFailedState);
    running--;
    if (store.get().userId === userId) update({ state });
  });
  return last;
};

const registerThisDevice = async (userId: string): Promise<DeviceState> => ({
  type: 'on',
  device: await registerDevice(userId),
});

/**
 * Reads the state of this device. An active subscription is registered again, which keeps it alive on the server. A
 * subscription that the browser has dropped is created again, because the permission still holds.
 */
export const checkDevice = async (userId: string): Promise<void> => {
  // What is running tells the state as well.
  if (running > 0 && store.get().userId === userId) return;
  await runNext(userId, async () => {
    const unavailable = checkSupport();
    if (unavailable) return unavailable;
    const wasOn = readStored(storageKeys.pushOwner) === userId && Notification.permission === 'granted';
    if (wasOn || (await isRegistered(userId))) return registerThisDevice(userId);
    // A subscription of another user of this browser must not stay.
    await unregisterDevice({ notifyServer: false });
    return { type: 'off' };
  });
};

/** An operation that the user asked for. A press during a check is not lost. */
const runPressed = async (userId: string, work: () => Promise<DeviceState>): Promise<void> => {
  if (store.get().busy) return;
  update({ busy: true });
  await runNext(userId, work);
  update({ busy: false });
};

/** Requests the permission, which needs a click, and subscribes once it is granted. */
export const turnOn = (userId: string): Promise<void> =>
  runPressed(userId, async () => {
    const unavailable = checkSupport();
    if (unavailable) return unavailable;
    const permission = await Notification.requestPermission();
    if (permission === 'denied') return { type: 'denied' };
    // The prompt was closed without an answer.
    if (permission !== 'granted') return { type: 'off' };
    return registerThisDevice(userId);
  });

const turnOff = (userId: string): Promise<void> =>
  runPressed(userId, async () => {
    await unregisterDevice({ notifyServer: true });
    return { type: 'off' };
  });

/** The shared state of push notifications on this device. */
export const useThisDevice = () => {
  const id = useCurrentUser()?.id;
  const { state, busy, userId } = useValueStore(store);
  useEffect(() => {
    if (id && store.get().userId !== id) {
      update({ state: { type: 'checking' } });
      void checkDevice(id);
    }
  }, [id]);
  return {
    state: userId === id ? state : ({ type: 'checking' } as const),
    busy,
    turnOn: () => void (id && turnOn(id)),
    turnOff: () => void (id && turnOff(id)),
    check: () => void (id && checkDevice(id)),
  };
};

export type ThisDevice = ReturnType<typeof useThisDevice>;
