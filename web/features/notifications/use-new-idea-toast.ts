import { useEffect } from 'react';
import type { User } from '../../../contract/auth.ts';
import { logFailure } from '../../shared/log-failure.ts';
import { readStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { showToast } from '../../shared/ui/toast.tsx';
import { type Heard, onArrival } from './new-idea-events.ts';
import { BURST_MS, isNews, toastOf } from './new-idea-toast.ts';

/** Long enough for every tab to have asked; the sound itself is shorter. */
const SOUND_TURN_MS = 1_500;

const play = async () => {
  const { playArrival } = await import('./new-idea-sound.ts');
  playArrival();
  await new Promise((resolve) => setTimeout(resolve, SOUND_TURN_MS));
};

/** One sound, however many tabs are open. */
const soundOnce = () => {
  const locks = navigator.locks as LockManager | undefined;
  const played = locks
    ? locks.request('chartlark-arrival-sound', { ifAvailable: true }, (turn) => (turn ? play() : undefined))
    : play();
  Promise.resolve(played).catch((failure: unknown) => logFailure('sound', failure));
};

/** A page nobody sees stays silent where the system's own notice sounds on this device. */
const maySound = (userId: string): boolean =>
  readStored(storageKeys.arrivalSound) && (!document.hidden || readStored(storageKeys.pushOwner) !== userId);

/** Says in the page that an idea has come, unless the screen says so by itself; a burst is said once. */
export const useArrivalNews = ({ id, educatorId }: User): void => {
  useEffect(() => {
    let burst: Heard[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = () => {
      const message = toastOf(burst.filter(({ isSaid }) => !isSaid).map(({ arrival }) => arrival));
      burst = [];
      timer = undefined;
      if (message && !document.hidden) showToast(message);
      if (maySound(id)) soundOnce();
    };
    const stop = onArrival((heard) => {
      const settings = readStored(storageKeys.notificationSettings(id));
      if (!isNews(heard.arrival, { educatorId, settings, now: Date.now() })) return;
      burst.push(heard);
      timer ??= setTimeout(tell, BURST_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [id, educatorId]);
};
