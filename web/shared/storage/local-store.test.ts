import { afterEach, describe, expect, it, vi } from 'vitest';
import { readStored, removeStored, subscribeStored, writeStored } from './local-store.ts';
import { storageKeys } from './storage-keys.ts';

const settings = storageKeys.notificationSettings('a');

const storage = (refuses = false) => {
  const entries = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => {
      if (refuses) throw new DOMException('full', 'QuotaExceededError');
      entries.set(name, value);
    },
    removeItem: (name: string) => entries.delete(name),
  });
  return entries;
};

afterEach(() => {
  removeStored(storageKeys.theme);
  removeStored(settings);
  vi.unstubAllGlobals();
});

describe('the local store', () => {
  it("returns SPEC §9's defaults when nothing is stored (§9.18)", () => {
    storage();
    expect(readStored(storageKeys.theme)).toBe('dark');
    expect(readStored(settings)).toEqual({ Forex: true, Crypto: true });
  });

  it('stores values and notifies subscribers', () => {
    const entries = storage();
    const observed = vi.fn();
    const stop = subscribeStored(storageKeys.theme, observed);
    writeStored(storageKeys.theme, 'light');
    stop();
    writeStored(storageKeys.theme, 'light');
    expect(entries.get('theme')).toBe('light');
    expect(observed).toHaveBeenCalledOnce();
  });

  it('returns the same object as long as nothing changed', () => {
    storage();
    writeStored(settings, { Forex: false, Crypto: true });
    expect(readStored(settings)).toBe(readStored(settings));
  });

  it('treats invalid values as absent', () => {
    const entries = storage();
    entries.set('notificationSettings:a', '{"Forex":"maybe"');
    entries.set('theme', 'purple');
    expect(readStored(settings)).toEqual({ Forex: true, Crypto: true });
    expect(readStored(storageKeys.theme)).toBe('dark');
  });

  it('keeps values in memory when the storage is full or blocked', () => {
    storage(true);
    writeStored(storageKeys.theme, 'light');
    expect(readStored(storageKeys.theme)).toBe('light');
  });
});
