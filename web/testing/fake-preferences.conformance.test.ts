import { it } from 'vitest';
import { setUpConformance } from './conformance.ts';
import { FakeApi } from './fake-api.ts';
import { FakePreferences } from './fake-preferences.ts';

const api = new FakeApi();
new FakePreferences(api);
const { both } = setUpConformance(api, { email: 'customer@test.example', volatile: [] });

it('keeps the markets to be notified about as the server does', async () => {
  const path = '/api/notifications/preferences';
  await both('GET', path);
  await both('PUT', path, { body: { Crypto: false } });
  await both('PUT', path, { body: { Forex: false } });
  await both('PUT', path, { body: { Forex: true, Crypto: true } });
  await both('GET', path);
});

it('keeps the push settings as the server does', async () => {
  const path = '/api/push/settings';
  const quietHours = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' };
  await both('GET', path);
  await both('PUT', path, { body: { statusChanges: true, quietHours } });
  await both('PUT', path, {
    body: { statusChanges: true, quietHours: null, followedOnly: { Forex: true, Crypto: false } },
  });
  await both('PUT', path, { body: { quietHours } });
  await both('PUT', path, { body: { followedOnly: { Crypto: true } } });
  await both('GET', path);
});
