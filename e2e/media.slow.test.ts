import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { jpeg, picture } from '../server/testing/media-files.ts';
import { startApp, type TestApp } from './app.ts';
import { BLANK_PATH, signInCustomer, signInEducator, type WatchedPage } from './people.ts';
import { recordVideo } from './record-video.ts';
import { hear, keepTwoSeconds } from './voice-player.ts';

/** SPEC §5 and DESIGN §8: photos, voice and video, from the form to the customer. */
let app: TestApp;
let educator: WatchedPage;
let page: Page;
let form: Locator;

beforeAll(async () => {
  app = await startApp();
  educator = await signInEducator(app.url, '1', {
    path: BLANK_PATH,
    permissions: ['microphone', 'clipboard-read'],
  });
  page = educator.page;
});
afterAll(async () => {
  await educator?.close();
  await app.close();
});
beforeEach(async () => {
  await page.goto('/educator/ideas/new');
  form = page.locator('form');
  await form.getByLabel('Add photos').waitFor();
});
afterEach(async () => {
  const clear = form.getByRole('button', { name: 'Clear' });
  if (await clear.isVisible()) await clear.click();
  expect(educator.errors).toEqual([]);
});

type Upload = { name: string; mimeType: string; buffer: Buffer };
const photo = async (width = 400, height = 300): Promise<Upload> => ({
  name: 'chart.jpg',
  mimeType: 'image/jpeg',
  buffer: await jpeg(width, height),
});
const pick = (...files: Upload[]) => form.getByLabel('Add photos').setInputFiles(files);
const tiles = () => form.getByRole('list', { name: 'Photos' }).getByRole('listitem');
const stored = () =>
  tiles().evaluateAll((items) => items.map((item) => item.getAttribute('data-photo')).filter(Boolean));
const waitForStored = (count: number) => expect.poll(async () => (await stored()).length).toBe(count);

const fillIdea = async (notes: string) => {
  const values = {
    Pair: 'AUD/USD',
    'Time frame': '4H',
    'Entry 1': '1.0842',
    'Invalidation level': '1.0755',
    'Exit 1': '1.0935',
  };
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label).fill(value);
  await form.getByLabel('Notes').fill(notes);
};

const keepRecording = (panel: Locator) =>
  keepTwoSeconds(panel, () => panel.getByRole('button', { name: 'Stop and save' }).click());

const record = async () => {
  await form.getByRole('button', { name: 'Record' }).click();
  const panel = form.getByRole('region', { name: 'Recording' });
  await panel.waitFor();
  return panel;
};

it('takes a video file that plays in the form and in a new tab', async () => {
  const file = { name: 'a.webm', mimeType: 'video/webm', buffer: await recordVideo(page) };
  await form.getByLabel('Or add a video file').setInputFiles(file);
  const widthIn = (where: Page) =>
    expect.poll(() => where.locator('video').evaluate((video) => (video as HTMLVideoElement).videoWidth));
  await widthIn(page).toBe(320);
  const alone = await page.context().newPage();
  await alone.goto((await form.locator('video').getAttribute('src')) ?? '');
  await widthIn(alone).toBe(320);
  await alone.close();
  await form.getByRole('button', { name: 'Remove the video' }).click();
  await form.getByLabel('Video link').waitFor();
});

it('shows the photos of a published idea and plays its voice to the customer', async () => {
  const notes = 'Seen, heard and drawn.';
  await fillIdea(notes);
  await pick(
    { name: 'a.png', mimeType: 'image/png', buffer: await picture(1600, 1000).png().toBuffer() },
    await photo(),
  );
  await waitForStored(2);
  await keepRecording(await record());
  await form.getByRole('button', { name: 'Publish idea' }).click();
  await page.getByText('Trade idea created successfully').waitFor();

  const customer = await signInCustomer(app.url, { path: '/customer/forex' });
  const card = customer.page.getByRole('article').filter({ hasText: notes });
  const thumb = card.getByRole('button', { name: 'View photo 1 of 2 full size' });
  await thumb.scrollIntoViewIfNeeded();
  await expect
    .poll(() => thumb.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBe(800);
  await hear(card);
  await thumb.click();
  await customer.page.getByRole('dialog').getByRole('img').waitFor();
  expect(customer.errors).toEqual([]);
  await customer.close();
});
