import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TradeIdea } from '../contract/ideas.ts';
import { startApp, type TestApp } from './app.ts';
import { findViolations } from './axe.ts';
import { type EducatorCalls, signInCalls } from './educator-calls.ts';
import { createKeyboard } from './keyboard.ts';
import { signInCustomer, type WatchedPage } from './people.ts';

/** SPEC §2 and §9: the details of one idea. */
let app: TestApp;
let educator: EducatorCalls;
let person: WatchedPage;
let page: Page;
let idea: TradeIdea;

/** 16:9, one colour: a small image. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAJCAIAAAC0SDtlAAAAGUlEQVR4nGNgYGD4TyIeVUC0gv+kYpJtAACrGg/xY4TxkgAAAABJRU5ErkJggg==',
  'base64',
);

beforeAll(async () => {
  app = await startApp();
  [educator, person] = await Promise.all([
    signInCalls(app),
    signInCustomer(app.url, { permissions: ['clipboard-read', 'clipboard-write'] }),
  ]);
  page = person.page;
  await page.route('**/media/**', (route) =>
    route.request().url().endsWith('.png')
      ? route.fulfill({ contentType: 'image/png', body: PICTURE })
      : route.fulfill({ status: 404 }),
  );
  idea = await educator.publish({
    pair: 'EUR/USD',
    notes: 'The first line.\n\nThe last of many.',
    video_url: 'https://video.example/watch',
  });
  // Files as an upload leaves them; the next change sends them to every reader.
  await app.database.db.execute(sql`
    update trade_ideas
    set image_urls = '{/media/one.png,/media/two.png}', audio_url = '/media/voice.mp3', chart_url = '/media/chart.png'
    where id = ${idea.id}`);
  await educator.change(idea.id, { invalidation_level: '1.0740' });
  await educator.change(idea.id, {
    invalidation_level: '1.0750',
    notes: 'The first line.\n\nA better last.',
  });
});
afterAll(async () => {
  expect(person?.errors).toEqual([]);
  await person?.close();
  await app.close();
});

const openDetail = async () => {
  await page.goto(`/customer/forex?idea=${idea.id}`);
  const card = page.locator('[role=group]:not([aria-hidden]) article');
  await card.getByRole('button', { name: 'Details' }).click();
  const dialog = page.getByRole('dialog', { name: 'EUR/USD' });
  await dialog.getByText('Position size', { exact: true }).waitFor();
  return dialog;
};
const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

describe('the detail of an idea', () => {
  it('shows full notes, both times, voice, and the video in a new tab', async () => {
    const dialog = await openDetail();
    await dialog.getByText('A better last.').waitFor();
    await expect
      .poll(() => dialog.getByRole('time').or(dialog.locator('time')).innerText())
      .toMatch(/(Just now|\d+ seconds? ago|\d+ minutes? ago)\s+\d\d:\d\d UTC/);
    await dialog.getByRole('button', { name: 'Play the voice explanation' }).waitFor();
    await expect.poll(() => dialog.locator('audio').getAttribute('src')).toBe('/media/voice.mp3');
    const video = dialog.getByRole('link', { name: 'Watch the explanation' });
    await expect.poll(() => video.getAttribute('target')).toBe('_blank');
    await expect.poll(() => video.getAttribute('rel')).toContain('noopener');
  });

  it('copies a level and the whole idea, and confirms it for a moment', async () => {
    const dialog = await openDetail();
    // Confirmed for two seconds, which may be over when the press returns.
    await Promise.all([
      dialog.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' }),
      dialog.getByRole('button', { name: 'Copy entry 1' }).click(),
    ]);
    await expect.poll(() => clipboard()).toBe('1.0842');
    await Promise.all([
      dialog.getByRole('button', { name: 'Copied' }).waitFor(),
      dialog.getByRole('button', { name: 'Copy idea' }).click(),
    ]);
    await expect
      .poll(() => clipboard())
      .toMatch(/^EUR\/USD · Bullish · Leverage · Forex · 4H\n.*Entry 1: 1\.0842\n/s);
    await dialog.getByRole('button', { name: 'Copy idea' }).waitFor();
  });

  it('shows the changes with their times behind the edited marker', async () => {
    const dialog = await openDetail();
    await dialog.getByRole('button', { name: /^Edited \d\d:\d\d/ }).click();
    const entries = dialog.getByRole('list').filter({ hasText: 'Published' }).locator('> li');
    await entries.first().waitFor();
    const texts = (await entries.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    expect(texts).toHaveLength(3);
    expect(texts[0]).toMatch(/^\d\d:\d\d UTC Invalidation (from )?1\.0740 (→ ?)?(to )?1\.0750 Notes edited$/);
    expect(texts[2]).toMatch(/Published$/);
  });

  it('shows earlier changes page by page, and focuses the first of them', async () => {
    // As if the first page ended after the newest change.
    await page.route('**/revisions*', async (route) => {
      const response = await route.fetch();
      const rows = (await response.json()) as { number: number }[];
      const isFirst = !route.request().url().includes('cursor');
      const link = `<${new URL(route.request().url()).pathname}?cursor=${rows.at(-1)?.number}>; rel="next"`;
      const headers = { ...response.headers(), ...(isFirst ? { link } : {}) };
      await route.fulfill({ response, headers, json: isFirst ? rows.slice(-1) : rows });
    });
    const dialog = await openDetail();
    const entries = dialog.locator('ol > li');
    await dialog.getByRole('button', { name: /^Edited \d\d:\d\d/ }).click();
    await dialog.getByRole('button', { name: 'Show earlier changes' }).click();
    await entries.filter({ hasText: 'Published' }).waitFor();
    await expect.poll(() => entries.count()).toBe(3);
    await expect.poll(() => entries.nth(1).evaluate((entry) => entry === document.activeElement)).toBe(true);
    await expect.poll(() => dialog.getByRole('button', { name: 'Show earlier changes' }).count()).toBe(0);
    await page.unroute('**/revisions*');
  });

  const viewer = () => page.getByRole('dialog', { name: /photo \d of 3/ });
  const viewerPhoto = () => viewer().getByRole('img');
  const zoom = async () =>
    Number.parseInt(
      await viewer()
        .getByText(/^\d+ %$/)
        .innerText(),
      10,
    ) / 100;

  it('opens photos: keys and wheel zoom, arrow keys change the photo, Escape closes only the viewer', async () => {
    const dialog = await openDetail();
    await dialog.getByRole('button', { name: 'View photo 1 of 3 full size' }).click();
    await page.getByRole('dialog', { name: /photo 1 of 3/ }).waitFor();
    const photo = viewerPhoto();
    await expect.poll(() => zoom()).toBe(1);
    await page.keyboard.press('+');
    await expect.poll(zoom).toBe(1.5);
    await page.keyboard.press('0');
    await expect.poll(zoom).toBe(1);
    await photo.hover();
    await page.mouse.wheel(0, -300);
    await expect.poll(zoom).toBeGreaterThan(1.9);
    await page.keyboard.press('0');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('dialog', { name: /photo 3 of 3/ }).waitFor();
    await expect.poll(() => photo.getAttribute('src')).toBe('/media/chart.png');
    await page.keyboard.press('Escape');
    await photo.waitFor({ state: 'detached' });
    await dialog.getByText('Position size', { exact: true }).waitFor();
  });

  it('zooms a photo by pinching, in both themes', async () => {
    const dialog = await openDetail();
    await dialog.getByRole('button', { name: 'View photo 1 of 3 full size' }).click();
    const stage = viewerPhoto().locator('..');
    await stage.waitFor();
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => {
        document.documentElement.dataset.theme = name;
      }, theme);
      expect(await findViolations(page), theme).toEqual([]);
    }
    const box = (await stage.boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const touch = await page.context().newCDPSession(page);
    /** Two fingers at this distance from the centre; neither is lifted. */
    const fingers = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: apart === undefined ? [] : [-apart, apart].map((by, id) => ({ x: x + by, y, id })),
      });
    await fingers('touchStart', 50);
    for (const apart of [60, 80, 100]) await fingers('touchMove', apart);
    await fingers('touchEnd');
    await expect.poll(zoom).toBeCloseTo(2, 1);
    await fingers('touchStart', 100);
    for (const apart of [80, 60, 40]) await fingers('touchMove', apart);
    await fingers('touchEnd');
    await expect.poll(zoom).toBe(1);
    await page.keyboard.press('Escape');
    await stage.waitFor({ state: 'detached' });
  });

  it('computes a position size, stores account and risk, and reports invalid numbers', async () => {
    const dialog = await openDetail();
    const field = (name: string) => dialog.getByRole('textbox', { name });
    await expect.poll(() => field('Entry').inputValue()).toBe('1.0842');
    await expect.poll(() => field('Stop').inputValue()).toBe('1.0750');
    await dialog.getByText(/For learning only, not advice/).waitFor();
    await field('Account size').fill('10,000');
    await dialog.getByText('Which number do you mean?').waitFor();
    await dialog.getByRole('button', { name: '$10', exact: true }).waitFor();
    await dialog.getByRole('button', { name: '$10,000', exact: true }).click();
    await expect
      .poll(() => field('Account size').evaluate((input) => input === document.activeElement))
      .toBe(true);
    await dialog.getByText('Read as $10,000').waitFor();
    await dialog.getByText('10,869', { exact: true }).waitFor();
    await dialog.getByText('100.00 USD').waitFor();
    await field('Risk per trade (%)').fill('a lot');
    await dialog.getByText('Enter a percentage from 0 to 100, e.g. 1').waitFor();
    await dialog.getByText('Complete the fields above to see the position size.').waitFor();
    await expect.poll(() => field('Account size').inputValue()).toBe('10000');
    await field('Risk per trade (%)').fill('0,5');
    await dialog.getByText('50.00 USD').waitFor();
    await page.reload();
    const again = await openDetail();
    await expect.poll(() => again.getByRole('textbox', { name: 'Account size' }).inputValue()).toBe('10000');
    await expect
      .poll(() => again.getByRole('textbox', { name: 'Risk per trade (%)' }).inputValue())
      .toBe('0,5');
  });

  it('stays open and current when the idea is completed or deleted', async () => {
    const dialog = await openDetail();
    await educator.change(idea.id, { status: 'successful' });
    await dialog.getByText('Successful', { exact: true }).waitFor();
    await educator.remove(idea.id);
    await dialog.getByText(/The educator deleted this idea/).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});

