import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { getReadingState } from '../../../contract/reading.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { retryWithBackoff, wakeableDelay } from '../../shared/api/retry-with-backoff.ts';
import { readStored, useStored, writeStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { mergeReading } from './seen-store.ts';
import { hasUnsentReading, queueEverything, sendReading } from './unsent-reading.ts';

/** What is seen one after another is one request. */
const BATCH_DELAY_MS = 1_000;

/** Plans the tour for a customer who has never loaded a market on any device. */
const planTour = (userId: string): void => {
  const isNew = readStored(storageKeys.seenIdeas(userId)).markets.length === 0;
  const isCustomer = readStored(storageKeys.currentUser)?.role === 'customer';
  if (isNew && isCustomer && readStored(storageKeys.tour(userId)) === null)
    writeStored(storageKeys.tour(userId), 'due');
};

/** The reading state of the account. It counts as known once it is merged into this browser's. */
const readingQuery = (userId: string) =>
  queryOptions({
    queryKey: [getReadingState.path],
    queryFn: async ({ signal }) => {
      const state = await callRoute(getReadingState, {}, { signal });
      if (state.markets.length === 0) {
        planTour(userId);
        queueEverything(userId);
      }
      mergeReading(userId, state);
      return state;
    },
  });

export const useIsReadingKnown = (userId: string): boolean =>
  useQuery(readingQuery(userId)).data !== undefined;

/**
 * Keeps what was seen and read the same on all devices. Returns whether the account's state is known here. An account
 * without any takes over this browser's.
 */
export const useReadingSync = (userId: string): boolean => {
  const isKnown = useIsReadingKnown(userId);
  const [unsent] = useStored(storageKeys.unsentReading(userId));
  const isUnsent = hasUnsentReading(unsent);
  const [rounds, setRounds] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: something may be queued while a round ends.
  useEffect(() => {
    if (!isUnsent) return;
    const controller = new AbortController();
    const { signal } = controller;
    const send = async () => {
      await sendReading(userId);
      setRounds((count) => count + 1);
    };
    void wakeableDelay(BATCH_DELAY_MS, signal).then(() => retryWithBackoff(send, signal));
    return () => controller.abort();
  }, [isUnsent, rounds, userId]);

  return isKnown;
};
