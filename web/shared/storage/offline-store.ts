import { clear, createStore, delMany, entries, setMany } from 'idb-keyval';
import { logFailure } from '../log-failure.ts';
import { IMAGE_CACHES } from '../worker-messages.ts';

/** A query's data, kept for offline reading. */
export type OfflineCopy = {
  /** The query key. */
  key: readonly unknown[];
  data: unknown;
  /** When the data was last known to be current; milliseconds since 1970. */
  at: number;
};

/** Enough for both markets, the channels, and the last opened ideas with their changes. */
const MAX_COPIES = 100;

const store = createStore('chartlark-offline', 'copies');

/** IndexedDB may be unavailable (private window) or full: the app works without it. */
const tryStorage = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch (failure) {
    logFailure('offline copies', failure);
    return undefined;
  }
};

/** Removes all offline copies, images included. */
export const clearOfflineCopies = async (): Promise<void> => {
  await tryStorage(() => clear(store));
  await tryStorage(async () => {
    // The Cache API exists in secure contexts only.
    if ('caches' in globalThis) for (const name of Object.values(IMAGE_CACHES)) await caches.delete(name);
  });
};

/** This person's copies. Removes another person's, and the oldest beyond the limit. */
export const readOfflineCopies = async (userId: string): Promise<OfflineCopy[]> => {
  const copies = await tryStorage(async () => {
    const all = await entries<string, OfflineCopy>(store);
    const kept = all
      .filter(([name]) => name.startsWith(`${userId} `))
      .sort(([, a], [, b]) => b.at - a.at)
      .slice(0, MAX_COPIES);
    const removed = all.filter((entry) => !kept.includes(entry)).map(([name]) => name);
    if (removed.length > 0) await delMany(removed, store);
    return kept.map(([, copy]) => copy);
  });
  return copies ?? [];
};

export const writeOfflineCopies = (userId: string, copies: readonly OfflineCopy[]) =>
  tryStorage(() =>
    setMany(
      copies.map((copy) => [`${userId} ${JSON.stringify(copy.key)}`, copy]),
      store,
    ),
  );
