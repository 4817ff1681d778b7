import * as z from 'zod/mini';
import { defineRoute } from './route.ts';

/** How often the number may change: an educator's page asks this often. Milliseconds. */
export const PRESENCE_REFRESH_MS = 10_000;

/** DESIGN §14, in place of SPEC §7's presence key `customer_view`. Conditional: an unchanged number is a 304. */
export const getPresence = defineRoute({
  method: 'GET',
  path: '/api/presence',
  access: 'educator',
  summary: 'How many customers’ live streams are open now, over all processes',
  failure: 'Failed to get the number of readers',
  status: 200,
  response: z.object({ reading: z.number() }),
  errors: [],
});
export type Presence = z.infer<typeof getPresence.response>;
