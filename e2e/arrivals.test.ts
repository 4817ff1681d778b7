import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { type EducatorCalls, signInCalls } from './educator-calls.ts';
import { signInCustomer, signInEducator } from './people.ts';

/** A new idea while the app is open: a toast, the badges, and a sound for whoever wants one. */
let app: TestApp;
let educator: EducatorCalls;

beforeAll(async () => {
  app = await startApp();
  educator = await signInCalls(app);
});
afterAll(() => app.close());

/** Counts the tones a page plays, without a loudspeaker. */
const listen = (page: Page) =>
  page.addInitScript(() => {
    const heard = { tones: 0 };
    Object.assign(window, { heard });
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function counted(when) {
      heard.tones++;
      return start.call(this, when);
    };
  });
const tones = (page: Page) =>
  page.evaluate(() => (window as unknown as { heard: { tones: number } }).heard.tones);
/** What comes after the page works has come. */
const ready = async (page: Page) => {
  await page.getByRole('status', { name: 'Connection' }).waitFor({ state: 'attached' });
  await page.getByText('Live', { exact: true }).first().waitFor();
};
const toast = (page: Page, title: string) => page.getByRole('heading', { name: title, exact: true });

describe('a new idea', () => {
  it('is told with pair, direction, market and educator, and its link leads to it', async () => {
    const { page, faults, close } = await signInCustomer(app.url);
    await ready(page);
    const { id } = await educator.publish({ pair: 'EUR/NOK', order_type: 'SELL' });
    await toast(page, 'EUR/NOK Bearish').waitFor();
    await page.getByText('New Forex idea by Milo Finch').waitFor();
    await page.getByRole('link', { name: 'Show', exact: true }).click();
    await page.waitForURL(`**/customer/forex?idea=${id}`);
    await toast(page, 'EUR/NOK Bearish').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await close();
  });

  it('of a burst is one toast, and the badge counts each', async () => {
    const { page, close } = await signInCustomer(app.url);
    await ready(page);
    await Promise.all(['EUR/SEK', 'USD/NOK', 'USD/SEK'].map((pair) => educator.publish({ pair })));
    await toast(page, '3 new ideas').waitFor();
    await page.getByRole('button', { name: 'Notification settings, 3 new' }).waitFor();
    await close();
  });

  it('of a market that is off is not told', async () => {
    const { page, close } = await signInCustomer(app.url);
    await ready(page);
    await page.getByRole('button', { name: /^Notification settings/ }).click();
    await page.getByRole('switch', { name: 'Crypto' }).uncheck();
    await page.keyboard.press('Escape');
    await educator.publish({ pair: 'ATOM/USD', market_type: 'Crypto' });
    await educator.publish({ pair: 'CHF/JPY' });
    await toast(page, 'CHF/JPY Bullish').waitFor();
    expect(await toast(page, 'ATOM/USD Bullish').count()).toBe(0);
    await page.getByRole('button', { name: /^Notification settings/ }).click();
    await page.getByRole('switch', { name: 'Crypto' }).check();
    await close();
  });

  it('is not told to its own author, but to another educator', async () => {
    const author = await signInEducator(app.url, '2');
    const other = await signInEducator(app.url, '3');
    await Promise.all([ready(author.page), ready(other.page)]);
    await author.page.evaluate(() => {
      const heard: string[] = [];
      Object.assign(window, { heard });
      window.addEventListener('tradeIdeaCreated', (event) =>
        heard.push((event as CustomEvent).detail.tradeIdea.pair),
      );
    });
    await educator.publish({ pair: 'GBP/AUD' });
    await toast(other.page, 'GBP/AUD Bullish').waitFor();
    await expect
      .poll(() => author.page.evaluate(() => (window as unknown as { heard: string[] }).heard))
      .toEqual(['GBP/AUD']);
    // Twice as long as arrivals are gathered.
    await author.page.waitForTimeout(800);
    expect(await toast(author.page, 'GBP/AUD Bullish').count()).toBe(0);
    await author.close();
    await other.close();
  });

  it('makes no sound until somebody wants one; then one, and it is remembered', async () => {
    const { page, close } = await signInCustomer(app.url);
    await listen(page);
    await page.reload();
    await ready(page);
    await educator.publish({ pair: 'NZD/JPY' });
    await toast(page, 'NZD/JPY Bullish').waitFor();
    await page.waitForTimeout(700);
    expect(await tones(page)).toBe(0);

    await page.getByRole('button', { name: /^Notification settings/ }).click();
    const sound = page.getByRole('switch', { name: 'Sound for new ideas' });
    expect(await sound.isChecked()).toBe(false);
    await sound.check();
    // Heard as it is chosen.
    await expect.poll(() => tones(page)).toBe(2);
    await page.reload();
    await ready(page);
    expect(await tones(page)).toBe(0);
    await educator.publish({ pair: 'AUD/JPY' });
    await expect.poll(() => tones(page)).toBe(2);
    await page.getByRole('button', { name: /^Notification settings/ }).click();
    expect(await page.getByRole('switch', { name: 'Sound for new ideas' }).isChecked()).toBe(true);
    await close();
  });

  it('counts on the app’s icon', async () => {
    const { page, close } = await signInCustomer(app.url);
    await page.addInitScript(() => {
      const shown: number[] = [];
      Object.assign(window, { shown });
      navigator.setAppBadge = async (count) => void shown.push(count ?? -1);
    });
    await page.reload();
    await ready(page);
    const shown = () => page.evaluate(() => (window as unknown as { shown: number[] }).shown);
    await expect.poll(async () => (await shown()).at(-1)).toBe(0);
    await educator.publish({ pair: 'CAD/JPY' });
    await expect.poll(async () => (await shown()).at(-1)).toBe(1);
    await close();
  });
});
