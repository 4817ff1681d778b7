import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { liveState } from '../../live/live-state.ts';
import { readStored, subscribeStored } from '../../shared/storage/local-store.ts';
import {
  clearOfflineCopies,
  type OfflineCopy,
  readOfflineCopies,
  writeOfflineCopies,
} from '../../shared/storage/offline-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { isAvailableOffline, trimForOffline } from './offline-query-filter.ts';
import { isOffline, onOffline } from './use-offline.ts';

const SAVE_INTERVAL_MS = 1_000;
/** Unchanged lists only update their time, less often. */
const TIMESTAMP_REFRESH_MS = 30_000;

const toOfflineCopy = ({ queryKey, state }: Query): OfflineCopy => ({
  key: queryKey,
  data: trimForOffline(state.data),
  // The live stream keeps the data current, whenever it was loaded.
  at: liveState.get() === 'connected' ? Date.now() : state.dataUpdatedAt,
});

/**
 * Fills queries without data. The copies are never garbage collected, because they cannot be fetched offline. They are
 * outdated whatever their age: the server may answer again before the browser notices.
 */
const restore = (client: QueryClient, copies: readonly OfflineCopy[]) => {
  for (const { key, data, at } of copies) {
    const query = client.getQueryCache().build(client, { queryKey: key, gcTime: Number.POSITIVE_INFINITY });
    if (query.state.data !== undefined) continue;
    query.setData(data, { updatedAt: at, manual: true });
    query.invalidate();
  }
};

/** Stores what this user reads in IndexedDB, and restores it while offline. Deleted at sign-out. */
export const useOfflinePersister = (userId: string): void => {
  const client = useQueryClient();
  useEffect(() => {
    const isSignedIn = () => readStored(storageKeys.currentUser)?.id === userId;
    const saved = new WeakMap<Query, { data: unknown; dataUpdatedAt: number }>();
    const isUnsaved = (query: Query): boolean => {
      const { data, dataUpdatedAt } = query.state;
      if (data === undefined || !isAvailableOffline(query.queryKey)) return false;
      const last = saved.get(query);
      return last?.data !== data || dataUpdatedAt - last.dataUpdatedAt > TIMESTAMP_REFRESH_MS;
    };
    const save = () => {
      // Nothing is stored after a sign-out.
      if (!isSignedIn()) return;
      const queries = client.getQueryCache().getAll().filter(isUnsaved);
      if (queries.length === 0) return;
      for (const query of queries) saved.set(query, query.state);
      void writeOfflineCopies(userId, queries.map(toOfflineCopy));
    };
    const restoreWhileOffline = async () => {
      const copies = await readOfflineCopies(userId);
      if (isOffline() && isSignedIn()) restore(client, copies);
    };
    void restoreWhileOffline();
    const timer = setInterval(save, SAVE_INTERVAL_MS);
    window.addEventListener('pagehide', save);
    const stops = [
      onOffline(() => void restoreWhileOffline()),
      subscribeStored(storageKeys.currentUser, () => {
        if (!isSignedIn()) void clearOfflineCopies();
      }),
    ];
    return () => {
      save();
      clearInterval(timer);
      window.removeEventListener('pagehide', save);
      for (const stop of stops) stop();
    };
  }, [client, userId]);
};
