import { useEffect, useState } from 'react';
import { readStored, removeStored, writeStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';

type Values = Record<string, string | boolean | null>;

/** What was kept may come from an older version: only what fits the form is taken. */
const fitting = <V extends Values>(kept: Record<string, unknown> | null, base: V): Partial<V> => {
  const fits = (name: string, value: unknown) =>
    name === 'profileImage'
      ? value === null || typeof value === 'string'
      : name in base && typeof value === typeof base[name];
  return Object.fromEntries(
    Object.entries(kept ?? {}).filter(([name, value]) => fits(name, value)),
  ) as Partial<V>;
};

/**
 * Unsaved input over `base`, stored per user. Only changed fields are stored, so that untouched fields follow changes
 * made on another device.
 */
export const useProfileDraft = <V extends Values>(userId: string, form: string, base: V) => {
  const key = storageKeys.draft(userId, form);
  const [changed, setChanged] = useState(() => fitting(readStored(key), base));
  const names = Object.keys(changed).filter((name) => changed[name] !== base[name]);
  const dirty = names.length > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is equal when its name is.
  useEffect(() => {
    if (dirty) writeStored(key, changed);
    else removeStored(key);
  }, [key.name, dirty, changed]);

  return {
    values: { ...base, ...changed },
    dirty,
    set: <K extends keyof V>(name: K, value: V[K]) =>
      setChanged((now) => ({ ...now, [name]: value }) as Partial<V>),
    /** Forgets it at once: whoever calls this may be gone before an effect runs. */
    drop: () => {
      removeStored(key);
      setChanged({});
    },
  };
};

/** Whether a form has unsaved input. */
export const hasProfileDraft = (userId: string, form: string): boolean =>
  readStored(storageKeys.draft(userId, form)) !== null;
