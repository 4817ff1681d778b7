import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { login, type Role, type User } from '../../../contract/account/auth.ts';
import { EDUCATOR_ACCESS_DENIED, LOGIN_FAILED } from '../../../contract/shared/web-errors.ts';
import { ApiError, callRoute } from '../../shared/api/api-request.ts';
import { loadConfig, useStaffPath } from '../../shared/api/config.ts';
import { importWithRetry } from '../../shared/loading/import-with-retry.ts';
import { paths } from '../../shared/paths.ts';
import { showToast } from '../../shared/ui/toast.ts';
import { getHomePath, type SendSignIn, signIn, storeTypedLogin, takeTypedLogin } from '../session/session.ts';
import { parseReturnPath } from './return-path.ts';

/** The page to return to, unless it belongs to the other role; else the start page. */
const getDestination = (user: User, search: string): string => {
  const page = parseReturnPath(search, location.origin);
  const isAllowed = page && (user.role === 'educator' || !page.startsWith('/educator'));
  return isAllowed ? page : getHomePath(user);
};

/** SPEC §8: the server's message or "Login failed", whatever a proxy between them says. */
const getErrorMessage = (failure: unknown) => {
  if (failure instanceof ApiError && failure.code === 'HTTP') return LOGIN_FAILED;
  return (failure instanceof Error && failure.message) || LOGIN_FAILED;
};

/** False when the code of the check cannot be loaded: the server checks in any case. */
const isRefusedEducator = async (email: string): Promise<boolean> => {
  const config = await loadConfig();
  const check = await importWithRetry(() => import('./allow-list.ts')).catch(() => null);
  return (await check?.isOutsideAllowList(email, config?.allowList)) ?? false;
};

/** State and steps of a login: idle, submitting, then success or an error above the form (SPEC §4). */
export const useLoginForm = (selectedRole: Role) => {
  const [fields, setFields] = useState({ email: '', password: '' });
  /** The code from an authenticator app; null until the server asks for it. */
  const [code, setCode] = useState<string | null>(null);
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({});
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [, navigate] = useLocation();
  const search = useSearch();
  const form = useRef<HTMLFormElement>(null);

  const staffPath = useStaffPath();
  const handOff = useEffectEvent(() => {
    if ([paths.home, paths.customerLogin, paths.forgotPassword, staffPath].includes(location.pathname))
      storeTypedLogin(fields);
  });
  useEffect(() => {
    const carried = takeTypedLogin();
    setFields((now) => ({ email: carried.email || now.email, password: carried.password || now.password }));
    return () => handOff();
  }, []);

  /** What follows every way to sign in. Throws an error with a message. */
  const complete = async (send: SendSignIn) => {
    // SPEC §4: before an educator's attempt, stored authentication data is cleared.
    const user = await signIn(send, selectedRole === 'educator');
    navigate(getDestination(user, search), { replace: true });
    showToast({
      title: 'Login Successful',
      description: `Welcome back, ${user.firstName}!`,
      tone: 'success',
    });
  };

  const sendPassword: SendSignIn = async (browser) => {
    if (selectedRole === 'educator' && (await isRefusedEducator(fields.email)))
      throw new Error(EDUCATOR_ACCESS_DENIED);
    const { email, password } = fields;
    return callRoute(login, {
      body: { email: email.trim(), password, selectedRole, ...(code && { code }), ...browser },
    });
  };

  const submit = async () => {
    const emptyFields = {
      ...(fields.email.trim() ? {} : { email: 'Email is required' }),
      ...(fields.password ? {} : { password: 'Password is required' }),
    };
    setMissing(emptyFields);
    setError(null);
    const first = Object.keys(emptyFields)[0];
    if (first) {
      form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
      return;
    }
    setBusy(true);
    try {
      await complete(sendPassword);
    } catch (failure) {
      if (code === null && failure instanceof ApiError && failure.code === 'SECOND_FACTOR_REQUIRED')
        setCode('');
      else setError(getErrorMessage(failure));
    } finally {
      setBusy(false);
    }
  };

  return {
    form,
    fields,
    missing,
    error,
    busy,
    change: (name: 'email' | 'password', value: string) => setFields((now) => ({ ...now, [name]: value })),
    submit: () => void submit(),
    code,
    setCode,
    setError,
    complete,
  };
};
