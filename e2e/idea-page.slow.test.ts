import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TradeIdea } from '../contract/ideas.ts';
import { picture, wav, webm } from '../server/testing/media-files.ts';
import { startApp, type TestApp } from './app.ts';
import { findViolations } from './axe.ts';
import { type EducatorCalls, signInCalls } from './educator-calls.ts';
import { createKeyboard } from './keyboard.ts';
import {
  BLANK_PATH,
  fillLogin,
  openPage,
  setUpPeople,
  signInCustomer,
  signInEducator,
  withClipboard,
} from './people.ts';
import { chooseTheme } from './theme.ts';
import { hear } from './voice-player.ts';

/** The permanent address of an idea, and what happens to an idea that is closed while somebody reads it. */
let app: TestApp;
let educator: EducatorCalls;

beforeAll(async () => {
  app = await startApp();
  educator = await signInCalls(app);
});
afterAll(() => app.close());

const watched = setUpPeople();

/** An idea that was moved an hour after its publication, and closed at exit 2. */
const publishClosed = async (): Promise<TradeIdea> => {
  const { id } = await educator.publish({
    pair: 'EUR/NOK',
    notes: 'See https://example.com/chart for more.',
  });
  // As if it had been published an hour ago: the plan is locked.
  await app.database.pool.query(`
    update trade_ideas set created_at = created_at - interval '1 hour' where id = '${id}';
    alter table idea_revisions disable trigger user;
    update idea_revisions set at = at - interval '1 hour' where idea_id = '${id}';
    alter table idea_revisions enable trigger user`);
  await educator.change(id, { invalidation_level: '1.0800' });
  await educator.change(id, { status: 'successful', result_level: 'exit_2', lesson: 'Wait for the retest.' });
  return educator.change(id, { notes: 'See https://example.com/chart for all.' });
};
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const selectedCard = (page: Page) => page.locator('[role=group]:not([aria-hidden]) article');

