import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { signInCalls } from './educator-calls.ts';
import { BLANK_PATH, setUpPeople, signInCustomer, signInEducator } from './people.ts';

/** The customer's main links at the bottom of a phone. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();
const phone = { viewport: { width: 360, height: 800 }, hasTouch: true };
const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });

describe('the tab bar of a phone', () => {
  it("shows SPEC's links and Learn, marks the current page and is large enough for a thumb", async () => {
    const page = await watched(signInCustomer(app.url, phone));
    const tabs = bar(page).getByRole('link');
    await tabs.first().waitFor();
    await expect
      .poll(() => tabs.allInnerTexts())
      .toEqual(['Markets', 'Leverage', 'Exchange', 'Updates', 'Learn']);
    for (const tab of await tabs.all()) {
      const { width, height } = (await tab.boundingBox())!;
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    for (const name of ['Leverage', 'Exchange', 'Updates', 'Learn', 'Markets']) {
      await tabs.filter({ hasText: name }).click();
      await page.locator(`nav [aria-current=page]:visible:has-text("${name}")`).waitFor();
    }
  });

  it('counts unseen ideas on Markets', async () => {
    const page = await watched(signInCustomer(app.url, { ...phone, path: BLANK_PATH }));
    // Nothing is new in the first list of a page.
    const lists = page.waitForResponse((answer) => answer.url().includes('market=Forex'));
    await page.goto('/customer/chat');
    await lists;
    await page.getByText('Live', { exact: true }).waitFor();
    const { publish } = await signInCalls(app);
    await publish({ pair: 'EUR/SEK' });
    await bar(page).getByText('1 new idea').waitFor();
  });

  it.each(['/customer/dashboard', '/customer/forex', '/customer/crypto/leverage', '/customer/chat'])(
    'covers nothing of %s',
    async (path) => {
      const page = await watched(signInCustomer(app.url, { ...phone, path }));
      await page.getByText('Live', { exact: true }).waitFor();
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
      const last = page.locator('main, footer').last();
      const end = async () => {
        // Each time, because what loads late makes the page longer.
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        const { y, height } = (await last.boundingBox())!;
        return Math.floor(y + height);
      };
      const { y: top } = (await bar(page).boundingBox())!;
      await expect.poll(end).toBeLessThanOrEqual(top);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    },
  );

  it('does not show the bar on wider screens, to signed-out visitors and to educators', async () => {
    const wide = await watched(signInCustomer(app.url));
    await wide.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => bar(wide).count()).toBe(1);
    await expect.poll(() => wide.locator('nav[aria-label=Main]').count()).toBe(2);
    const educator = await watched(signInEducator(app.url, '1', phone));
    await educator.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => bar(educator).count()).toBe(0);
    await expect
      .poll(() => educator.evaluate(() => getComputedStyle(document.body).paddingBottom))
      .toBe('0px');
  });
});
