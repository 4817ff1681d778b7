import type { Role } from '../../contract/account/auth.ts';
import { DEMO_CUSTOMER_PASSWORD, DEMO_EDUCATOR_PASSWORD } from '../demo/demo-people.ts';
import { WAIT_LIMIT_MS } from './time-limits.ts';

/** Calls a process by its URL; a body is sent as JSON. */
export const callAt = (
  url: string,
  method: string,
  path: string,
  { token, body, headers = {} }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Response> =>
  fetch(new URL(path, url), {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(WAIT_LIMIT_MS),
  });

/** Signs in a demo user at `url`. */
export const signInAt = async (url: string, role: Role, educatorId = '1'): Promise<string> => {
  const isCustomer = role === 'customer';
  const body = {
    email: isCustomer ? 'customer@demo.test' : `educator${educatorId}@demo.test`,
    password: isCustomer ? DEMO_CUSTOMER_PASSWORD : DEMO_EDUCATOR_PASSWORD,
    selectedRole: role,
  };
  const answer = await callAt(url, 'POST', '/api/auth/login', { body });
  if (answer.status !== 200) throw new Error(`Signing in answered ${answer.status}`);
  return ((await answer.json()) as { sessionToken: string }).sessionToken;
};
