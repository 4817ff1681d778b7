import { clear, createStore, delMany, entries, get, set, setMany, type UseStore } from 'idb-keyval';
import { logFailure } from '../log-failure.ts';
import { IMAGE_CACHES } from '../worker-messages.ts';

/** A query's data, kept for offline reading. All copies belong to one person, the `owner`. */
export type OfflineCopy = {
  /** The query key. */
  key: readonly unknown[];
  data: unknown;
  /** When the data was last known to be current; milliseconds since 1970. */
  at: number;
};

const OWNER = 'owner';
/** Incremented when the shape of the data changes: copies of another format are dropped. */
const FORMAT = 2;
const PREFIX = 'copy:';
/** Enough for both markets, the channels, and the last opened ideas with their changes. */
const MAX_COPIES = 100;

let opened: UseStore | undefined;
const openStore = (): UseStore => {
  opened ??= createStore('chartlark-offline', 'copies');
  return opened;
};

/** IndexedDB may be unavailable (private window) or full: the app works without it, and the error is logged. */
const ignoreStorageError = async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch (failure) {
    logFailure(`offline ${what}`, failure);
    return undefined;
  }
};

/** Removes all offline copies, images included. */
export const clearOfflineCopies = async (): Promise<void> => {
  await ignoreStorageError('copies could not be cleared', () => clear(openStore()));
  await ignoreStorageError('images could not be cleared', async () => {
    // The Cache API exists in secure contexts only.
    if ('caches' in globalThis) for (const name of Object.values(IMAGE_CACHES)) await caches.delete(name);
  });
};

/** This person's copies, newest first. Removes another person's, and the oldest beyond the limit. */
export const readOfflineCopies = async (userId: string): Promise<OfflineCopy[]> => {
  const owner = `${FORMAT}:${userId}`;
  if (
    (await ignoreStorageError('copies could not be read', () => get<string>(OWNER, openStore()))) !== owner
  ) {
    await clearOfflineCopies();
    await ignoreStorageError('copies could not be written', () => set(OWNER, owner, openStore()));
    return [];
  }
  const all =
    (await ignoreStorageError('copies could not be read', () => entries<string, OfflineCopy>(openStore()))) ??
    [];
  const copies = all.filter(([name]) => name.startsWith(PREFIX)).sort(([, a], [, b]) => b.at - a.at);
  const surplus = copies.slice(MAX_COPIES).map(([name]) => name);
  if (surplus.length > 0)
    await ignoreStorageError('copies could not be pruned', () => delMany(surplus, openStore()));
  return copies.slice(0, MAX_COPIES).map(([, copy]) => copy);
};

export const writeOfflineCopies = async (copies: readonly OfflineCopy[]): Promise<void> => {
  await ignoreStorageError('copies could not be written', () =>
    setMany(
      copies.map((copy) => [PREFIX + JSON.stringify(copy.key), copy]),
      openStore(),
    ),
  );
};
