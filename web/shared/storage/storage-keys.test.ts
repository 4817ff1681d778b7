import { expect, it } from 'vitest';
import { readStored } from './local-store.ts';
import { stored } from './storage-keys.ts';

/** SPEC §3's list: other versions of the app, and a person's own browser, hold values under these names. */
it.each([
  ['sessionToken', stored.sessionToken, null],
  ['userRole', stored.userRole, null],
  ['userProfile', stored.userProfile, null],
  ['currentUser', stored.currentUser, null],
  ['userData', stored.userData, null],
  ['persistentLogin', stored.persistentLogin, false],
  ['authenticatedEducator', stored.authenticatedEducator, null],
  ['lastSuccessfulAuth', stored.lastAuthSuccess, null],
  ['installDismissed', stored.installDismissed, null],
  ['theme', stored.theme, 'dark'],
  ['notificationSettings:7', stored.notificationSettings('7'), { Forex: true, Crypto: true }],
  ['viewedTradeIdeas:7', stored.viewedIdeas('7'), null],
  ['messageReactions:12', stored.reactions('12'), { hearts: 0, likes: 0, hearted: false, liked: false }],
] as const)('%s has its name and says what holds before anything is stored', (name, key, before) => {
  expect(key.name).toBe(name);
  expect(readStored<unknown>(key)).toEqual(before);
});
