import { type login, logout, MAX_BROWSER_TOKENS, type User } from '../../../contract/account/auth.ts';
import type { RouteBody, RouteResponse } from '../../../contract/shared/route.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { importWithRetry } from '../../shared/loading/import-with-retry.ts';
import { paths } from '../../shared/paths.ts';
import { readStored, writeStored } from '../../shared/storage/local-store.ts';
import {
  clearSession,
  dropEndedSession,
  readSessionToken,
  storeSignIn,
} from '../../shared/storage/session-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';

/** How long a sign-out waits for each of its steps before it clears the session on this device anyway. */
const SIGN_OUT_TIMEOUT_MS = 3_000;

/** The session that the next sign-in ends. An educator attempt removes it from storage, also when it fails. */
let replacedToken: string | null = null;

/** Sends one way to sign in, with what the server wants to know of this browser. */
export type SendSignIn = (
  browser: Pick<RouteBody<typeof login>, 'browserTokens' | 'replacedSessionToken'>,
) => Promise<RouteResponse<typeof login>>;

/**
 * Signs in and stores the session. `clearsFirst` removes the one before from this browser, also when the attempt fails. Throws
 * ApiError with a message ready to show.
 */
export const signIn = async (send: SendSignIn, clearsFirst = false): Promise<User> => {
  replacedToken = readSessionToken() ?? replacedToken;
  if (clearsFirst) clearSession();
  const known = readStored(storageKeys.browserTokens);
  const { sessionToken, browserToken, user } = await send({
    browserTokens: known,
    replacedSessionToken: replacedToken ?? undefined,
  });
  replacedToken = null;
  const others = known.filter((token) => token !== browserToken);
  writeStored(storageKeys.browserTokens, [browserToken, ...others].slice(0, MAX_BROWSER_TOKENS));
  storeSignIn(sessionToken, user);
  return user;
};

/**
 * Carries the input of one login to the other and back, so that the gesture of SPEC §2 loses nothing, and the email to and
 * from the pages for a forgotten password. In memory only, and dropped when another page follows.
 */
let typed = { email: '', password: '' };

export const storeTypedLogin = (fields: { email: string; password: string }): void => {
  typed = fields;
};

/** Returns the input once, and clears it from memory. */
export const takeTypedLogin = (): { email: string; password: string } => {
  const taken = typed;
  typed = { email: '', password: '' };
  return taken;
};

type SignOutCleanup = typeof import('./sign-out-cleanup.ts');

/** Ends the session and removes the person's push registration and offline copies from this device (DESIGN §7). */
export const endSession = async (
  navigate: (path: string) => void,
  endSession: (device: SignOutCleanup | null) => Promise<unknown>,
): Promise<void> => {
  // Precached with the shell. If it cannot load, the server is unreachable too.
  const device = await importWithRetry(
    () => import('./sign-out-cleanup.ts'),
    AbortSignal.timeout(SIGN_OUT_TIMEOUT_MS),
  ).catch(() => null);
  await endSession(device);
  // Navigate first: the guard would store the current page as the return path.
  navigate(paths.customerLogin);
  clearSession();
  dropEndedSession();
  await device?.clearPersonalData();
};

/** Ends the session on the server, then on this device; first here if the server is unreachable. */
export const signOut = (navigate: (path: string) => void): Promise<void> =>
  endSession(navigate, async (device) => {
    const signal = AbortSignal.timeout(SIGN_OUT_TIMEOUT_MS);
    const tooLong = new Promise((resolve) => signal.addEventListener('abort', resolve));
    await Promise.race([device?.unregisterPush(signal), tooLong]);
    // A limit of its own: the step before may have used all of its time.
    const token = readSessionToken();
    // SPEC §8: logout errors are only logged, which has happened already.
    await callRoute(logout, {}, { signal: AbortSignal.timeout(SIGN_OUT_TIMEOUT_MS) }).catch(() => {
      if (token) writeStored(storageKeys.unsentSignOut, token);
      void device?.sendSignOut();
    });
  });

/** Goes on with a sign-out that the server does not know of yet. */
export const resumeSignOut = async (): Promise<void> => {
  if (readStored(storageKeys.unsentSignOut) === null) return;
  await (await importWithRetry(() => import('./sign-out-cleanup.ts'))).sendSignOut();
};

export const getHomePath = (user: Pick<User, 'role'>): string =>
  user.role === 'educator' ? paths.educatorDashboard : paths.customerDashboard;
