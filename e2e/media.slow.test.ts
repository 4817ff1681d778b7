import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jpeg, picture, webm } from '../server/testing/media-files.ts';
import { startApp, type TestApp } from './app.ts';
import { findViolations } from './axe.ts';
import { holdCalls } from './held-calls.ts';
import { BLANK_PATH, signInCustomer, signInEducator, type WatchedPage, waitForToast } from './people.ts';
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

/** Drops or pastes files like the operating system. */
const hand = async (how: 'drop' | 'paste', file: Upload) => {
  await page.evaluate(
    ({ how, name, type, bytes }) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(bytes)], name, { type }));
      const options = { bubbles: true, cancelable: true };
      const event =
        how === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: data })
          : new ClipboardEvent('paste', { ...options, clipboardData: data });
      document.querySelector('textarea')?.dispatchEvent(event);
    },
    { how, name: file.name, type: file.mimeType, bytes: [...file.buffer] },
  );
};

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

describe('photos', () => {
  it('adds photos by browsing, dropping and pasting, up to three', async () => {
    await pick(await photo(2400, 1200), await photo());
    await waitForStored(2);
    await hand('drop', await photo());
    await waitForStored(3);
    await Promise.all([
      waitForToast(page, 'Upload limit reached', 'You can upload maximum 3 photos per trade idea'),
      hand('paste', await photo()),
    ]);
    await expect.poll(() => stored()).toHaveLength(3);
    const { rows } = await app.database.pool.query(
      "select width, height, content_type from media where kind = 'image' order by created_at",
    );
    expect(rows.map(({ width, height }) => [width, height])).toEqual([
      [800, 400],
      [400, 300],
      [400, 300],
    ]);
  });

  it('rejects with SPEC’s messages photos that are no image, too large or damaged', async () => {
    await Promise.all([
      waitForToast(page, 'Invalid file type', 'Please upload only image files'),
      pick({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }),
    ]);
    await Promise.all([
      waitForToast(page, 'Invalid file type', 'Please upload only image files'),
      pick({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') }),
    ]);
    await Promise.all([
      waitForToast(page, 'File too large', 'Please upload images smaller than 10MB'),
      pick({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(11 * 1024 * 1024) }),
    ]);
    await Promise.all([
      waitForToast(page, 'Image processing failed', 'Please try a different image'),
      pick({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') }),
    ]);
    await expect.poll(() => tiles().count()).toBe(0);
  });

  it('does not put photos in flight into a cleared form', async () => {
    await form.getByLabel('Notes').fill('Not this one');
    const uploading = await holdCalls(page, '**/api/media?*', 'POST');
    await pick(await photo());
    await form.getByRole('progressbar', { name: 'Uploading the photo' }).waitFor();
    await form.getByRole('button', { name: 'Clear' }).click();
    uploading.release();
    await page.unroute('**/api/media?*');
    await page.waitForTimeout(300);
    await expect.poll(() => tiles().count()).toBe(0);
  });

  it('shows the progress of photos, retries them, and blocks publishing meanwhile', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/media?*', async (route) => {
      await held;
      await route.abort();
    });
    await pick(await photo());
    await form.getByRole('progressbar', { name: 'Uploading the photo' }).waitFor();
    await fillIdea('Not yet');
    await form.getByLabel('Notes').press('Control+Enter');
    await form.getByText('Wait for the upload or recording to finish').waitFor();
    answer();
    await form.getByText('Network error. Please try again.').waitFor();
    await page.unroute('**/api/media?*');
    await form.getByRole('button', { name: 'Try again' }).click();
    await waitForStored(1);
    await form.getByText('Wait for the upload or recording to finish').waitFor({ state: 'detached' });
  });

  it('reorders photos by keyboard and mouse, and keeps the order after a reload', async () => {
    await pick(await photo(300, 300), await photo(301, 300), await photo(302, 300));
    await waitForStored(3);
    const [a, b, c] = await stored();
    await form.getByRole('button', { name: 'Move photo 1 right' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => stored()).toEqual([b, a, c]);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Move photo 2 right');
    await page.keyboard.press('Enter');
    await expect.poll(() => stored()).toEqual([b, c, a]);
    await form.getByText('Photo moved to position 3 of 3').waitFor({ state: 'attached' });
    await tiles().nth(2).dragTo(tiles().nth(0));
    await expect.poll(() => stored()).toEqual([a, b, c]);
    await expect.poll(() => tiles().first().getAttribute('aria-label')).toBe('Photo 1, cover');
    await page.reload();
    await waitForStored(3);
    await expect.poll(() => stored()).toEqual([a, b, c]);
    await form.getByRole('button', { name: 'Remove photo 2' }).click();
    await expect.poll(() => stored()).toEqual([a, c]);
  });
});

const keepRecording = (panel: Locator) =>
  keepTwoSeconds(panel, () => panel.getByRole('button', { name: 'Stop and save' }).click());

const record = async () => {
  await form.getByRole('button', { name: 'Record' }).click();
  const panel = form.getByRole('region', { name: 'Recording' });
  await panel.waitFor();
  return panel;
};

describe('a voice explanation', () => {
  it('records a voice explanation with a level meter, pauses, saves, plays and removes it', async () => {
    let panel = await record();
    const loudest = () =>
      panel.locator('[aria-hidden=true] > span').evaluateAll((bars: HTMLElement[]) =>
        // A scale of "1 1" reads "1".
        Math.max(...bars.map(({ style }) => Number(style.scale.split(' ').at(-1)))),
      );
    // A silent bar is 0.1 high. On a machine under load, all that a page hears of the fake microphone was once silence.
    const isHeard = () => expect.poll(loudest, { timeout: 15_000 }).toBeGreaterThan(0.1);
    await isHeard().catch(async () => {
      await panel.getByRole('button', { name: 'Discard' }).click();
      panel = await record();
      await isHeard();
    });
    await panel.getByRole('button', { name: 'Pause' }).click();
    await panel.getByText('Paused').waitFor();
    await panel.getByRole('button', { name: 'Resume' }).click();
    await keepRecording(panel);
    await hear(form);
    await form.getByRole('button', { name: 'Remove the voice explanation' }).click();
    await form.getByRole('button', { name: 'Record' }).waitFor();
  });

  it('counts the time also while the page is too busy to show it', async () => {
    const panel = await record();
    await page.evaluate(() => {
      const end = performance.now() + 3_000;
      while (performance.now() < end);
    });
    // Ticks that were missed would have to be waited for.
    const [shown, ticks] = await panel.getByText(/^\d:\d\d of/).evaluate(
      (time) =>
        new Promise<[number, number]>((resolve) => {
          const seen: string[] = [];
          new MutationObserver(() => {
            seen.push(time.textContent ?? '');
            const seconds = Number(/^\d:(\d\d)/.exec(seen.at(-1) ?? '')?.[1]);
            if (seconds >= 3) resolve([seconds, seen.length]);
          }).observe(time, { subtree: true, characterData: true, childList: true });
        }),
    );
    expect(shown).toBeGreaterThanOrEqual(3);
    expect(ticks).toBe(1);
    await panel.getByRole('button', { name: 'Discard' }).click();
  });

  it('ends a recording automatically after ten minutes of the clock, and keeps it', async () => {
    const panel = await record();
    await panel.getByText(/0:(0[1-9]|[1-5]\d) of/).waitFor();
    await page.evaluate(() => {
      const now = performance.now.bind(performance);
      performance.now = () => now() + 599_000;
    });
    await form.getByText(/0:\d\d voice explanation/).waitFor();
    await expect.poll(() => panel.count()).toBe(0);
    await form.getByRole('button', { name: 'Remove the voice explanation' }).click();
  });

  it('discards a recording', async () => {
    const panel = await record();
    await panel.getByRole('button', { name: 'Discard' }).click();
    await form.getByRole('button', { name: 'Record' }).waitFor();
    await expect.poll(() => form.getByRole('button', { name: 'Play the voice explanation' }).count()).toBe(0);
  });

  it('says that a running recording is lost when the form is left, and nothing after a discarded one', async () => {
    const leave = () => page.evaluate(() => history.pushState(null, '', '/educator/ideas'));
    const lost = page.getByText('Recording not uploaded');
    const discarded = await record();
    await discarded.getByRole('button', { name: 'Discard' }).click();
    await form.getByRole('button', { name: 'Record' }).waitFor();
    await leave();
    await page.getByRole('heading', { level: 1, name: 'My Trade Ideas' }).waitFor();
    await expect.poll(() => lost.count()).toBe(0);
    await page.goBack();
    await record();
    await leave();
    await lost.first().waitFor();
  });

  it('explains a blocked microphone, and accepts a file instead', async () => {
    const context = page.context();
    await context.clearPermissions();
    await form.getByRole('button', { name: 'Record' }).click();
    await form.getByText('Microphone blocked.').waitFor();
    await context.grantPermissions(['microphone']);
    const file = { name: 'a.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('no sound') };
    await Promise.all([
      waitForToast(page, 'Invalid file type', 'Please upload only audio files (WebM, Ogg, M4A, MP3 or WAV)'),
      form.getByLabel('Add an audio file').setInputFiles(file),
    ]);
    const damaged = { name: 'a.webm', mimeType: 'audio/webm', buffer: webm().subarray(0, 60) };
    await Promise.all([
      waitForToast(page, 'Audio processing failed', 'Please try a different recording'),
      form.getByLabel('Add an audio file').setInputFiles(damaged),
    ]);
  });
});

describe('a video', () => {
  it('says that a video whose upload failed is lost when the form is cleared', async () => {
    await form.getByLabel('Notes').fill('With a video');
    await page.route('**/api/media?*', (route) => route.abort());
    const file = { name: 'a.webm', mimeType: 'video/webm', buffer: webm() };
    await form.getByLabel('Or add a video file').setInputFiles(file);
    await form.getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute('**/api/media?*');
    await form.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('Video not uploaded').first().waitFor();
  });

  it('takes a video as a link or a file that plays in the form and in a new tab', async () => {
    await form.getByLabel('Video link').fill('https://example.org/watch');
    await expect.poll(() => form.getByLabel('Or add a video file').count()).toBe(0);
    await form.getByLabel('Video link').fill('');
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
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    expect(await findViolations(page), theme).toEqual([]);
  }
  await form.getByRole('button', { name: 'Publish idea' }).click();
  await page.getByText('Trade idea created successfully').waitFor();

  const customer = await signInCustomer(app.url, { path: '/customer/forex' });
  const card = customer.page.getByRole('article').filter({ hasText: notes });
  const thumb = card.getByRole('button', { name: 'View photo 1 of 2 full size' });
  await thumb.scrollIntoViewIfNeeded();
  await expect
    .poll(() => thumb.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBe(800);
  await card.getByText(/0:(0[2-9]|[1-5]\d) voice explanation/).waitFor();
  await hear(card);
  expect(await findViolations(customer.page)).toEqual([]);
  await thumb.click();
  await customer.page.getByRole('dialog').getByRole('img').waitFor();
  expect(customer.errors).toEqual([]);
  await customer.close();
});
