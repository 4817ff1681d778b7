import * as z from 'zod/mini';
import { defineRoute } from '../shared/route.ts';

/** SPEC §3; id 9 is for tests (contract/educators/visibility.ts). */
export const EDUCATOR_IDS = ['1', '2', '3', '4', '5', '6', '7'] as const;

/** An educator's id in a query. */
export const educatorId = z
  .string()
  .check(z.regex(/^[1-9]\d{0,3}$/, { error: 'Educator ID is required and must be valid' }));

/** SPEC §3 and SPEC §10: shown when the record has no value. */
export const DEFAULT_EDUCATOR_NAME = 'Professional Educator';
export const DEFAULT_SPECIALTY = 'Trading';

export const educator = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** The name shown everywhere, as chosen in the profile (SPEC §7, users.full_name). */
  fullName: z.string(),
  /** Null for customers: only educators see each other's email addresses. */
  email: z.nullable(z.string()),
  profileImage: z.nullable(z.string()),
  specialty: z.nullable(z.string()),
  /** Last segment of `/educator/{slug}`; null without a profile path. */
  profilePath: z.nullable(z.string()),
});
export type Educator = z.infer<typeof educator>;

export const listEducators = defineRoute({
  method: 'GET',
  path: '/api/users/educators',
  access: 'signedIn',
  summary: 'The educators',
  failure: 'Failed to get educators',
  response: z.array(educator),
});
