import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Role, User } from '../../../contract/auth.ts';
import { EDUCATOR_ACCESS_DENIED, LOGIN_FAILED } from '../../../contract/web-errors.ts';
import { homeOf, signIn } from '../../entities/session/session.ts';
import { loadConfig } from '../../shared/api/config.ts';
import { showToast } from '../../shared/ui/toast.tsx';
import { isRefused } from './allow-list.ts';
import { takeTyped } from './login-handoff.ts';
import { returnPath } from './return-path.ts';

/** A page of the other role's is no place to go back to. */
const destination = (user: User, search: string): string => {
  const page = returnPath(search, location.origin);
  const fits = page && (user.role === 'educator' || !page.startsWith('/educator'));
  return fits ? page : homeOf(user);
};

const messageOf = (failure: unknown) => (failure instanceof Error && failure.message) || LOGIN_FAILED;

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
    const carried = takeTyped();
    setFields((now) => ({ email: carried.email || now.email, password: carried.password || now.password }));
  }, []);

  const attempt = async () => {
    const list = selectedRole === 'educator' ? (await loadConfig())?.allowList : undefined;
    if (await isRefused(fields.email, list)) throw new Error(EDUCATOR_ACCESS_DENIED);
    const user = await signIn({ ...fields, selectedRole });
    navigate(destination(user, search), { replace: true });
    showToast({
      title: 'Login Successful',
      description: `Welcome back, ${user.firstName}!`,
      tone: 'success',
    });
  };

  const submit = async () => {
    const absent = {
      ...(fields.email.trim() ? {} : { email: 'Email is required' }),
      ...(fields.password ? {} : { password: 'Password is required' }),
    };
    setMissing(absent);
    setError(null);
    const first = Object.keys(absent)[0];
    if (first) {
      form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
      return;
    }
    setBusy(true);
    try {
      await attempt();
    } catch (failure) {
      setError(messageOf(failure));
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
