import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { signInCalls } from './educator-calls.ts';
import { iPhone, openPage, setUpPeople, signInCustomer, signInEducator, withoutDelays } from './people.ts';
import { waitForDeferredParts } from './service-worker.ts';

/** SPEC §2, §4 and §9: the install banner. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp({ settings: { BRAND: 'Larks & Co' } });
});
afterAll(() => app.close());

const watched = setUpPeople();
/** How a browser offers the installation, and how the person answers its prompt. */
const offer = (page: Page, outcome: 'accepted' | 'dismissed') =>
  page.evaluate((answer) => {
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => Object.assign(window, { prompted: true }),
      userChoice: Promise.resolve({ outcome: answer }),
    });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  }, outcome);
const prompted = (page: Page) => page.evaluate(() => (window as { prompted?: boolean }).prompted ?? false);
const banner = (page: Page) => page.getByRole('region', { name: 'Install' });
const stored = (page: Page, name: string) => page.evaluate((key) => localStorage.getItem(key), name);
const DAY = 24 * 60 * 60 * 1000;

describe('the install banner', () => {
  it('shows the product’s name and SPEC’s texts, and installs on click', async () => {
    const page = await watched(openPage(app.url, '/login', withoutDelays));
    await expect.poll(() => banner(page).count()).toBe(0);
    expect(await offer(page, 'accepted'), 'the browser’s own bar stays away').toBe(true);
    await banner(page).getByRole('heading', { name: 'Larks & Co' }).waitFor();
    await banner(page).getByText('Get the app for better experience').waitFor();
    await expect.poll(() => prompted(page), { message: 'only a press asks' }).toBe(false);
    await banner(page).getByRole('button', { name: 'Install', exact: true }).click();
    await banner(page).waitFor({ state: 'detached' });
    await expect.poll(() => prompted(page)).toBe(true);
    await expect.poll(() => stored(page, 'installed')).toBe('true');
  });

  it('does not show the banner for 7 days after Not Now or Close', async () => {
    const page = await watched(openPage(app.url, '/login', withoutDelays));
    const now = Date.now();
    await page.clock.setFixedTime(now);
    for (const button of ['Not Now', 'Close']) {
      await page.evaluate(() => localStorage.removeItem('installDismissed'));
      await offer(page, 'accepted');
      await banner(page).getByRole('button', { name: button }).click();
      await banner(page).waitFor({ state: 'detached' });
      await expect.poll(() => stored(page, 'installDismissed')).toBe(String(now));
      await page.reload();
    }

    const offeredAfter = async (ms: number) => {
      await page.evaluate((time) => localStorage.setItem('installDismissed', String(time)), now - ms);
      await page.reload();
      await waitForDeferredParts(page);
      await offer(page, 'accepted');
    };
    await offeredAfter(7 * DAY - 1);
    await page.waitForTimeout(500);
    await expect.poll(() => banner(page).count()).toBe(0);
    await offeredAfter(7 * DAY);
    await banner(page).waitFor();
  });

  it('counts a refused browser prompt as a dismissal', async () => {
    const page = await watched(openPage(app.url, '/login', withoutDelays));
    await offer(page, 'dismissed');
    await banner(page).getByRole('button', { name: 'Install', exact: true }).click();
    await banner(page).waitFor({ state: 'detached' });
    await expect.poll(() => stored(page, 'installDismissed')).not.toBeNull();
  });

  it('does not show the banner in the installed app', async () => {
    const page = await watched(openPage(app.url, '/login', withoutDelays));
    await page.addInitScript(() => {
      const { matchMedia } = window;
      window.matchMedia = (query) =>
        query === '(display-mode: standalone)'
          ? ({ ...matchMedia.call(window, query), matches: true } as MediaQueryList)
          : matchMedia.call(window, query);
    });
    await page.reload();
    await waitForDeferredParts(page);
    await offer(page, 'accepted');
    await page.waitForTimeout(300);
    await expect.poll(() => banner(page).count()).toBe(0);
  });

  it('shows the steps on an iPhone, which has no prompt', async () => {
    const page = await watched(signInCustomer(app.url, { ...withoutDelays, ...iPhone }));
    await banner(page).getByRole('button', { name: 'Show me how' }).click();
    await banner(page).getByText('Choose Add to Home Screen').waitFor();
    await expect
      .poll(() => banner(page).getByRole('button', { name: 'Install', exact: true }).count())
      .toBe(0);
    await banner(page).getByRole('button', { name: 'Not Now' }).click();
    await banner(page).waitFor({ state: 'detached' });
  });
});