it('shows result and lesson first once the idea is closed, before chips, author and notices', async () => {
  const closing = await educator.publish({ pair: 'CHF/NOK' });
  await page.goto(`/customer/forex?idea=${closing.id}`);
  await page
    .locator('[role=group]:not([aria-hidden]) article')
    .getByRole('button', { name: 'Details' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'CHF/NOK' });
  const edited = dialog.getByRole('button', { name: /^Edited / });
  await dialog.getByText('Position size', { exact: true }).waitFor();
  await expect.poll(() => dialog.getByRole('region', { name: 'Result' }).count()).toBe(0);
  const lesson = 'Let the second test hold.';
  await educator.change(closing.id, { status: 'successful', result_level: 'exit_1', lesson });
  await edited.waitFor();
  const texts = ['+0.9R', lesson, 'Bullish', closing.educator_name, /^Edited /];
  const tops = await Promise.all(
    texts.map(async (text) => (await dialog.getByText(text).first().boundingBox())?.y ?? Number.NaN),
  );
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  expect(new Set(tops).size).toBe(texts.length);
  await educator.remove(closing.id);
});

it('computes the position with the levels as they are now, unless one was typed', async () => {
  const moved = await educator.publish({ pair: 'GBP/NZD', entry_1: '1.0842', invalidation_level: '1.0800' });
  await page.goto(`/ideas/${moved.id}`);
  const calculator = page.getByRole('region', { name: 'Position size' });
  await calculator.getByLabel('Account size').fill('10000');
  await calculator.getByLabel('Risk per trade').fill('1');
  const units = calculator.getByText('Position size (units)').locator('..').locator('dd');
  await expect.poll(() => units.innerText()).toBe('23,809');
  await educator.change(moved.id, { invalidation_level: '1.0642' });
  await expect.poll(() => units.innerText()).toBe('5,000');
  await calculator.getByLabel('Entry').fill('1.0742');
  await educator.change(moved.id, { invalidation_level: '1.0542' });
  await expect.poll(() => calculator.getByLabel('Invalidation (stop)').inputValue()).toBe('1.0542');
  await expect.poll(() => calculator.getByLabel('Entry').inputValue()).toBe('1.0742');
});

