import * as z from 'zod/mini';
import { defineRoute } from './route.ts';

/** SPEC §6: the markets whose ideas show badges and send push notifications. */
export const notificationPreferences = z.object({
  Forex: z.boolean({ error: 'Forex must be on or off' }),
  Crypto: z.boolean({ error: 'Crypto must be on or off' }),
});
export type NotificationPreferences = z.infer<typeof notificationPreferences>;

/** SPEC §9: both are on by default. */
export const defaultPreferences: NotificationPreferences = { Forex: true, Crypto: true };

export const getPreferences = defineRoute({
  method: 'GET',
  path: '/api/notifications/preferences',
  access: 'signedIn',
  summary: 'Markets with notifications turned on',
  failure: 'Failed to get notification settings',
  status: 200,
  response: notificationPreferences,
  errors: [],
});

export const putPreferences = defineRoute({
  method: 'PUT',
  path: '/api/notifications/preferences',
  access: 'signedIn',
  summary: 'Choose the markets to be notified about',
  failure: 'Failed to save notification settings',
  body: notificationPreferences,
  status: 200,
  response: notificationPreferences,
  errors: [],
});
