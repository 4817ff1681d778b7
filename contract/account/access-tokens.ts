import * as z from 'zod/mini';
import { defineRoute } from '../shared/route.ts';
import { requiredText } from '../shared/text.ts';

/** What a token is for: calling the API, or the address of a feed. Only educators have `publish`. */
export const accessTokenKinds = ['read', 'publish', 'feed'] as const;
export type AccessTokenKind = (typeof accessTokenKinds)[number];
/** Of one person. */
export const MAX_ACCESS_TOKENS = 10;
export const MAX_TOKEN_NAME = 40;
/** Tells a token from a session's; scanners for leaked secrets find it. */
export const TOKEN_PREFIX = 'clk_';

/** A token as its owner sees it. */
const accessToken = z.object({
  id: z.string(),
  kind: z.enum(accessTokenKinds),
  name: z.string(),
  createdAt: z.string(),
  /** Accurate to an hour. */
  lastUsedAt: z.nullable(z.string()),
});
export type AccessToken = z.infer<typeof accessToken>;

export const listAccessTokens = defineRoute({
  method: 'GET',
  path: '/api/auth/tokens',
  access: 'signedIn',
  summary: 'API tokens and feed addresses of this account, oldest first',
  failure: 'Failed to load your tokens',
  response: z.array(accessToken),
});

export const createAccessToken = defineRoute({
  method: 'POST',
  path: '/api/auth/tokens',
  access: 'signedIn',
  summary: `Create an API token or a feed address, up to ${MAX_ACCESS_TOKENS}, within ten minutes of giving the password`,
  failure: 'Failed to make the token',
  limit: 'password',
  bodyLimit: 1024,
  body: z.object({ kind: z.enum(accessTokenKinds), name: requiredText('Name', MAX_TOKEN_NAME) }),
  status: 201,
  /** The secret is in this answer only. */
  response: z.extend(accessToken, { secret: z.string() }),
  errors: ['FORBIDDEN', 'REAUTHENTICATION_REQUIRED', 'TOO_MANY_TOKENS'],
});

export const revokeAccessToken = defineRoute({
  method: 'DELETE',
  path: '/api/auth/tokens/:id',
  access: 'signedIn',
  summary: 'Revoke a token or a feed address of this account',
  failure: 'Failed to revoke the token',
  params: z.object({ id: z.guid({ error: 'Not an id' }) }),
  response: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND'],
});
