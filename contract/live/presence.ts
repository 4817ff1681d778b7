import * as z from 'zod/mini';
import { defineRoute } from '../shared/route.ts';

/** How often an educator's page asks for the number of customers online. */
export const CUSTOMERS_ONLINE_POLL_MS = 10_000;

/** DESIGN §14, instead of SPEC §7's presence key `customer_view`. An unchanged number is answered with 304. */
export const getPresence = defineRoute({
  method: 'GET',
  path: '/api/presence',
  access: 'educator',
  summary: 'Number of open customer live streams over all processes',
  failure: 'Failed to get the number of customers online',
  response: z.object({ reading: z.number() }),
});
