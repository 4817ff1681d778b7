import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Role, User } from '../../../contract/auth.ts';
import type { AllowList } from '../../../contract/config.ts';
import { EDUCATOR_ACCESS_DENIED, LOGIN_FAILED } from '../../../contract/web-errors.ts';
import { getHomePath, signIn } from '../../entities/session/session.ts';
import { ApiError } from '../../shared/api/api-request.ts';
import { loadConfig } from '../../shared/api/config.ts';
import { showToast } from '../../shared/ui/toast.ts';
import { takeTypedLogin } from './login-handoff.ts';
import { parseReturnPath } from './return-path.ts';

const decodeBase64 = (base64: string) =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

const encodeBase64 = (buffer: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)));

const HASH_BITS = 256;

/** The PBKDF2 hash of an email address, as stored in the allow-list (contract/config.ts). */
const hashEmail = async (email: string, list: AllowList): Promise<string> => {
  const typed = new TextEncoder().encode(email.trim().toLowerCase());
  const key = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveBits']);
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: decodeBase64(list.salt), iterations: list.iterations },
    key,
    HASH_BITS,
  );
  return encodeBase64(bits);
};

/**
 * Client-side check of an educator login (SPEC §5). Returns false without a list or crypto.subtle (plain http on a LAN);
 * the server checks in any case.
 */
export const isOutsideAllowList = async (email: string, list: AllowList | undefined): Promise<boolean> => {
  if (!list || !globalThis.crypto?.subtle || !email.trim()) return false;
  return !list.hashes.includes(await hashEmail(email, list));
};

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

/** State and steps of a login: idle, submitting, then success or an error above the form (SPEC §4). */
export const useLoginForm = (selectedRole: Role) => {
  const [fields, setFields] = useState({ email: '', password: '' });
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({});
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [, navigate] = useLocation();
  const search = useSearch();
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    const carried = takeTypedLogin();
    setFields((now) => ({ email: carried.email || now.email, password: carried.password || now.password }));
  }, []);

  const attempt = async () => {
    const list = selectedRole === 'educator' ? (await loadConfig())?.allowList : undefined;
    if (await isOutsideAllowList(fields.email, list)) throw new Error(EDUCATOR_ACCESS_DENIED);
    const user = await signIn({ ...fields, selectedRole });
    navigate(getDestination(user, search), { replace: true });
    showToast({
      title: 'Login Successful',
      description: `Welcome back, ${user.firstName}!`,
      tone: 'success',
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
      await attempt();
    } catch (failure) {
      setError(getErrorMessage(failure));
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
  };
};
