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
import { isKept, keptPart } from './offline-query-filter.ts';
import { isOffline, onOffline } from './use-offline.ts';

/** Keeps what this person reads for when there is no network; gone as soon as they are no longer signed in. */
export const useOfflineCopies = (userId: string): void => {
  const client = useQueryClient();
  useEffect(() => {
    const isTheirs = () => readStored(storageKeys.currentUser)?.id === userId;
    const stopKeeping = keepCopies(client, userId, isTheirs);
    const stopWatching = subscribeStored(storageKeys.currentUser, () => {
      if (!isTheirs()) void clearOfflineCopies();
    });
    return () => {
      stopKeeping();
      stopWatching();
    };
  }, [client, userId]);
};

/** A change is written this soon; lists that are only confirmed are noted less often. */
const WRITE_MS = 1_000;
const CONFIRM_MS = 30_000;

const copyOf = ({ queryKey, state }: Query): OfflineCopy => ({
  key: queryKey,
  data: keptPart(state.data),
  // What the live stream keeps true is true now, whenever it was asked for.
  at: liveState.get() === 'connected' ? Date.now() : state.dataUpdatedAt,
});

/** Puts copies where a query has nothing to show. They stay as long as the page: no network brings them back. */
const restore = (client: QueryClient, copies: readonly OfflineCopy[]) => {
  for (const { key, data, at } of copies) {
    const query = client.getQueryCache().build(client, { queryKey: key, gcTime: Number.POSITIVE_INFINITY });
    if (query.state.data === undefined) query.setData(data, { updatedAt: at, manual: true });
  }
};

/**
 * Keeps what this person reads, and shows it when nothing answers. `isTheirs` is asked before each write: after a
 * sign-out nothing more is kept.
 */
export const keepCopies = (client: QueryClient, userId: string, isTheirs: () => boolean): (() => void) => {
  const changed = new Set<Query>();
  const written = new WeakMap<Query, { data: unknown; at: number }>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const queries = [...changed].filter(({ state }) => state.data !== undefined);
    changed.clear();
    if (queries.length === 0 || !isTheirs()) return;
    for (const query of queries) written.set(query, { data: query.state.data, at: Date.now() });
    void writeOfflineCopies(queries.map(copyOf));
  };
  const stopListening = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const { query } = event;
    const last = written.get(query);
    if (!isKept(query.queryKey)) return;
    if (last && last.data === query.state.data && Date.now() - last.at < CONFIRM_MS) return;
    changed.add(query);
    timer ??= setTimeout(write, WRITE_MS);
  });

  const bringBack = async () => {
    if (!isOffline()) return;
    const copies = await readOfflineCopies(userId);
    if (isTheirs()) restore(client, copies);
  };
  const stopWatching = onOffline(() => void bringBack());
  // What was loaded before this began is kept too.
  void readOfflineCopies(userId).then((copies) => {
    if (!isTheirs()) return clearOfflineCopies();
    if (isOffline()) restore(client, copies);
    for (const query of client.getQueryCache().getAll()) if (isKept(query.queryKey)) changed.add(query);
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
