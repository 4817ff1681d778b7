import { afterEach, expect, it } from 'vitest';
import type { User } from '../../../contract/account/auth.ts';
import { removeStored } from '../../shared/storage/local-store.ts';
import { clearSession } from '../../shared/storage/session-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { signIn } from './session.ts';

afterEach(() => {
  clearSession();
  removeStored(storageKeys.browserTokens);
});

it('keeps the tokens of the five accounts that signed in last, and sends them all', async () => {
  const signInWith = async (letter: string) => {
    let sent: string[] | undefined = [];
    await signIn(async ({ browserTokens }) => {
      sent = browserTokens;
      return { sessionToken: 'session', browserToken: letter.repeat(43), user: { id: letter } as User };
    });
    return sent.map(([first]) => first).join('');
  };
  for (const letter of 'abcab') await signInWith(letter);
  expect(await signInWith('d')).toBe('bac');
  for (const letter of 'ef') await signInWith(letter);
  expect(await signInWith('a')).toBe('fedba');
});
