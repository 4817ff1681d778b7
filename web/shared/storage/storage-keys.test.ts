import { expect, it } from 'vitest';
import { readStored, type StoredKey } from './local-store.ts';
import { storageKeys } from './storage-keys.ts';

/** SPEC §3's list: other versions of the app, and a person's own browser, hold values under these names. */
it.each([
  ['sessionToken', storageKeys.sessionToken, null],
  ['userRole', storageKeys.userRole, null],
  ['userProfile', storageKeys.userProfile, null],
  ['currentUser', storageKeys.currentUser, null],
  ['userData', storageKeys.userData, null],
  ['persistentLogin', storageKeys.persistentLogin, false],
  ['authenticatedEducator', storageKeys.authenticatedEducator, null],
  ['lastSuccessfulAuth', storageKeys.lastAuthSuccess, null],
  ['installDismissed', storageKeys.installDismissed, null],
  ['theme', storageKeys.theme, 'dark'],
  ['notificationSettings:7', storageKeys.notificationSettings('7'), { Forex: true, Crypto: true }],
  ['viewedTradeIdeas:7', storageKeys.viewedIdeas('7'), null],
  ['messageReactions:12', storageKeys.reactions('12'), { hearts: 0, likes: 0, hearted: false, liked: false }],
] as const)(
  'stores %s under its name and returns its default before anything is stored (§3.17)',
  (name, key, before) => {
    expect(key.name).toBe(name);
    expect(readStored(key as StoredKey<unknown>)).toEqual(before);
  },
);
