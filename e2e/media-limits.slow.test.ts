import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { jpeg } from '../server/testing/media-files.ts';
import { startApp, type TestApp } from './app.ts';
import { BLANK_PATH, setUpPeople, signInEducator } from './people.ts';

/** Limits of the form's uploads and recordings. */
let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
const watched = setUpPeople();
const openEducator = (): Promise<Page> =>
  watched(signInEducator(app.url, '1', { path: BLANK_PATH, permissions: ['microphone'] }));

it('uploads three photos one or two at a time', async () => {
  const page = await openEducator();
  const started: number[] = [];
  let inFlight = 0;
  await page.route('**/api/media?*', async (route) => {
    inFlight += 1;
    started.push(inFlight);
    const response = await route.fetch();
    // Time for others to start.
    await page.waitForTimeout(500);
    inFlight -= 1;
    await route.fulfill({ response });
  });
  await page.goto('/educator/ideas/new');
  const files = await Promise.all(
    [400, 401, 402].map(async (width) => ({
      name: `${width}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await jpeg(width, 300),
    })),
  );
  await page.getByLabel('Add photos').setInputFiles(files);
  const photos = page.getByRole('list', { name: 'Photos' }).getByRole('listitem');
  await expect.poll(() => photos.and(page.locator('[data-photo]')).count()).toBe(3);
  expect(started).toHaveLength(3);
  expect(Math.max(...started)).toBeLessThanOrEqual(2);
});

it('stops a recording automatically after ten minutes and keeps it', async () => {
  const page = await openEducator();
  await page.clock.install();
  await page.goto('/educator/ideas/new');
  await page.getByRole('button', { name: 'Record' }).click();
  const panel = page.getByRole('region', { name: 'Recording' });
  await panel.getByText(/^0:(0[1-9]|[1-5]\d) of 10:00$/).waitFor();
  // The recorder's clock ends the recording soon afterwards, so what it shows until then is recorded.
  const shown = await panel.getByText(/ of 10:00$/).evaluateHandle((time) => {
    const texts: (string | null)[] = [];
    const options = { subtree: true, childList: true, characterData: true };
    new MutationObserver(() => texts.push(time.textContent)).observe(time, options);
    return texts;
  });
  await page.clock.fastForward('09:30');
  await expect.poll(() => shown.evaluate((texts) => texts.join('\n'))).toMatch(/^9:\d\d of 10:00$/m);
  await page.clock.fastForward('00:30');
  await panel.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Play the voice explanation' }).waitFor();
});
