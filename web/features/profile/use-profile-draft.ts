import { useEffect, useState } from 'react';
import { readStored, useOwnDraft } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';

type Values = Record<string, string | boolean | null>;

/** A stored draft may come from an older version, so only values of the right type are used. */
const pickValidValues = <V extends Values>(stored: Record<string, unknown> | null, base: V): Partial<V> => {
  const isValid = (name: string, value: unknown) =>
    name === 'profileImage'
      ? value === null || typeof value === 'string'
      : name in base && typeof value === typeof base[name];
  return Object.fromEntries(
    Object.entries(stored ?? {}).filter(([name, value]) => isValid(name, value)),
  ) as Partial<V>;
};

/**
 * Unsaved input over `base`, stored per user. Only changed fields are stored, so that untouched fields follow changes
 * made on another device.
 */
export const useProfileDraft = <V extends Values>(userId: string, form: string, base: V) => {
  const key = storageKeys.draft(userId, form);
  const [restored, store] = useOwnDraft(key);
  const [changed, setChanged] = useState(() => pickValidValues(restored, base));
  const names = Object.keys(changed).filter((name) => changed[name] !== base[name]);
  const dirty = names.length > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is equal when its name is.
  useEffect(() => {
    store(dirty ? changed : null);
  }, [key.name, dirty, changed]);

  return {
    values: { ...base, ...changed },
    dirty,
    set: <K extends keyof V>(name: K, value: V[K]) =>
      setChanged((now) => ({ ...now, [name]: value }) as Partial<V>),
    /** Removes it from storage at once: the caller may unmount before an effect runs. */
    discard: () => {
      store(null);
      setChanged({});
    },
  };
};

/** Whether a form has unsaved input. */
export const hasProfileDraft = (userId: string, form: string): boolean =>
  readStored(storageKeys.draft(userId, form)) !== null;
