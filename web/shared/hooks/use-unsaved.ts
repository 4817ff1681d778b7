import { useSyncExternalStore } from 'react';
import { onSessionReset } from '../storage/session-reset.ts';
import { createValueStore } from '../value-store.ts';

const unsaved = createValueStore<ReadonlyMap<string, unknown>>(new Map());
onSessionReset(() => unsaved.set(new Map()));

/**
 * What was typed at a place and not saved, or null, with a setter, and a function that ends it unless more was typed since
 * `saved`. It outlives the component, until a reload: a dialog may be closed by mistake, and the carousel unmounts cards that
 * are far from the selected one.
 */
export const useUnsaved = <T>(place: string) => {
  const read = () => (unsaved.get().get(place) ?? null) as T | null;
  const value = useSyncExternalStore(unsaved.subscribe, read);
  const set = (next: T | null) => unsaved.set(new Map(unsaved.get()).set(place, next));
  const end = (saved: T | null) => {
    if (read() === saved) set(null);
  };
  return [value, set, end] as const;
};
