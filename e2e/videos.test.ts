import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoVideos } from '../server/demo/demo-lessons.ts';
import { mp4 } from '../server/testing/media-files.ts';
import { startApp, type TestApp } from './app.ts';
import { findViolations } from './axe.ts';
import { failUntilRetry, holdCalls, loseAnswer } from './held-calls.ts';
import { createKeyboard } from './keyboard.ts';
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
const addLink = async (title: string, category: string, url: string) => {
  const { page } = educator;
  await openForm(page);
  await page.getByLabel('Title').fill(title);
  await page.locator('form').getByLabel('Category').selectOption(category);
  await page.getByLabel('Video link').fill(url);
  await page.getByRole('button', { name: 'Add video', exact: true }).click();
  await card(page, title).waitFor();
};

/** More videos of one category than fit on a page. */
const fillLibrary = () =>
  app.database.pool.query(
    `insert into videos (id, educator_id, title, category, url, created_at, updated_at)
     select gen_random_uuid(), '3', 'Lesson ' || i, 'Fundamental Analysis', 'https://video.example/' || i,
       now() - make_interval(days => i), now() from generate_series(1, 40) i
     where not exists (select from videos where title = 'Lesson 1')`,
  );

describe('an educator', () => {
  it('leads an educator from the avatar menu to the library', async () => {
    const { page } = educator;
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Videos' }).click();
    await page.getByRole('heading', { level: 1, name: 'Videos' }).waitFor();
  });

  it('reports missing and invalid input to an educator, and keeps the input', async () => {
    const { page } = educator;
    await openForm(page);
    await page.getByLabel('Title').fill('typed and kept');
    await page.getByRole('button', { name: 'Add video', exact: true }).click();
    await page.getByText('Please fill in all required fields').waitFor();
    await page.getByText('Choose a category').waitFor();
    await page.locator('form').getByLabel('Category').selectOption('Crypto');
    await page.getByLabel('Video link').fill('http://video.example/a');
    await page.getByRole('button', { name: 'Add video', exact: true }).click();
    await page.getByText('Video link must start with https://').waitFor();
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('typed and kept');
    expect(await findViolations(page)).toEqual([]);
  });

  it('keeps a draft over a reload until it is cancelled, and untouched fields follow the video', async () => {
    const { page } = educator;
    const [title, link] = [page.getByLabel('Title'), page.getByLabel('Video link')];
    await openForm(page);
    await title.fill('Half a title');
    await link.fill('https://video.example/draft');
    await openForm(page);
    await expect.poll(() => title.inputValue()).toBe('Half a title');
    await expect.poll(() => link.inputValue()).toBe('https://video.example/draft');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Add a video' }).click();
    await expect.poll(() => title.inputValue()).toBe('');

    await addLink('A lesson with a draft', 'Forex', 'https://video.example/before');
    await page.getByRole('button', { name: 'Edit A lesson with a draft' }).click();
    await title.fill('A lesson after a draft');
    await app.database.pool.query(
      "update videos set url = 'https://video.example/after' where title = 'A lesson with a draft'",
    );
    await page.reload();
    await page.getByRole('button', { name: 'Edit A lesson with a draft' }).click();
    await expect.poll(() => title.inputValue()).toBe('A lesson after a draft');
    await expect.poll(() => link.inputValue()).toBe('https://video.example/after');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await card(page, 'A lesson after a draft').waitFor();
    await openForm(page);
    await expect.poll(() => title.inputValue()).toBe('');
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  it('lets an educator add, edit and delete an own video, and shows no buttons on others', async () => {
    const { page } = educator;
    await addLink('A lesson to be mended', 'Forex', 'https://video.example/mend');
    await page.getByRole('button', { name: 'Edit A lesson to be mended' }).click();
    await page.getByLabel('Title').fill('A lesson mended');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await card(page, 'A lesson mended').waitFor();

    const other = await signInEducator(app.url, '2', { path: '/customer/videos' });
    await card(other.page, 'A lesson mended').waitFor();
    await expect.poll(() => other.page.getByRole('button', { name: /A lesson mended/ }).count()).toBe(0);
    await other.close();

    await page.getByRole('button', { name: 'Delete A lesson mended' }).click();
    await page.getByText('Are you sure you want to delete this video?').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await card(page, 'A lesson mended').waitFor({ state: 'detached' });
  });

  it('adds one video and deletes it although the first answers are lost', async () => {
    const { page } = educator;
    await loseAnswer(page, '**/api/videos', 'POST');
    await openForm(page);
    await page.getByLabel('Title').fill('Added once');
    await page.locator('form').getByLabel('Category').selectOption('Crypto');
    await page.getByLabel('Video link').fill('https://video.example/once');
    const add = page.getByRole('button', { name: 'Add video', exact: true });
    await add.click();
    await page.getByText('Network error. Please try again.').waitFor();
    await add.click();
    await card(page, 'Added once').first().waitFor();
    const { rows } = await app.database.pool.query("select id from videos where title = 'Added once'");
    expect(rows).toHaveLength(1);

    await loseAnswer(page, '**/api/videos/*', 'DELETE');
    await page.getByRole('button', { name: 'Delete Added once' }).click();
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Delete' });
    await confirm.click();
    await page.getByRole('region', { name: 'Messages' }).getByText('Network error').first().waitFor();
    await confirm.click();
    await card(page, 'Added once').waitFor({ state: 'detached' });
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    await page.unrouteAll();
  });

  it('ends the draft of a video when it was added, also while the library is slow', async () => {
    const { page } = educator;
    await openForm(page);
    await page.getByLabel('Title').fill('Added on a slow network');
    await page.locator('form').getByLabel('Category').selectOption('Crypto');
    await page.getByLabel('Video link').fill('https://video.example/slow');
    const { asked, release } = await holdCalls(page, /\/api\/videos/, 'GET');
    await page.getByRole('button', { name: 'Add video', exact: true }).click();
    await asked;
    await page.getByLabel('Title').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add a video' }).click();
    await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Cancel' }).click();
    release();
    await card(page, 'Added on a slow network').waitFor();
    await page.unrouteAll();
  });

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

  it('filters videos by category and educator, and opens a link in a new tab without an opener', async () => {
    await addLink('Reading a range', 'Technical Analysis', 'https://video.example/range');
    const { page } = customer;
    await page.goto('/customer/videos');
    await expect.poll(() => page.getByRole('button', { name: 'Add a video' }).count()).toBe(0);
    await page.getByLabel('Category').selectOption('Technical Analysis');
    await card(page, 'A file of my own').waitFor({ state: 'detached' });
    const link = card(page, 'Reading a range').getByRole('link', { name: 'Watch on video.example' });
    await expect
      .poll(() => link.evaluate((a: HTMLAnchorElement) => [a.href, a.target, a.rel]))
      .toEqual(['https://video.example/range', '_blank', 'noopener noreferrer']);
    await page.getByLabel('Educator').selectOption({ label: 'Theo Heron' });
    await page.getByText('No videos here yet').waitFor();
    await page.getByLabel('Educator').selectOption({ label: 'Ada Wren' });
    await link.waitFor();
  });

  it("shows a customer an educator's public profile but no private one", async () => {
    const { page } = customer;
    const [ada] = (await app.database.pool.query("select id from users where educator_id = '1'")).rows;
    await app.database.pool.query(
      `insert into user_profiles (user_id, role, display_name, bio, years_experience, updated_at)
       values ($1, 'educator', 'Ada the Wren', 'Sings before the open.', 1, now())
       on conflict (user_id) do update set display_name = 'Ada the Wren', bio = 'Sings before the open.', years_experience = 1`,
      [ada.id],
    );
    const openAda = async () => {
      await page.goto('/customer/videos');
      await page.getByLabel('Educator').selectOption({ label: 'Ada Wren' });
      await card(page, 'Reading a range').waitFor();
    };
    await openAda();
    const about = page.getByRole('region', { name: 'About Ada the Wren' });
    await about.getByText('Sings before the open.').waitFor();
    await about.getByText('1 year of experience').waitFor();
    await app.database.pool.query('update user_profiles set is_public = false where user_id = $1', [ada.id]);
    const read = page.waitForResponse((response) => response.url().includes('public=educators'));
    await openAda();
    await read;
    await expect.poll(() => about.count()).toBe(0);
  });

  it('shows an error when the library cannot be loaded, and retries', async () => {
    const { page } = customer;
    await page.route('**/api/videos**', (route) => route.abort());
    await page.goto('/customer/videos');
    await page.getByText('Failed to get videos').waitFor();
    await page.unroute('**/api/videos**');
    await page.getByRole('button', { name: 'Retry' }).click();
    await card(page, 'Reading a range').waitFor();
  });
});

it('shows a long library page by page', async () => {
  await fillLibrary();
  const { page } = customer;
  await page.goto('/customer/videos');
  await page.getByRole('main').getByLabel('Category').selectOption('Fundamental Analysis');
  await card(page, 'Lesson 29').waitFor();
  const shown = () => page.getByRole('article').count();
  const before = await shown();
  const older = page.getByRole('button', { name: 'Show older videos' });
  await page.route('**/api/videos?*cursor=*', (route) => route.abort());
  await older.click();
  await page.getByRole('alert').getByText('Failed to get videos').waitFor();
  await expect.poll(() => shown()).toBe(before);
  await page.unroute('**/api/videos?*cursor=*');
  await older.click();
  await card(page, 'Lesson 40').waitFor();
  await older.waitFor({ state: 'detached' });
  await expect.poll(() => shown()).toBeGreaterThanOrEqual(40);
});

describe('with the keyboard alone', () => {
  it('lets a reader filter the library, retry, and load older videos by keyboard', async () => {
    await fillLibrary();
    const { page } = customer;
    await failUntilRetry(page, '**/api/videos**');
    await page.goto('/customer/videos');
    const { press, expectFocus, tabTo, use } = createKeyboard(page);
    await page.getByText('Failed to get videos').waitFor();
    await use(page.getByRole('button', { name: 'Retry' }));
    await page.getByRole('article').first().waitFor();
    // The videos replace the button.
    await expect
      .poll(() =>
        page
          .getByRole('main')
          .evaluate((main) => main !== document.activeElement && main.contains(document.activeElement)),
      )
      .toBe(true);
    await tabTo(page.getByLabel('Category'), 'back');
    await page.getByLabel('Category').selectOption('Fundamental Analysis');
    await card(page, 'Lesson 29').waitFor();
    const before = await page.getByRole('article').count();
    await use(page.getByRole('button', { name: 'Show older videos' }));
    const first = page.getByRole('article').nth(before);
    await expect.poll(() => first.evaluate((video) => video === document.activeElement)).toBe(true);
    await press('Tab');
    await expectFocus(first.getByRole('link'));
  });

  it('lets an educator add, edit and delete a video by keyboard', async () => {
    const { page } = educator;
    await page.goto('/customer/videos');
    const { press, expectFocus, tabTo, type, use } = createKeyboard(page);
    const add = page.getByRole('button', { name: 'Add a video' });
    const title = page.getByLabel('Title');
    await use(add);
    await expectFocus(title);
    await use(page.getByRole('button', { name: 'Cancel' }));
    await expectFocus(add);
    await press('Enter');
    await expectFocus(title);
    await type('By keys');
    await tabTo(page.locator('form').getByLabel('Category'));
    await type('Crypto');
    await tabTo(page.getByLabel('Video link'));
    await type('https://video.example/keys');
    await press('Enter');
    await card(page, 'By keys').waitFor();
    await expectFocus(add);

    const change = page.getByRole('button', { name: 'Edit By keys' });
    await use(change);
    await expectFocus(title);
    await use(page.getByRole('button', { name: 'Cancel' }));
    await expectFocus(change);
    const ask = page.getByRole('alertdialog');
    await use(page.getByRole('button', { name: 'Delete By keys' }));
    await use(ask.getByRole('button', { name: 'Delete' }));
    await card(page, 'By keys').waitFor({ state: 'detached' });
    await ask.waitFor({ state: 'detached' });
    await expect
      .poll(() =>
        page
          .getByRole('article')
          .first()
          .evaluate((video) => video === document.activeElement),
      )
      .toBe(true);
  });
});
