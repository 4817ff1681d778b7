import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { liveState } from '../../shared/live/live-state.ts';
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

/** Stores what this user reads for offline use. Deleted at sign-out. */
export const useOfflinePersister = (userId: string): void => {
  const client = useQueryClient();
  useEffect(() => {
    const isStillSignedIn = () => readStored(storageKeys.currentUser)?.id === userId;
    const stopPersisting = persistQueries(client, userId, isStillSignedIn);
    const stopWatching = subscribeStored(storageKeys.currentUser, () => {
      if (!isStillSignedIn()) void clearOfflineCopies();
    });
    return () => {
      stopPersisting();
      stopWatching();
    };
  }, [client, userId]);
};

/** Changes are written after this delay. Unchanged lists only update their time, less often. */
const WRITE_DELAY_MS = 1_000;
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

/**
 * Writes what this user reads to IndexedDB, and restores it while offline. `isStillSignedIn` is checked before each
 * write, so that nothing is stored after a sign-out.
 */
const persistQueries = (
  client: QueryClient,
  userId: string,
  isStillSignedIn: () => boolean,
): (() => void) => {
  const changed = new Set<Query>();
  const written = new WeakMap<Query, { data: unknown; at: number }>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const queries = [...changed].filter(({ state }) => state.data !== undefined);
    changed.clear();
    if (queries.length === 0 || !isStillSignedIn()) return;
    for (const query of queries) written.set(query, { data: query.state.data, at: Date.now() });
    void writeOfflineCopies(queries.map(toOfflineCopy));
  };
  const stopListening = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const { query } = event;
    const last = written.get(query);
    if (!isAvailableOffline(query.queryKey)) return;
    if (last && last.data === query.state.data && Date.now() - last.at < TIMESTAMP_REFRESH_MS) return;
    changed.add(query);
    timer ??= setTimeout(write, WRITE_DELAY_MS);
  });

  const restoreCopies = async () => {
    if (!isOffline()) return;
    const copies = await readOfflineCopies(userId);
    if (isStillSignedIn()) restore(client, copies);
  };
  const stopWatching = onOffline(() => void restoreCopies());
  // Queries loaded before this subscription are stored too.
  void readOfflineCopies(userId).then((copies) => {
    if (!isStillSignedIn()) return clearOfflineCopies();
    if (isOffline()) restore(client, copies);
    for (const query of client.getQueryCache().getAll())
      if (isAvailableOffline(query.queryKey)) changed.add(query);
    write();
  });
  window.addEventListener('pagehide', write);
  return () => {
    write();
    stopListening();
    stopWatching();
    window.removeEventListener('pagehide', write);
  };
};
