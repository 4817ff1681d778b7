import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { User } from '../../../contract/account/auth.ts';
import type { ReadState } from '../../../contract/ideas/reading.ts';
import { readStored, removeStored, writeStored } from './local-store.ts';
import { clearSession, storeSignIn } from './session-store.ts';
import { type LocalProfile, NOTHING_READ, storageKeys } from './storage-keys.ts';

const user: User = {
  id: 'a',
  role: 'educator',
  email: 'one@test.example',
  firstName: 'Ada',
  lastName: 'Wren',
  fullName: 'Ada Wren',
  specialty: null,
  profileImage: null,
  educatorId: '1',
  profilePath: null,
};
const entries = new Map<string, string>();

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => entries.set(name, value),
    removeItem: (name: string) => entries.delete(name),
  });
  storeSignIn('token', user);
  writeStored(storageKeys.browserTokens, ['b'.repeat(43)]);
  writeStored(storageKeys.educators, []);
  writeStored(storageKeys.localProfile(user.id), { firstName: 'Ada' } as LocalProfile);
});
afterEach(() => {
  for (const name of entries.keys()) removeStored({ name });
  vi.unstubAllGlobals();
});

it('leaves after a sign-out nothing that names people, but the token of a known browser (§4.35)', () => {
  clearSession();
  expect([...entries.keys()]).toEqual(['browserTokens']);
});

it('removes at a sign-out the account size and the levels a person read, and keeps unsent which ideas they saw', () => {
  writeStored(storageKeys.positionSize(user.id), { account: '10000', riskPercent: '1' });
  const idea = { id: '1', viewed: true, read: { version: 1 } as ReadState };
  const unsent = storageKeys.unsentReading(user.id);
  writeStored(storageKeys.reading(user.id), { ...NOTHING_READ, ideas: [idea] });
  writeStored(unsent, { ...NOTHING_READ, ideas: [idea] });
  writeStored(storageKeys.positionSize('another person'), { account: '20000', riskPercent: '1' });
  clearSession();
  expect([...entries.keys()].toSorted()).toEqual(
    ['browserTokens', storageKeys.positionSize('another person').name, unsent.name].toSorted(),
  );
  expect(readStored(unsent).ideas).toEqual([{ ...idea, read: null }]);
});

it('keeps the local profile at a sign-out while the server does not have all of it', () => {
  writeStored(storageKeys.profileUnsent(user.id), ['bio']);
  clearSession();
  expect(entries.has(storageKeys.localProfile(user.id).name)).toBe(true);
  expect(readStored(storageKeys.educators)).toBeNull();
});
