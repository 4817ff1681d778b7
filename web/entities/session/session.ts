import { login, logout, type Role, type User } from '../../../contract/auth.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { paths } from '../../shared/paths.ts';
import { clearSession, storeSignIn } from '../../shared/storage/session-store.ts';

/** How long a sign-out waits for the server; after that this device forgets the session anyway. */
const SIGN_OUT_PATIENCE_MS = 3_000;

export type Credentials = { email: string; password: string; selectedRole: Role };

/** Signs in and remembers it. Throws ApiError with the sentence to show. */
export const signIn = async ({ email, password, selectedRole }: Credentials): Promise<User> => {
  // SPEC §4: before an educator attempt, stored authentication data is cleared.
  if (selectedRole === 'educator') clearSession();
  const { sessionToken, user } = await callRoute(login, {
    body: { email: email.trim(), password, selectedRole },
  });
  storeSignIn(sessionToken, user);
  return user;
};

type LeaveDevice = typeof import('./sign-out-cleanup.ts');

/** Leaves the session, and nothing of the person on this device: no push, nothing to read offline (DESIGN §7). */
export const leaveSession = async (
  navigate: (path: string) => void,
  endSession: (device: LeaveDevice | null) => Promise<unknown>,
): Promise<void> => {
  // Kept offline with the shell; where it does not come, there is no network to end anything over either.
  const device = await import('./sign-out-cleanup.ts').catch(() => null);
  await endSession(device);
  // First away from the guarded page: its guard would remember it as the page to come back to.
  navigate(paths.customerLogin);
  clearSession();
  await device?.forgetPerson();
};

/** Ends the session on the server, then on this device, which goes on even when the server cannot be reached. */
export const signOut = (navigate: (path: string) => void): Promise<void> =>
  leaveSession(navigate, async (device) => {
    const signal = AbortSignal.timeout(SIGN_OUT_PATIENCE_MS);
    const tooLong = new Promise((resolve) => signal.addEventListener('abort', resolve));
    await Promise.race([device?.endPushes(signal), tooLong]);
    // A failure has been logged where it happened (SPEC §8: logout errors are only logged).
    await callRoute(logout, {}, { signal }).catch(() => null);
  });

export const homeOf = (user: Pick<User, 'role'>): string =>
  user.role === 'educator' ? paths.educatorDashboard : paths.customerDashboard;
