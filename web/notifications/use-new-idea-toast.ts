import { useEffect } from 'react';
import type { User } from '../../contract/account/auth.ts';
import { importWithRetry } from '../shared/loading/import-with-retry.ts';
import { logFailure } from '../shared/log-failure.ts';
import { serverNow } from '../shared/server-clock.ts';
import { readStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';
import { showToast } from '../shared/ui/toast.ts';
import { type NewIdeaEvent, takeNewIdeas } from './new-idea-events.ts';
import { BATCH_MS, buildNewIdeaToast, shouldNotify } from './new-idea-toast.ts';

/** How long a tab holds the lock: long enough for every other tab to find it taken. */
const SOUND_LOCK_MS = 1_500;

const play = async () => {
  const { playNewIdeaSound } = await importWithRetry(() => import('./new-idea-sound.ts'));
  playNewIdeaSound();
  await new Promise((resolve) => setTimeout(resolve, SOUND_LOCK_MS));
};

/** Plays the sound in one tab only. */
const playInOneTab = () => {
  const locks = navigator.locks as LockManager | undefined;
  const played = locks
    ? locks.request('chartlark-arrival-sound', { ifAvailable: true }, (turn) => (turn ? play() : undefined))
    : play();
  Promise.resolve(played).catch((failure: unknown) => logFailure('sound', failure));
};

/** A hidden page stays silent when this device shows a system notification. */
const canPlaySound = (userId: string): boolean =>
  readStored(storageKeys.arrivalSound) && (!document.hidden || readStored(storageKeys.pushOwner) !== userId);

/** Shows a toast for new ideas, batched, unless the page announces them itself. */
export const useNewIdeaToast = ({ id, educatorId }: User): void => {
  useEffect(() => {
    let batch: NewIdeaEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      const message = buildNewIdeaToast(batch.filter(({ isAnnounced }) => !isAnnounced));
      batch = [];
      timer = undefined;
      if (message && !document.hidden) showToast(message);
      if (canPlaySound(id)) playInOneTab();
    };
    const stop = takeNewIdeas((event) => {
      const settings = readStored(storageKeys.notificationSettings(id));
      if (!shouldNotify(event, { educatorId, settings, now: serverNow() })) return;
      batch.push(event);
      timer ??= setTimeout(flush, BATCH_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [id, educatorId]);
};
