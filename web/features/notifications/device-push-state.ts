import { useEffect, useSyncExternalStore } from 'react';
import type { PushDevice } from '../../../contract/push.ts';
import { useCurrentUser } from '../../entities/session/current-user.ts';
import { ApiError } from '../../shared/api/api-request.ts';
import { logFailure } from '../../shared/log-failure.ts';
import {
  canPush,
  isRegistered,
  PushFailure,
  registerDevice,
  unregisterDevice,
} from '../../shared/pwa/device-push.ts';
import { isIos, isStandalone } from '../../shared/pwa/installation.ts';
import { readStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';

/** How pushes stand on this device. */
export type DeviceState =
  | { is: 'checking' }
  /** This browser has no such thing. */
  | { is: 'unsupported' }
  /** The page came over http, where no browser has it. */
  | { is: 'insecure' }
  /** Apple's phones push only to an app on the home screen. */
  | { is: 'install-first' }
  /** The browser was told never to ask again: only its own settings undo that. */
  | { is: 'denied' }
  | { is: 'off' }
  /** Something went wrong; the sentence says what. */
  | { is: 'failed'; message: string }
  | { is: 'on'; device: PushDevice };

type Whole = { state: DeviceState; busy: boolean; userId: string | null };

let whole: Whole = { state: { is: 'checking' }, busy: false, userId: null };
const listeners = new Set<() => void>();

const set = (next: Partial<Whole>) => {
  whole = { ...whole, ...next };
  for (const listener of listeners) listener();
};

/** What can be said without asking anybody; null where it depends on the subscription. */
const known = (): DeviceState | null => {
  if (!isSecureContext) return { is: 'insecure' };
  if (!canPush()) return { is: isIos() && !isStandalone() ? 'install-first' : 'unsupported' };
  return Notification.permission === 'denied' ? { is: 'denied' } : null;
};

const failureOf = (failure: unknown): DeviceState => {
  const isSaid = failure instanceof ApiError || failure instanceof PushFailure;
  if (!isSaid) logFailure('notifications on this device', failure);
  return {
    is: 'failed',
    message: isSaid ? failure.message : 'Notifications could not be turned on. Please try again.',
  };
};

/** One thing at a time; what was under way for another person is dropped. */
const run = async (userId: string, work: () => Promise<DeviceState>): Promise<void> => {
  if (whole.busy && whole.userId === userId) return;
  set({ busy: true, userId });
  const state = await work().catch(failureOf);
  if (whole.userId === userId) set({ state, busy: false });
};

const registered = async (userId: string): Promise<DeviceState> => ({
  is: 'on',
  device: await registerDevice(userId),
});

/**
 * Looks how this device stands. One that is on is registered again, so that the server's side lives as long as ours; a
 * subscription that the browser has dropped is made anew: the permission stands.
 */
export const checkDevice = (userId: string): Promise<void> =>
  run(userId, async () => {
    const sure = known();
    if (sure) return sure;
    const wanted = readStored(storageKeys.pushOwner) === userId && Notification.permission === 'granted';
    if (wanted || (await isRegistered(userId))) return registered(userId);
    // Somebody else's subscription in this browser is not this person's.
    await unregisterDevice({ notifyServer: false });
    return { is: 'off' };
  });

/** Asks the browser, from a press, and turns pushes on where it says yes. */
export const turnOn = (userId: string): Promise<void> =>
  run(userId, async () => {
    const sure = known();
    if (sure) return sure;
    const permission = await Notification.requestPermission();
    if (permission === 'denied') return { is: 'denied' };
    // The question was closed without an answer.
    if (permission !== 'granted') return { is: 'off' };
    return registered(userId);
  });

export const turnOff = (userId: string): Promise<void> =>
  run(userId, async () => {
    await unregisterDevice({ notifyServer: true });
    return { is: 'off' };
  });

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export type ThisDevice = {
  state: DeviceState;
  busy: boolean;
  turnOn: () => void;
  turnOff: () => void;
  check: () => void;
};

/** The same for every part of the page that shows it. */
export const useThisDevice = (): ThisDevice => {
  const id = useCurrentUser()?.id;
  const { state, busy, userId } = useSyncExternalStore(subscribe, () => whole);
  useEffect(() => {
    if (id && whole.userId !== id) {
      set({ state: { is: 'checking' } });
      void checkDevice(id);
    }
  }, [id]);
  return {
    state: userId === id ? state : { is: 'checking' },
    busy,
    turnOn: () => void (id && turnOn(id)),
    turnOff: () => void (id && turnOff(id)),
    check: () => void (id && checkDevice(id)),
  };
};