it('lets a reader open photos, compute a size, copy a level and read the changes with the keyboard alone', async () => {
  const other = await educator.publish({ pair: 'GBP/CHF', market_type: 'Forex' });
  await app.database.db.execute(sql`
    update trade_ideas set image_urls = '{/media/one.png,/media/two.png}' where id = ${other.id}`);
  await educator.change(other.id, { invalidation_level: '1.0740' });
  await page.goto(`/customer/forex?idea=${other.id}`);
  const { press, expectFocus, tabTo, type, use } = createKeyboard(page);
  const details = page
    .locator('[role=group]:not([aria-hidden]) article')
    .getByRole('button', { name: 'Details' });
  await use(details);
  const dialog = page.getByRole('dialog', { name: 'GBP/CHF', exact: true });
  await expectFocus(dialog.getByRole('button', { name: 'Close' }));

  const second = dialog.getByRole('button', { name: 'View photo 2 of 2 full size' });
  await use(second);
  const viewer = page.getByRole('dialog', { name: /photo \d of 2/ });
  await expectFocus(viewer.getByRole('button', { name: 'Close' }));
  await use(viewer.getByRole('button', { name: 'Next photo' }));
  await page.getByRole('dialog', { name: /photo 1 of 2/ }).waitFor();
  await expectFocus(viewer.getByRole('button', { name: 'Next photo' }));
  // Keys work wherever the focus is, and a button with nothing left to do keeps it.
  await press('+');
  const smaller = viewer.getByRole('button', { name: 'Zoom out' });
  await tabTo(smaller, 'back');
  await press('Enter');
  await viewer.getByText('100 %').waitFor();
  await expectFocus(smaller);
  await press('ArrowRight');
  await page.getByRole('dialog', { name: /photo 2 of 2/ }).waitFor();
  await press('Escape');
  await viewer.waitFor({ state: 'detached' });
  await expectFocus(second);

  const edited = dialog.getByRole('button', { name: /^Edited/ });
  await use(edited);
  await dialog.getByText('Published', { exact: true }).waitFor();
  await expectFocus(edited);
  const copy = dialog.getByRole('button', { name: 'Copy entry 1' });
  await tabTo(copy, 'back');
  await press('Enter');
  await expect.poll(clipboard).toBe('1.0842');
  await expectFocus(copy);

  const field = (name: string) => dialog.getByRole('textbox', { name });
  await tabTo(field('Account size'));
  await press('ControlOrMeta+A');
  await type('1000');
  await tabTo(field('Stop'));
  await press('ControlOrMeta+A');
  await type('1.0742');
  await tabTo(field('Risk per trade (%)'), 'back');
  await press('ControlOrMeta+A');
  await type('1');
  await dialog.getByText('10.00 CHF').waitFor();
  await press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expectFocus(details);
});
