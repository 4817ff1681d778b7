import * as z from 'zod/mini';
import { defineRoute } from './route.ts';

/**
 * The allow-list of the educator login (SPEC §5) as sent to browsers: PBKDF2-SHA-256 of each lower-cased address with
 * this deployment's salt. Salt and hashes are base64; each hash has 32 bytes.
 */
const allowList = z.object({ salt: z.string(), iterations: z.number(), hashes: z.array(z.string()) });
export type AllowList = z.infer<typeof allowList>;

/** Whether a new idea must say what its educator holds. */
export const disclosureRules = ['optional', 'required'] as const;

export const config = defineRoute({
  method: 'GET',
  path: '/api/config',
  access: 'public',
  summary: 'Settings the web app needs before sign-in',
  failure: 'Failed to get the configuration',
  response: z.object({
    brand: z.string(),
    /** The external messaging group of SPEC §1. */
    messagingUrl: z.string(),
    /** Path of the educator login. */
    staffPath: z.string(),
    allowList,
    /** The VAPID public key of this deployment (RFC 8292), base64url: `applicationServerKey` of a subscription. */
    pushPublicKey: z.string(),
    /** Days the sign-in log is kept. Null from an older version. */
    authLogDays: z._default(z.nullable(z.number()), null),
    /** An older version does not send it. */
    disclosure: z._default(z.enum(disclosureRules), 'optional'),
    /** The host name on which passkeys work; null where they need https first. An older version does not send it. */
    passkeyHost: z._default(z.nullable(z.string()), null),
    /** Whether the server sends mail. An older version does not. */
    mail: z._default(z.boolean(), false),
    /** Whether ideas may have a price. An older version has none. */
    prices: z._default(z.boolean(), false),
  }),
});
export type Config = z.infer<typeof config.response>;
