import { createStore, del, get, set, type UseStore, update } from 'idb-keyval';

/** Push state that page and service worker share. IndexedDB, because a worker has no localStorage. */
export type PushIdentity = {
  endpoint: string;
  /** The subscription's secret; it proves ownership when the browser replaces the subscription. */
  auth: string;
  /** The server's id of the device; a renewal by the worker keeps it. */
  deviceId?: string | undefined;
};

const IDENTITY = 'identity';
const UNSEEN = 'unseen';

let opened: UseStore | undefined;
const store = (): UseStore => {
  opened ??= createStore('chartlark-push', 'memory');
  return opened;
};

export const toIdentity = ({ endpoint, keys }: PushSubscriptionJSON): PushIdentity => ({
  endpoint: endpoint ?? '',
  auth: keys?.auth ?? '',
});

export const readIdentity = (): Promise<PushIdentity | undefined> => get<PushIdentity>(IDENTITY, store());
export const writeIdentity = (identity: PushIdentity): Promise<void> => set(IDENTITY, identity, store());

/** The ids of unseen ideas. A set, so that an idea announced by page and push counts once. */
export const writeUnseen = (ids: readonly string[]): Promise<void> => set(UNSEEN, [...ids], store());

/** Adds an unseen idea and returns how many there are. */
export const addUnseen = async (id: string): Promise<number> => {
  await update<string[]>(UNSEEN, (ids = []) => (ids.includes(id) ? ids : [...ids, id]), store());
  return (await get<string[]>(UNSEEN, store()))?.length ?? 0;
};

export const clearPushMemory = async (): Promise<void> => {
  await Promise.all([del(IDENTITY, store()), del(UNSEEN, store())]);
};
