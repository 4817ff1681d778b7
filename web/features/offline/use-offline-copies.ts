import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readStored, subscribeStored } from '../../lib/local-store.ts';
import { forgetCopies } from '../../lib/offline-store.ts';
import { stored } from '../../lib/stored-keys.ts';
import { keepCopies } from './offline-copies.ts';

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
