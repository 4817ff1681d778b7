import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getReadingState } from '../../../contract/ideas/reading.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { followsAccount } from '../../shared/api/query-client.ts';
import { retryWithBackoff, wakeableDelay } from '../../shared/api/retry-with-backoff.ts';
import { readStored, useStored, writeStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { isEmpty } from './reading-state.ts';
import { readReading, sendReading, storeAccountReading } from './reading-store.ts';

/** What is seen one after another is one request. */
const BATCH_DELAY_MS = 1_000;

/** Plans the tour for a customer who has never loaded a market on any device. */
const planTour = (userId: string): void => {
  const isNew = readReading(userId).markets.length === 0;
  const isCustomer = readStored(storageKeys.currentUser)?.role === 'customer';
  if (isNew && isCustomer && readStored(storageKeys.tour(userId)) === null)
    writeStored(storageKeys.tour(userId), 'due');
};

/** The reading state of the account. */
const readingQuery = (userId: string) =>
  queryOptions({
    queryKey: [getReadingState.path],
    queryFn: async ({ signal }) => {
      const before = readStored(storageKeys.reading(userId));
      const state = await callRoute(getReadingState, {}, { signal });
      if (state.markets.length === 0) planTour(userId);
      storeAccountReading(userId, state, before);
      return state;
    },
    ...followsAccount,
  });

export const useIsReadingKnown = (userId: string): boolean =>
  useQuery(readingQuery(userId)).data !== undefined;

/** Keeps what was seen and read the same on all devices. Returns whether the account's state is known here. */
export const useReadingSync = (userId: string): boolean => {
  const isKnown = useIsReadingKnown(userId);
  const [unsent] = useStored(storageKeys.unsentReading(userId));
  useEffect(() => {
    if (isEmpty(unsent)) return;
    const controller = new AbortController();
    const { signal } = controller;
    void wakeableDelay(BATCH_DELAY_MS, signal).then(() =>
      retryWithBackoff(() => sendReading(userId), signal),
    );
    return () => controller.abort();
  }, [unsent, userId]);
  return isKnown;
};
