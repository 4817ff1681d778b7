import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readStored, subscribeStored } from '../../shared/storage/local-store.ts';
import { forgetCopies } from '../../shared/storage/offline-store.ts';
import { stored } from '../../shared/storage/storage-keys.ts';
import { keepCopies } from './offline-persister.ts';

/** Keeps what this person reads for when there is no network; gone as soon as they are no longer signed in. */
export const useOfflineCopies = (userId: string): void => {
  const client = useQueryClient();
  useEffect(() => {
    const isTheirs = () => readStored(stored.currentUser)?.id === userId;
    const stopKeeping = keepCopies(client, userId, isTheirs);
    const stopWatching = subscribeStored(stored.currentUser, () => {
      if (!isTheirs()) void forgetCopies();
    });
    return () => {
      stopKeeping();
      stopWatching();
    };
  }, [client, userId]);
};
