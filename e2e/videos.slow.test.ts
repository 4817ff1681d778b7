import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoVideos } from '../server/demo/demo-lessons.ts';
import { mp4 } from '../server/testing/media-files.ts';
import { startApp, type TestApp } from './app.ts';
import { signInCustomer, signInEducator, type WatchedPage } from './people.ts';

/** The video library: what educators add and what customers find. */
let app: TestApp;
let educator: WatchedPage;
let customer: WatchedPage;

beforeAll(async () => {
  app = await startApp();
  [educator, customer] = await Promise.all([signInEducator(app.url, '1'), signInCustomer(app.url)]);
});
afterAll(async () => {
  for (const person of [educator, customer]) expect(person?.errors).toEqual([]);
  await Promise.all([educator?.close(), customer?.close()]);
  await app.close();
});

const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });
const openForm = async (page: Page) => {
  await page.goto('/customer/videos');
  await page.getByRole('button', { name: 'Add a video' }).click();
};
describe('an educator', () => {
  it('uploads a file that plays in the library', async () => {
    const { page } = educator;
    await openForm(page);
    await page.getByLabel('Title').fill('A file of my own');
    await page.locator('form').getByLabel('Category').selectOption('Risk Management');
    const file = { name: 'lesson.mp4', mimeType: 'video/mp4', buffer: mp4() };
    await page.getByLabel('Or add a video file').setInputFiles(file);
    await page.getByRole('button', { name: 'Remove the video' }).waitFor();
    await page.getByRole('button', { name: 'Add video', exact: true }).click();
    const { page: reader } = customer;
    await card(page, 'A file of my own').waitFor();
    await reader.goto('/customer/videos');
    const player = card(reader, 'A file of my own').locator('video');
    await expect.poll(() => player.getAttribute('src')).toMatch(/^\/media\/[0-9a-f]{32}\.mp4$/);
    const duration = await player.evaluate(async (element) => {
      const video = element as HTMLVideoElement;
      video.muted = true;
      const ended = new Promise((resolve) => video.addEventListener('ended', resolve));
      await video.play();
      await ended;
      return video.duration;
    });
    expect(duration).toBeCloseTo(1.6, 1);
  });
});

describe('a customer', () => {
  it('plays a video of the demo in the page, by mouse and by keyboard', async () => {
    const { page } = customer;
    await page.goto('/customer/videos');
    const [demoVideo] = demoVideos;
    const player = card(page, demoVideo?.title ?? '').locator('video');
    const read = (what: 'currentTime' | 'paused') =>
      player.evaluate((video, name) => (video as HTMLVideoElement)[name], what);
    await player.scrollIntoViewIfNeeded();
    await expect
      .poll(() => player.evaluate((video: HTMLVideoElement) => video.readyState))
      .toBeGreaterThan(0);
    await expect.poll(() => read('currentTime')).toBe(0);
    // So slowly that it does not end before the next presses.
    await player.evaluate((video: HTMLVideoElement) => {
      video.playbackRate = 0.1;
    });
    await player.click();
    await expect.poll(() => read('currentTime')).toBeGreaterThan(0);
    await page.keyboard.press('Space');
    await expect.poll(() => read('paused')).toBe(true);
    const stopped = Number(await read('currentTime'));
    await page.keyboard.press('Space');
    await expect.poll(() => read('currentTime')).toBeGreaterThan(stopped);
    await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
    expect(new URL(page.url()).pathname).toBe('/customer/videos');
    expect(page.context().pages()).toHaveLength(1);
  });
});
