import * as z from 'zod/mini';
import { defineRoute } from './route.ts';

/** SPEC §6: which markets a person wants to hear of; a badge and, later, a push follow it. */
export const notificationPreferences = z.object({
  Forex: z.boolean({ error: 'Forex must be on or off' }),
  Crypto: z.boolean({ error: 'Crypto must be on or off' }),
});
export type NotificationPreferences = z.infer<typeof notificationPreferences>;

/** SPEC §9: both on, until somebody says otherwise. */
export const defaultPreferences: NotificationPreferences = { Forex: true, Crypto: true };

export const getPreferences = defineRoute({
  method: 'GET',
  path: '/api/notifications/preferences',
  access: 'signedIn',
  summary: 'The markets one is notified of',
  failure: 'Failed to get notification settings',
  status: 200,
  response: notificationPreferences,
  errors: [],
});

export const putPreferences = defineRoute({
  method: 'PUT',
  path: '/api/notifications/preferences',
  access: 'signedIn',
  summary: 'Choose the markets one is notified of',
  failure: 'Failed to save notification settings',
  body: notificationPreferences,
  status: 200,
  response: notificationPreferences,
  errors: [],
});
