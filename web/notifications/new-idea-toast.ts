import { useEffect } from 'react';
import type { User } from '../../contract/account/auth.ts';
import { isPublic } from '../../contract/educators/visibility.ts';
import { formatOrientation } from '../../contract/ideas/ideas.ts';
import type { MarketSwitches } from '../../contract/ideas/markets.ts';
import { isolateDirection } from '../../contract/shared/text.ts';
import { type NewIdea, onNewIdea } from '../ideas/idea-lists.ts';
import { importWithRetry } from '../shared/loading/import-with-retry.ts';
import { logFailure } from '../shared/log-failure.ts';
import { paths } from '../shared/paths.ts';
import { serverNow } from '../shared/server-clock.ts';
import { readStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';
import { showToast, type ToastMessage } from '../shared/ui/toast.ts';

/** Ideas published within this time share one toast. */
export const BATCH_MS = 400;
/** Older ideas were published while the page was closed or asleep. Only badges show them. */
export const MAX_AGE_MS = 10 * 60_000;

export type Recipient = {
  /** Null for a customer. */
  educatorId: string | null;
  settings: MarketSwitches;
  now: number;
};

/** Whether to notify this user: the market is on, the author is someone else, and the idea is recent. */
export const shouldNotify = (
  { idea, marketType, timestamp }: NewIdea,
  { educatorId, settings, now }: Recipient,
): boolean =>
  settings[marketType] &&
  idea.educator_id !== educatorId &&
  isPublic(idea.educator_id) &&
  !(now - Date.parse(timestamp) > MAX_AGE_MS);

const MAX_NAMED = 3;

/** "EUR/USD, GBP/JPY, BTC/USD and 2 more". */
const listPairs = (pairs: readonly string[]): string => {
  const rest = pairs.length - MAX_NAMED;
  const named = pairs.slice(0, MAX_NAMED).join(', ');
  return rest > 0 ? `${named} and ${rest} more` : named;
};

/** One toast for all ideas of a batch; null for none. */
export const buildNewIdeaToast = (ideas: readonly NewIdea[]): ToastMessage | null => {
  const [first, ...others] = ideas;
  if (!first) return null;
  const { idea, marketType } = first;
  if (others.length === 0)
    return {
      title: `${isolateDirection(idea.pair)} ${formatOrientation(idea.order_type)}`,
      description: `New ${marketType} idea by ${idea.educator_name}`,
      link: { label: 'View', href: paths.idea(idea.id) },
    };
  const isOneMarket = others.every((other) => other.marketType === marketType);
  return {
    title: `${ideas.length} new ideas`,
    description: listPairs(ideas.map(({ idea: { pair } }) => pair)),
    link: {
      label: 'View',
      href: isOneMarket ? paths.customerMarket(marketType) : paths.customerDashboard,
    },
  };
};

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
    let batch: NewIdea[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      const message = buildNewIdeaToast(batch);
      batch = [];
      timer = undefined;
      if (message && !document.hidden) showToast(message);
      if (canPlaySound(id)) playInOneTab();
    };
    const stop = onNewIdea((newIdea, isAnnounced) => {
      const settings = readStored(storageKeys.notificationSettings(id));
      if (!shouldNotify(newIdea, { educatorId, settings, now: serverNow() })) return;
      if (!isAnnounced) batch.push(newIdea);
      timer ??= setTimeout(flush, BATCH_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [id, educatorId]);
};