describe('the page of an idea', () => {
  it('shows the result and the lesson first, and a moved level with the R it was published with', async () => {
    const { id } = await publishClosed();
    const page = await watched(signInCustomer(app.url, { path: `/ideas/${id}` }));
    await heading(page, 'EUR/NOK').waitFor();
    const result = page.getByRole('region', { name: 'Result' });
    await expect
      .poll(() => result.innerText())
      .toMatch(/Exit 2 · \+1\.6R\s+Closed .*\s+Lesson: Wait for the retest\./s);
    const levels = page.getByRole('region', { name: 'Levels' });
    await expect.poll(() => levels.innerText()).toMatch(/1\.0800\s+moved from 1\.0755\s+−1R/);
    await page.getByRole('link', { name: 'https://example.com/chart' }).waitFor();
    await page.getByText('Published', { exact: true }).waitFor();
    await heading(page, 'Position size').waitFor();
    for (const theme of ['dark', 'light'] as const) {
      await chooseTheme(page, theme);
      expect(await findViolations(page)).toEqual([]);
    }
  });

  it('shows the page after the sign-in to a person who was signed out, and to educators', async () => {
    const { id } = await educator.publish({ pair: 'EUR/SEK' });
    const page = await watched(openPage(app.url, `/ideas/${id}`));
    await fillLogin(page, 'customer@demo.test', 'learn-to-trade');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/ideas/${id}`);
    await heading(page, 'EUR/SEK').waitFor();
    await heading(page, 'Position size').waitFor();

    const colleague = await watched(signInEducator(app.url, '1', { path: `/ideas/${id}` }));
    await heading(colleague, 'EUR/SEK').waitFor();
  });

  it('shares the page by its address', async () => {
    const { id } = await educator.publish({ pair: 'EUR/PLN' });
    const page = await watched(signInCustomer(app.url, { ...withClipboard, path: `/ideas/${id}` }));
    // Shown for two seconds, which may be over when the press returns.
    await Promise.all([
      page.getByText('Link copied').and(page.getByRole('status')).waitFor(),
      page.getByRole('button', { name: 'Share' }).click(),
    ]);
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`${app.url}/ideas/${id}`);
  });

  it('opens the share sheet on a phone, also after it was closed', async () => {
    const { id, educator_name } = await educator.publish({ pair: 'EUR/HUF' });
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const page = await watched(signInCustomer(app.url, { ...phone, path: BLANK_PATH }));
    await page.addInitScript(() => {
      const shared: ShareData[] = [];
      const share = (data: ShareData) => {
        shared.push(data);
        return Promise.reject(new DOMException('Share canceled', 'AbortError'));
      };
      Object.assign(navigator, { share });
      Object.assign(window, { shared });
    });
    await page.goto(`/ideas/${id}`);
    const shared = () => page.evaluate(() => (window as unknown as { shared: ShareData[] }).shared);
    const expected = { title: `EUR/HUF · ${educator_name}`, url: `${app.url}/ideas/${id}` };
    await page.getByRole('button', { name: 'Share' }).tap();
    await expect.poll(shared).toEqual([expected]);
    await page.getByRole('button', { name: 'Share' }).tap();
    await expect.poll(shared).toEqual([expected, expected]);
    await expect.poll(() => page.getByText('Link copied').count()).toBe(0);
  });

  it.each([360, 412])('has no accessibility violations at %i px', async (width) => {
    const { id } = await publishClosed();
    const page = await watched(
      signInCustomer(app.url, { viewport: { width, height: 823 }, path: `/ideas/${id}` }),
    );
    await heading(page, 'EUR/NOK').waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it.each([360, 1440])('shows photos at full width, and plays voice and video, at %i px', async (width) => {
    const { id } = await educator.publish({ pair: 'EUR/TRY' });
    // Files as an upload leaves them.
    await app.database.pool.query(
      `update trade_ideas set image_urls = '{/media/one.png,/media/two.png}', audio_url = '/media/voice.wav',
        video_url = '/media/video.webm' where id = $1`,
      [id],
    );
    await educator.change(id, { notes: 'Sent to every reader again.' });
    const page = await watched(
      signInCustomer(app.url, { viewport: { width, height: 900 }, path: BLANK_PATH }),
    );
    const files: Record<string, { contentType: string; body: Buffer }> = {
      png: { contentType: 'image/png', body: await picture(1600, 900).png().toBuffer() },
      wav: { contentType: 'audio/wav', body: wav(16_000) },
      webm: { contentType: 'video/webm', body: webm() },
    };
    await page.route('**/media/**', (route) =>
      route.fulfill(files[route.request().url().split('.').at(-1) ?? ''] ?? { status: 404 }),
    );
    await page.goto(`/ideas/${id}`);
    const photos = page.getByRole('list', { name: 'Photos' }).locator('img');
    await photos.nth(1).scrollIntoViewIfNeeded();
    const column = (await page.getByRole('region', { name: 'Levels' }).boundingBox())!;
    for (const photo of await photos.all()) {
      const loaded = () => photo.evaluate((image) => (image as HTMLImageElement).naturalWidth);
      await expect.poll(loaded).toBe(1600);
      const box = (await photo.boundingBox())!;
      // But for the line around it.
      expect(Math.abs(box.x - column.x)).toBeLessThanOrEqual(1);
      expect(Math.abs(box.width - column.width)).toBeLessThanOrEqual(2);
      expect(box.width / box.height).toBeCloseTo(16 / 9, 1);
    }
    await page.getByText('0:02 voice explanation').waitFor();
    await Promise.all([page.getByRole('slider', { name: 'Seek' }).waitFor(), hear(page)]);
    const video = page.getByLabel('Video explanation');
    const videoWidth = () => video.evaluate((element) => (element as HTMLVideoElement).videoWidth);
    await expect.poll(videoWidth).toBeGreaterThan(0);
    await expect.poll(async () => (await video.boundingBox())?.width).toBeCloseTo(column.width, 0);
    await video.evaluate((element) => (element as HTMLVideoElement).play());
  });

  it('shows of a deleted idea nothing but its changes, and the 404 page if it never existed', async () => {
    const { id } = await educator.publish({ pair: 'GBP/SEK', notes: 'Nobody reads this any more.' });
    const page = await watched(signInCustomer(app.url, { path: `/ideas/${id}` }));
    await heading(page, 'GBP/SEK').waitFor();
    await educator.remove(id);
    await page.getByText('The educator deleted this idea. This is the last version you saw.').waitFor();
    await page.reload();
    await heading(page, 'This idea was deleted').waitFor();
    await page.getByText('Deleted', { exact: true }).waitFor();
    await expect.poll(() => page.getByText('Nobody reads this any more.').count()).toBe(0);

    await page.goto('/ideas/6f1c9f0e-0000-4000-8000-000000000001');
    await heading(page, 'Page Not Found').waitFor();
    await page.goto('/ideas/not-an-id');
    await heading(page, 'Page Not Found').waitFor();
  });

  it('leads customers back to Markets, and educators to the dashboard', async () => {
    const { id } = await educator.publish({ pair: 'NOK/SEK' });
    const customer = await watched(signInCustomer(app.url, { path: `/ideas/${id}` }));
    await customer.getByRole('link', { name: 'Back to Markets' }).click();
    await customer.waitForURL('**/customer/dashboard');
    const other = await watched(signInEducator(app.url, '2', { path: `/ideas/${id}` }));
    await other.getByRole('link', { name: 'Back to Dashboard' }).click();
    await other.waitForURL('**/educator/dashboard');
  });

  it("shows customers the 404 page for educator 9's idea", async () => {
    const { rows } = await app.database.pool.query("select id from trade_ideas where educator_id = '9'");
    const page = await watched(signInCustomer(app.url, { path: `/ideas/${rows[0]?.id}` }));
    await heading(page, 'Page Not Found').waitFor();
  });

  it('replays the idea step by step with the keyboard alone', async () => {
    const { id } = await publishClosed();
    const page = await watched(signInCustomer(app.url, { path: `/ideas/${id}` }));
    const { use, press } = createKeyboard(page);
    await use(page.getByRole('button', { name: 'Replay this idea' }));
    const player = page.getByRole('region', { name: 'Replay' });
    const step = player.getByRole('slider', { name: 'Step' });
    // One press is enough. Each step lasts two seconds.
    await player.getByText(/^[2-4] of 4$/).waitFor();
    await step.focus();
    await press('Home');
    await player.getByText('1 of 4', { exact: true }).waitFor();
    const ladder = player.getByRole('img', { name: /^Levels of EUR\/NOK/ });
    await expect.poll(() => ladder.getAttribute('aria-label')).toContain('Invalidation 1.0755, −1R');
    await use(player.getByRole('button', { name: 'Next step' }));
    await expect
      .poll(() => ladder.getAttribute('aria-label'))
      .toContain('Invalidation 1.0800, moved from 1.0755, −1R');
    await step.focus();
    await press('ArrowRight');
    await expect.poll(() => step.getAttribute('aria-valuetext')).toBe('3 of 4, Closed');
    await player.getByText('3 of 4', { exact: true }).waitFor();
    await press('End');
    // Playing from the end starts again at the beginning, and stops at the last step.
    await Promise.all([
      player.getByText(/^[1-3] of 4$/).waitFor(),
      use(player.getByRole('button', { name: 'Play' })),
    ]);
    await player.getByText('4 of 4', { exact: true }).waitFor();
    await player.getByRole('button', { name: 'Play' }).waitFor();
  });

  it('opens the page by links in the track record, in messages and in the detail', async () => {
    const { id } = await educator.publish({ pair: 'CAD/JPY' });
    const page = await watched(signInCustomer(app.url, { path: '/customer/educators/2' }));
    await page.getByRole('link', { name: 'CAD/JPY' }).click();
    await page.waitForURL(`**/ideas/${id}`);

    await page.goto(`/customer/forex?idea=${id}`);
    await selectedCard(page).getByRole('button', { name: 'Details' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Open page' }).click();
    await page.waitForURL(`**/ideas/${id}`);
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await app.database.pool.query(
      `insert into chat_messages (room_id, user_id, user_name, user_role, message)
       select id, 'edu-2', 'Milo Finch', 'educator', $1 from chat_rooms`,
      [`Closed: ${app.url}/ideas/${id}.`],
    );
    await page.goto('/customer/chat');
    await page.getByRole('link', { name: `${app.url}/ideas/${id}` }).click();
    await page.waitForURL(`**/ideas/${id}`);
    await heading(page, 'CAD/JPY').waitFor();
  });

  it('leads from the address of an idea in a market to its page once the idea is closed', async () => {
    const { id } = await publishClosed();
    const page = await watched(signInCustomer(app.url, { path: `/customer/forex?idea=${id}` }));
    await page.waitForURL(`**/ideas/${id}`);
    await page.goto(`/customer/forex/leverage?idea=${id}`);
    await page.waitForURL(`**/ideas/${id}`);
  });
});

describe('an idea that is closed while it is read', () => {
  it('keeps a closed idea with its result and the lesson when it comes, until the reader moves on', async () => {
    const { id } = await educator.publish({ pair: 'NZD/CHF' });
    const page = await watched(signInCustomer(app.url, { path: `/customer/forex?idea=${id}` }));
    const card = selectedCard(page);
    await card.getByRole('heading', { name: 'NZD/CHF' }).waitFor();
    const before = await page.getByText(/^\d+ of \d+$/).innerText();

    await educator.change(id, { status: 'successful' });
    await card.getByText('This idea was closed. It stays here until you move on.').waitFor();
    await card.getByText('Successful').waitFor();
    await educator.change(id, { result_level: 'exit_1' });
    await card.getByText('+0.9R').waitFor();
    await expect.poll(() => page.getByText(/^\d+ of \d+$/).innerText()).toBe(before);
    await educator.change(id, { lesson: 'The second test held.' });
    await card.getByText('The second test held.').waitFor();
    await card.getByRole('heading', { name: 'NZD/CHF' }).waitFor();
    expect(page.url()).toContain(`?idea=${id}`);

    await page.getByRole('button', { name: 'Next', exact: true }).click();
    const [, count] = before.split(' of ');
    await page.getByText(new RegExp(`^\\d+ of ${Number(count) - 1}$`)).waitFor();
    await expect.poll(() => page.getByRole('heading', { name: 'NZD/CHF' }).count()).toBe(0);
  });

  it('leads from the notice to the history the idea went to, and both links fit a phone', async () => {
    const { id } = await educator.publish({ pair: 'NZD/SEK', idea_type: 'Exchange' });
    const phone = { viewport: { width: 360, height: 800 }, path: `/customer/forex?idea=${id}` };
    const page = await watched(signInCustomer(app.url, phone));
    const card = selectedCard(page);
    await card.getByRole('heading', { name: 'NZD/SEK' }).waitFor();
    await educator.change(id, { status: 'successful', result_level: 'exit_1' });
    const toPage = card.getByRole('link', { name: 'Open its page' });
    const toHistory = card.getByRole('link', { name: 'Exchange history' });
    for (const link of [toPage, toHistory]) {
      const box = await link.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(24);
      expect((box?.x ?? 360) + (box?.width ?? 0)).toBeLessThanOrEqual(360 - 16);
    }
    await toHistory.click();
    await page.waitForURL('**/customer/forex/exchange');
    await page.getByRole('article', { name: 'NZD/SEK' }).waitFor();
  });

  it('keeps the idea when it was the last of its market', async () => {
    const { pool } = app.database;
    await pool.query("update trade_ideas set status = 'completed' where market_type = 'Crypto'");
    const { id } = await educator.publish({ pair: 'DOT/USD', market_type: 'Crypto' });
    await pool.query('update feed set epoch = epoch + 1, seq = 0');
    const page = await watched(signInCustomer(app.url, { path: '/customer/crypto' }));
    await selectedCard(page).getByRole('heading', { name: 'DOT/USD' }).waitFor();
    await educator.change(id, { status: 'unsuccessful', result_level: 'invalidation_level' });
    await selectedCard(page)
      .getByRole('region', { name: 'Result' })
      .getByText('−1R', { exact: true })
      .waitFor();
    await selectedCard(page).getByRole('heading', { name: 'DOT/USD' }).waitFor();
  });

  it('says when the idea was deleted', async () => {
    const { id } = await educator.publish({ pair: 'AUD/SGD' });
    const page = await watched(signInCustomer(app.url, { path: `/customer/forex?idea=${id}` }));
    await selectedCard(page).getByRole('heading', { name: 'AUD/SGD' }).waitFor();
    await educator.remove(id);
    await selectedCard(page).getByText('The educator deleted this idea.').waitFor();
  });
});
