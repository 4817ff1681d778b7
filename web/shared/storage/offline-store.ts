import { clear, createStore, delMany, entries, get, set, setMany, type UseStore } from 'idb-keyval';
import { logFailure } from '../log-failure.ts';
import { READ_IMAGES } from '../pwa/worker-messages.ts';

/** What was last read, as it can be shown without a network. One person's: `owner` says whose. */
export type OfflineCopy = {
  /** The query's. */
  key: readonly unknown[];
  data: unknown;
  /** When this was known to be true; milliseconds since 1970. */
  at: number;
};

const OWNER = 'owner';
/** Counts up when the shape of kept data changes: copies of another format are dropped. */
const FORMAT = 2;
const PREFIX = 'copy:';
/** Both markets, the rooms, and the ideas that were opened last, each with its history. */
const MAX_COPIES = 100;

let opened: UseStore | undefined;
const openStore = (): UseStore => {
  opened ??= createStore('chartlark-offline', 'copies');
  return opened;
};

/** The store may be refused (a private window) or full: the app works without, and the log says why nothing was kept. */
const ignoreStorageError = async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch (failure) {
    logFailure(`offline ${what}`, failure);
    return undefined;
  }
};

/** Removes all that was kept for offline reading, and the pictures with it. */
export const clearOfflineCopies = async (): Promise<void> => {
  await ignoreStorageError('forgetting', () => clear(openStore()));
  await ignoreStorageError('forgetting pictures', async () => {
    // Only where there may be a service worker are there caches.
    if ('caches' in globalThis) for (const name of Object.values(READ_IMAGES)) await caches.delete(name);
  });
};

/** What is kept for this person, newest first; another's is removed, and what is too much. */
export const readOfflineCopies = async (userId: string): Promise<OfflineCopy[]> => {
  const owner = `${FORMAT}:${userId}`;
  if ((await ignoreStorageError('reading', () => get<string>(OWNER, openStore()))) !== owner) {
    await clearOfflineCopies();
    await ignoreStorageError('writing', () => set(OWNER, owner, openStore()));
    return [];
  }
  const all = (await ignoreStorageError('reading', () => entries<string, OfflineCopy>(openStore()))) ?? [];
  const copies = all.filter(([name]) => name.startsWith(PREFIX)).sort(([, a], [, b]) => b.at - a.at);
  const surplus = copies.slice(MAX_COPIES).map(([name]) => name);
  if (surplus.length > 0) await ignoreStorageError('clearing up', () => delMany(surplus, openStore()));
  return copies.slice(0, MAX_COPIES).map(([, copy]) => copy);
};

export const writeOfflineCopies = async (copies: readonly OfflineCopy[]): Promise<void> => {
  await ignoreStorageError('writing', () =>
    setMany(
      copies.map((copy) => [PREFIX + JSON.stringify(copy.key), copy]),
      openStore(),
    ),
  );
};
