import { endAllSessions, login, logout, type Role, type User } from '../../../contract/auth.ts';
import { callRoute } from '../../lib/api-request.ts';
import { useCurrentUser } from '../../lib/current-user.ts';
import { paths } from '../../lib/paths.ts';
import { forgetSession, rememberSignIn } from '../../lib/session-store.ts';

/** How long a sign-out waits for the server; after that this device forgets the session anyway. */
const SIGN_OUT_PATIENCE_MS = 3_000;

export type Credentials = { email: string; password: string; selectedRole: Role };

/** Signs in and remembers it. Throws ApiError with the sentence to show. */
export const signIn = async ({ email, password, selectedRole }: Credentials): Promise<User> => {
  // SPEC §4: before an educator attempt, stored authentication data is cleared.
  if (selectedRole === 'educator') forgetSession();
  const { sessionToken, user } = await callRoute(login, {
    body: { email: email.trim(), password, selectedRole },
  });
  rememberSignIn(sessionToken, user);
  return user;
};

/** Ends the session on the server, then on this device, which goes on even when the server cannot be reached. */
export const signOut = async (navigate: (path: string) => void): Promise<void> => {
  // A failure has been logged where it happened (SPEC §8: logout errors are only logged).
  const told = callRoute(logout, {}, { signal: AbortSignal.timeout(SIGN_OUT_PATIENCE_MS) }).catch(() => null);
  await told;
  // First away from the guarded page: its guard would remember it as the page to come back to.
  navigate(paths.customerLogin);
  forgetSession();
};

/** Ends every session of the account, then this device's. Throws ApiError when the server could not be told. */
export const signOutEverywhere = async (navigate: (path: string) => void): Promise<void> => {
  await callRoute(endAllSessions, {});
  navigate(paths.customerLogin);
  forgetSession();
};

export const homeOf = (user: Pick<User, 'role'>): string =>
  user.role === 'educator' ? paths.educatorDashboard : paths.customerDashboard;

export const useSession = (): { user: User | null; signIn: typeof signIn; signOut: typeof signOut } => ({
  user: useCurrentUser(),
  signIn,
  signOut,
});
