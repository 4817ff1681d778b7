import { marketSwitches } from './markets.ts';
import { defineRoute } from './route.ts';

export const getPreferences = defineRoute({
  method: 'GET',
  path: '/api/notifications/preferences',
  access: 'signedIn',
  summary: 'Markets with notifications turned on',
  failure: 'Failed to get notification settings',
  status: 200,
  response: marketSwitches,
  errors: [],
});

export const putPreferences = defineRoute({
  method: 'PUT',
  path: '/api/notifications/preferences',
  access: 'signedIn',
  summary: 'Choose the markets to be notified about',
  failure: 'Failed to save notification settings',
  body: marketSwitches,
  status: 200,
  response: marketSwitches,
  errors: [],
});
