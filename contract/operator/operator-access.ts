import * as z from 'zod/mini';
import {
  creationOptions,
  passkeyAssertion,
  passkeyRegistration,
  requestOptions,
} from '../account/passkeys.ts';
import { defineRoute } from '../shared/route.ts';

/** A link of `npm run admin -- operator link` works once, and for so long. */
export const OPERATOR_LINK_MS = 15 * 60_000;
export const OPERATOR_SESSION_MS = 8 * 60 * 60_000;
/** Before the random bytes, so that no other token is taken for an operator's. */
export const OPERATOR_PREFIX = 'clo_';
export const MAX_OPERATOR_NAME = 60;

const session = z.object({ sessionToken: z.string(), name: z.string() });
const success = z.object({ success: z.literal(true) });

export const openOperatorSession = defineRoute({
  method: 'POST',
  path: '/api/operator/session',
  access: 'public',
  limit: 'link',
  bodyLimit: 1024,
  summary: 'Open the operator’s page with a link of the admin command',
  failure: 'Failed to open the link',
  // Only its length is checked: a token that was cut while copying is answered like an expired one.
  body: z.object({ token: z.string().check(z.maxLength(200)) }),
  response: session,
  errors: ['LINK_EXPIRED'],
});

export const operatorSignInOptions = defineRoute({
  method: 'POST',
  path: '/api/operator/passkeys/sign-in-options',
  access: 'public',
  limit: 'link',
  bodyLimit: 1024,
  summary: 'A challenge for opening the operator’s page with a passkey',
  failure: 'Login failed',
  response: requestOptions,
  errors: ['PASSKEYS_UNAVAILABLE'],
});

export const operatorSignIn = defineRoute({
  method: 'POST',
  path: '/api/operator/passkeys/sign-in',
  access: 'public',
  limit: 'link',
  bodyLimit: 16 * 1024,
  summary: 'Open the operator’s page with a passkey',
  failure: 'Login failed',
  body: z.object({ response: passkeyAssertion }),
  response: session,
  errors: ['PASSKEY_REFUSED', 'PASSKEYS_UNAVAILABLE'],
});

const operator = z.object({
  name: z.string(),
  passkeys: z.number(),
  /** Why nothing can be posted in groups: a missing setting; null if it can. */
  outwardProblem: z.nullable(z.string()),
});
export type Operator = z.infer<typeof operator>;

export const getOperator = defineRoute({
  method: 'GET',
  path: '/api/operator/session',
  access: 'operator',
  summary: 'The operator of this session',
  failure: 'Failed to load the page',
  response: operator,
});

export const endOperatorSession = defineRoute({
  method: 'DELETE',
  path: '/api/operator/session',
  access: 'operator',
  summary: 'End this session of an operator',
  failure: 'Failed to log out',
  response: success,
});

export const operatorRegistrationOptions = defineRoute({
  method: 'POST',
  path: '/api/operator/passkeys/registration-options',
  access: 'operator',
  bodyLimit: 1024,
  summary: 'A challenge for adding a passkey of this operator',
  failure: 'Failed to add the passkey',
  response: creationOptions,
  errors: ['OPERATOR_SESSION_OLD', 'PASSKEYS_UNAVAILABLE'],
});

export const addOperatorPasskey = defineRoute({
  method: 'POST',
  path: '/api/operator/passkeys',
  access: 'operator',
  bodyLimit: 32 * 1024,
  summary: 'Add a passkey of this operator, so that no link is needed again',
  failure: 'Failed to add the passkey',
  body: z.object({ response: passkeyRegistration }),
  status: 201,
  response: success,
  errors: ['PASSKEY_REFUSED', 'OPERATOR_SESSION_OLD', 'PASSKEYS_UNAVAILABLE'],
});

export const removeOperatorPasskeys = defineRoute({
  method: 'DELETE',
  path: '/api/operator/passkeys',
  access: 'operator',
  summary: 'Remove all passkeys of this operator',
  failure: 'Failed to remove the passkeys',
  response: success,
  errors: ['OPERATOR_SESSION_OLD'],
});