describe('the banner covers nothing', () => {
  type Box = { x: number; y: number; width: number; height: number };
  const getBox = async (page: Page, what: string | ReturnType<Page['locator']>): Promise<Box> => {
    const box = await (typeof what === 'string' ? page.locator(what) : what).first().boundingBox();
    if (!box) throw new Error(`${what} is not there`);
    return box;
  };
  const end = ({ y, height }: Box) => Math.floor(y + height);

  it.each([360, 1440])(
    'shows pager, toast and footer of a market above the banner at %i px',
    async (width) => {
      const page = await watched(
        signInCustomer(app.url, {
          ...withoutDelays,
          path: '/customer/forex',
          viewport: { width, height: width === 360 ? 740 : 900 },
        }),
      );
      await page.getByRole('status', { name: 'Connection' }).waitFor({ state: 'attached' });
      await page.getByText('Live', { exact: true }).waitFor();
      const before = await getBox(page, page.getByRole('heading', { level: 1 }));
      const bottom = () => page.evaluate(() => getComputedStyle(document.body).paddingBottom);
      // On a phone the tab bar is below the banner.
      const bottomBefore = await bottom();
      expect(bottomBefore).toBe(width === 360 ? '56px' : '0px');
      await offer(page, 'accepted');
      await banner(page).waitFor();
      const { publish } = await signInCalls(app);
      const toast = page.getByRole('dialog').filter({ hasText: 'ETH/USD Bullish' });
      // It stays while the pointer is on it.
      await Promise.all([publish({ pair: 'ETH/USD', market_type: 'Crypto' }), toast.hover()]);
      await page.context().setOffline(true);
      await page.getByText(/^Offline[.]/).waitFor();
      const top = (await getBox(page, banner(page))).y;
      await expect.poll(async () => end(await getBox(page, toast))).toBeLessThanOrEqual(top);
      expect(end(await getBox(page, page.getByRole('button', { name: 'Next' })))).toBeLessThanOrEqual(top);
      // On a phone the pager ends where the banner begins: no part of the card shows between them.
      if (width === 360) {
        const under = await page.evaluate(
          (y) => document.elementFromPoint(20, y)?.closest('article')?.tagName ?? null,
          Math.floor(top) - 1,
        );
        expect(under).toBeNull();
      }
      await expect.poll(() => getBox(page, page.getByRole('heading', { level: 1 }))).toEqual(before);
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await expect
        .poll(async () => end(await getBox(page, page.getByRole('contentinfo'))))
        .toBeLessThanOrEqual(top);
      await page.context().setOffline(false);
      await banner(page).getByRole('button', { name: 'Not Now' }).click();
      await expect.poll(bottom).toBe(bottomBefore);
    },
  );

  it('shows the message box and the last message of an educator’s channel above the banner', async () => {
    const page = await watched(
      signInEducator(app.url, '1', {
        ...withoutDelays,
        path: '/educator/chat',
        viewport: { width: 360, height: 740 },
      }),
    );
    const box = page.getByRole('textbox', { name: 'Message' });
    await box.waitFor();
    await waitForDeferredParts(page);
    await offer(page, 'accepted');
    await banner(page).waitFor();
    const top = (await getBox(page, banner(page))).y;
    await expect.poll(async () => end(await getBox(page, box))).toBeLessThanOrEqual(top);
    await page.getByRole('article').last().waitFor();
    expect(end(await getBox(page, page.getByRole('article').last()))).toBeLessThanOrEqual(
      (await getBox(page, box)).y,
    );
  });
});

describe('the manifest', () => {
  it('loads the manifest in the browser without errors', async () => {
    const page = await watched(openPage(app.url, '/login', withoutDelays));
    const session = await page.context().newCDPSession(page);
    const { errors, data } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(JSON.parse(data ?? '{}').name).toBe('Larks & Co');
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    // A test's context has no profile, so browsers do not offer the installation there.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
  });
});
