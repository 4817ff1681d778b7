import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { openPage, setUpPeople, withoutDelays } from './people.ts';

/** What the browser needs to install the app. The banner is tested in web/notifications/install. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp({ settings: { BRAND: 'Larks & Co' } });
});
afterAll(() => app.close());

const watched = setUpPeople();

it('loads the manifest in the browser without errors', async () => {
  const page = await watched(openPage(app.url, '/login', withoutDelays));
  const session = await page.context().newCDPSession(page);
  const { errors, data } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(JSON.parse(data ?? '{}').name).toBe('Larks & Co');
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A test's context has no profile, so browsers do not offer the installation there.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
});
