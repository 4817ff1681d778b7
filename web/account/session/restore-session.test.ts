import { afterEach, describe, expect, it } from 'vitest';
import { SESSION_LIFETIME_MS, type User } from '../../../contract/account/auth.ts';
import { readStored, removeStored, writeStored } from '../../shared/storage/local-store.ts';
import { clearSession, storeSignIn } from '../../shared/storage/session-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { restoreSession } from './restore-session.ts';

const maren: User = {
  id: 'e1',
  role: 'educator',
  email: 'educator1@demo.test',
  firstName: 'Maren',
  lastName: 'Okafor',
  fullName: 'Maren Okafor',
  specialty: null,
  profileImage: null,
  educatorId: '1',
  profilePath: null,
};
const now = Date.now();

afterEach(clearSession);

describe('the persistent educator session (SPEC §4)', () => {
  it('stores the educator with role educator and specialty Trading (SPEC §6) (§6.5)', () => {
    storeSignIn('token', maren);
    expect(readStored(storageKeys.authenticatedEducator)).toMatchObject({
      id: '1',
      role: 'educator',
      specialty: 'Trading',
    });
    expect(readStored(storageKeys.persistentLogin)).toBe(true);
  });

  it('restores the session from the stored user data (§6.5)', () => {
    storeSignIn('token', maren);
    removeStored(storageKeys.currentUser);
    restoreSession(now);
    expect(readStored(storageKeys.currentUser)).toEqual(maren);
  });

  it('clears the session 30 days after the last success (§4.27, §9.14)', () => {
    storeSignIn('token', maren);
    writeStored(storageKeys.lastAuthSuccess, now - SESSION_LIFETIME_MS - 1);
    restoreSession(now);
    expect(readStored(storageKeys.currentUser)).toBeNull();
    expect(readStored(storageKeys.sessionToken)).toBeNull();
  });

  it("does not change a customer's session", () => {
    storeSignIn('token', { ...maren, role: 'customer', educatorId: null });
    writeStored(storageKeys.lastAuthSuccess, 0);
    restoreSession(now);
    expect(readStored(storageKeys.sessionToken)).toBe('token');
  });
});
