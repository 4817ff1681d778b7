import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { openPage } from './people.ts';

/** The page of the API. The routes of the web app are tested in web/app/routes.ui.test.tsx. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it('shows the API page under the same script policy', async () => {
  const { page, errors, close } = await openPage(app.url, '/api/docs');
  // The first routes: those below are rendered when they are scrolled to.
  await page.getByText('Sign in as a customer or as an educator').waitFor();
  expect(errors).toEqual([]);
  await close();
});

it('returns errors, not pages, for routes of the API that do not exist', async () => {
  const response = await fetch(`${app.url}/api/nothing`);
  expect([response.status, await response.json()]).toEqual([
    404,
    { code: 'NOT_FOUND', message: 'Not found.' },
  ]);
});
