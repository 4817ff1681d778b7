import { useCallback, useSyncExternalStore } from 'react';
import type * as z from 'zod/mini';

/** A typed key of the browser's storage: its name, how a text is decoded, and the default. */
export type StoredKey<T> = {
  readonly name: string;
  readonly fallback: T;
  readonly decode: (text: string) => T;
  readonly encode: (value: T) => string;
  /** Ends with the browser's tab. */
  readonly ofTab?: boolean;
};

type Place = Pick<StoredKey<unknown>, 'name' | 'ofTab'>;
const getStorage = ({ ofTab }: Place): Storage => (ofTab ? sessionStorage : localStorage);

/** A plain text. */
export const textKey = (name: string): StoredKey<string | null> => ({
  name,
  fallback: null,
  decode: (raw) => raw,
  encode: (value) => value ?? '',
});

/** One of a few plain words. */
export const choiceKey = <const V extends string, F extends V | null>(
  name: string,
  values: readonly V[],
  fallback: F,
): StoredKey<V | F> => ({
  name,
  fallback,
  decode: (raw) => values.find((value) => value === raw) ?? fallback,
  encode: (value) => value ?? '',
});

/** JSON, validated: an older version or the person may have stored anything. */
export const jsonKey = <S extends z.ZodMiniType, F>(
  name: string,
  schema: S,
  fallback: F,
): StoredKey<z.output<S> | F> => ({
  name,
  fallback,
  decode: (raw) => schema.parse(JSON.parse(raw)),
  encode: (value) => JSON.stringify(value),
});

/** Fallback for values the storage rejects (full, private window, blocked), until the page closes. */
const memory = new Map<string, string>();
const listeners = new Map<string, Set<() => void>>();
const decoded = new Map<string, { raw: string; value: unknown }>();

const announce = (name: string) => {
  for (const listener of [...(listeners.get(name) ?? [])]) listener();
};

const rawValue = (key: Place): string | null => {
  const inMemory = memory.get(key.name);
  if (inMemory !== undefined) return inMemory;
  try {
    return getStorage(key).getItem(key.name);
  } catch {
    return null;
  }
};

export const listStoredNames = (): string[] => {
  try {
    return [...memory.keys(), ...Object.keys(localStorage)];
  } catch {
    return [...memory.keys()];
  }
};

/** The value of a key: the same object as long as the stored text is the same. */
export const readStored = <T>(key: StoredKey<T>): T => {
  const raw = rawValue(key);
  if (raw === null) return key.fallback;
  const known = decoded.get(key.name);
  if (known?.raw === raw) return known.value as T;
  let value = key.fallback;
  try {
    value = key.decode(raw);
  } catch {
    // An invalid value counts as absent; the next write replaces it.
  }
  decoded.set(key.name, { raw, value });
  return value;
};

export const writeStored = <T>(key: StoredKey<T>, value: NoInfer<T>): void => {
  if (value === null) {
    removeStored(key);
    return;
  }
  const raw = key.encode(value);
  // The next read in this tab need not decode it.
  decoded.set(key.name, { raw, value });
  try {
    getStorage(key).setItem(key.name, raw);
    memory.delete(key.name);
  } catch {
    memory.set(key.name, raw);
  }
  announce(key.name);
};

export const removeStored = (key: Place): void => {
  memory.delete(key.name);
  try {
    getStorage(key).removeItem(key.name);
  } catch {
    // Without storage there is nothing to remove.
  }
  announce(key.name);
};

/** Calls back after each change of a key, in this tab or another. Returns a function that unsubscribes. */
export const subscribeStored = (key: { readonly name: string }, listener: () => void): (() => void) => {
  const set = listeners.get(key.name) ?? new Set();
  listeners.set(key.name, set.add(listener));
  return () => set.delete(listener);
};

if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    // A null key means that another tab cleared everything.
    const names = event.key === null ? [...listeners.keys()] : [event.key];
    for (const name of names) {
      memory.delete(name);
      announce(name);
    }
  });

/** A stored value as state: `const [theme, setTheme] = useStored(stored.theme)`. The setter stays the same. */
export const useStored = <T>(key: StoredKey<T>): readonly [T, (value: T) => void] => {
  const { name } = key;
  const value = useSyncExternalStore(
    useCallback((listener) => subscribeStored({ name }, listener), [name]),
    () => readStored(key),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: keys made on the fly are equal when their names are.
  const set = useCallback((next: T) => writeStored(key, next), [name]);
  return [value, set];
};
