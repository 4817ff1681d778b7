import { createStore, del, get, set, type UseStore, update } from 'idb-keyval';

/** What page and service worker both must know of this device's pushes. A worker has no other storage. */
export type PushIdentity = {
  endpoint: string;
  /** The secret shared with the sender: proves, when the browser replaces the subscription, that it was ours. */
  auth: string;
  /** What the server called the device when it was registered last; a worker's renewal does not change it. */
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

/** The ids of ideas that wait to be seen: a set, so that an idea a page and a push both tell of counts once. */
export const writeUnseen = (ids: readonly string[]): Promise<void> => set(UNSEEN, [...ids], store());

/** Adds an idea to those that wait, and answers how many there are now. */
export const addUnseen = async (id: string): Promise<number> => {
  await update<string[]>(UNSEEN, (ids = []) => (ids.includes(id) ? ids : [...ids, id]), store());
  return (await get<string[]>(UNSEEN, store()))?.length ?? 0;
};

export const clearPushMemory = async (): Promise<void> => {
  await Promise.all([del(IDENTITY, store()), del(UNSEEN, store())]);
};
