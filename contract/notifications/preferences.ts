import * as z from 'zod/mini';
import { marketSwitches } from '../ideas/markets.ts';
import { defineRoute } from '../shared/route.ts';

export const getPreferences = defineRoute({
  method: 'GET',
  path: '/api/notifications/preferences',
  access: 'signedIn',
  summary: 'Markets with notifications turned on',
  failure: 'Failed to get notification settings',
  response: marketSwitches,
});

/** Changes what is given: the other market may have been switched on another device. */
export const putPreferences = defineRoute({
  method: 'PUT',
  path: '/api/notifications/preferences',
  access: 'signedIn',
  summary: 'Choose the markets to be notified about',
  failure: 'Failed to save notification settings',
  body: z
    .partial(marketSwitches)
    .check(z.refine((changes) => Object.keys(changes).length > 0, { error: 'Nothing to change' })),
  response: marketSwitches,
});
export type PreferenceChanges = z.output<NonNullable<typeof putPreferences.body>>;
