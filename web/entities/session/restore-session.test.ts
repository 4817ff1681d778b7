import { afterEach, describe, expect, it } from 'vitest';
import { SESSION_LIFETIME_MS, type User } from '../../../contract/auth.ts';
import { readStored, removeStored, writeStored } from '../../shared/storage/local-store.ts';
import { forgetSession, rememberSignIn } from '../../shared/storage/session-store.ts';
import { stored } from '../../shared/storage/storage-keys.ts';
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

afterEach(forgetSession);

describe('the persistent educator session (SPEC §4)', () => {
  it('remembers the educator with role educator and specialty Trading (SPEC §6)', () => {
    rememberSignIn('token', maren);
    expect(readStored(stored.authenticatedEducator)).toMatchObject({
      id: '1',
      role: 'educator',
      specialty: 'Trading',
    });
    expect(readStored(stored.persistentLogin)).toBe(true);
  });

  it('comes back from the stored user data', () => {
    rememberSignIn('token', maren);
    removeStored(stored.currentUser);
    restoreSession(now);
    expect(readStored(stored.currentUser)).toEqual(maren);
  });

  it('is cleared 30 days after the last success', () => {
    rememberSignIn('token', maren);
    writeStored(stored.lastAuthSuccess, now - SESSION_LIFETIME_MS - 1);
    restoreSession(now);
    expect(readStored(stored.currentUser)).toBeNull();
    expect(readStored(stored.sessionToken)).toBeNull();
  });

  it("leaves a customer's session alone", () => {
    rememberSignIn('token', { ...maren, role: 'customer', educatorId: null });
    writeStored(stored.lastAuthSuccess, 0);
    restoreSession(now);
    expect(readStored(stored.sessionToken)).toBe('token');
  });
});
