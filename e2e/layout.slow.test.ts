import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from './app.ts';
import { signInCalls } from './educator-calls.ts';
import {
  BLANK_PATH,
  openPage,
  setUpPeople,
  signInCustomer,
  signInEducator,
  withoutDelays,
} from './people.ts';
import { chooseTheme } from './theme.ts';

/** Widths at which parts of a screen once left their place, and the colours of controls. */
let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const watched = setUpPeople();
const box = async (part: Locator) => (await part.boundingBox())!;
const at = (width: number) => ({ viewport: { width, height: 900 } });

it.each([320, 340, 360, 768, 800, 1440])(
  'keeps the figures of the market cards in their rows at %i px',
  async (width) => {
    const page = await watched(signInCustomer(app.url, at(width)));
    await page.getByText('SHIB/USDT').waitFor();
    const outside = await page
      .getByRole('article')
      .getByRole('listitem')
      .evaluateAll((rows) =>
        rows.flatMap((row) => {
          const { right } = row.getBoundingClientRect();
          const cut = [...row.querySelectorAll('.font-medium')].filter(
            (pair) => pair.scrollWidth > pair.clientWidth,
          );
          const over = [...row.querySelectorAll('*')].filter(
            (part) => part.getBoundingClientRect().right > right + 0.5,
          );
          return [...cut, ...over].map(({ textContent }) => textContent);
        }),
      );
    expect(outside).toEqual([]);
  },
);

it('counts the ideas of each market card in one line at 768 px', async () => {
  const page = await watched(signInCustomer(app.url, at(768)));
  const counts = page.getByRole('article').getByText(/^\d+\sactive/);
  await expect.poll(() => counts.count()).toBe(2);
  const lines = () =>
    counts.evaluateAll((all) =>
      all.map((count) => {
        const text = document.createRange();
        text.selectNodeContents(count.firstChild ?? count);
        return text.getClientRects().length;
      }),
    );
  await expect.poll(lines).toEqual([1, 1]);
});

it.each([320, 360, 768, 1024])('keeps everything of the header on the screen at %i px', async (width) => {
  for (const signIn of [signInCustomer(app.url, at(width)), signInEducator(app.url, '1', at(width))]) {
    const page = await watched(signIn);
    const last = await box(page.getByRole('banner').getByRole('button').last());
    expect(last.x + last.width).toBeLessThanOrEqual(width);
  }
});

/** What of a part is beyond the right edge of the screen, except in what scrolls or hides the rest. */
const listOverhang = (part: Locator) =>
  part.evaluate((root) => {
    const isContained = (element: Element) => {
      for (let above = element.parentElement; above; above = above.parentElement) {
        const isHidden = ['auto', 'scroll', 'hidden'].includes(getComputedStyle(above).overflowX);
        if (isHidden && above.getBoundingClientRect().right <= innerWidth) return true;
      }
      return false;
    };
    const isBeyond = (element: Element) => {
      const { right, width, height } = element.getBoundingClientRect();
      return right > innerWidth + 1 && width > 1 && height > 1 && !isContained(element);
    };
    return [...root.querySelectorAll('*')]
      .filter(isBeyond)
      .map(({ tagName, textContent }) => `${tagName} ${textContent?.slice(0, 40)}`);
  });

it('keeps forms, profiles, the glossary and the header on a phone whose text is twice as large', async () => {
  const nobody = openPage(app.url, BLANK_PATH, at(360));
  const customer = signInCustomer(app.url, { ...at(360), path: BLANK_PATH });
  const educator = signInEducator(app.url, '1', { ...at(360), path: BLANK_PATH });
  const visits = [
    [nobody, ['/login', '/chartlark-staff', '/reset-password', '/learn/glossary']],
    [customer, ['/customer/profile', '/customer/educators/1']],
    [educator, ['/educator/ideas']],
  ] as const;
  for (const [person, screens] of visits) {
    const page = await watched(person);
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    for (const screen of screens) {
      await page.goto(screen);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const body = page.locator('body');
      await expect
        .poll(async () => ({ screen, beyond: await listOverhang(body) }))
        .toEqual({
          screen,
          beyond: [],
        });
    }
  }
});

it('keeps the close button of the detail of a pair without a break on a phone', async () => {
  const { publish, remove } = await signInCalls(app);
  const { id } = await publish({ pair: 'W'.repeat(30) });
  const page = await watched(signInCustomer(app.url, { ...at(360), path: `/customer/forex?idea=${id}` }));
  await page
    .locator('[role=group]:not([aria-hidden]) article')
    .getByRole('button', { name: 'Details' })
    .click();
  const close = await box(page.getByRole('dialog').getByRole('button', { name: 'Close' }));
  expect(close.x + close.width).toBeLessThanOrEqual(360);
  await remove(id);
});

it.each([320, 360])('breaks no label of the comparison at %i px', async (width) => {
  const page = await watched(signInCustomer(app.url, { ...at(width), path: '/customer/forex' }));
  await page.getByRole('radio', { name: 'Compare' }).check();
  const labels = page.getByRole('list', { name: 'Active ideas' }).getByRole('term');
  await labels.first().waitFor();
  const broken = () =>
    labels.evaluateAll((all) =>
      all.flatMap((label) => {
        const text = document.createRange();
        text.selectNodeContents(label);
        return text.getClientRects().length > 1 ? [label.textContent] : [];
      }),
    );
  await expect.poll(broken).toEqual([]);
});

it('aligns the quiet actions of an idea with their column, on its page and in its detail', async () => {
  const { publish, remove } = await signInCalls(app);
  const { id } = await publish({ pair: 'EUR/ISK' });
  const page = await watched(signInCustomer(app.url, { ...at(1440), path: `/ideas/${id}` }));
  const getLeft = async (name: RegExp) =>
    (await box(page.getByRole('button', { name }).last().locator('svg'))).x;
  await page.getByRole('button', { name: 'Add private note' }).waitFor();
  await expect.poll(async () => (await getLeft(/^Bookmark/)) - (await getLeft(/^Add private note/))).toBe(0);
  await page.goto(`/customer/forex?idea=${id}`);
  await page.getByRole('button', { name: 'Details' }).first().click();
  const dialog = page.getByRole('dialog');
  const bookmark = dialog.getByRole('button', { name: /^Bookmark/ }).locator('svg');
  const levels = dialog.getByRole('region', { name: 'Levels' });
  await expect.poll(async () => (await box(bookmark)).x - (await box(levels)).x).toBe(0);
  // On a phone the row wraps: a button with a border must not begin left of the column.
  await page.setViewportSize({ width: 360, height: 800 });
  const share = dialog.getByRole('button', { name: 'Share' });
  await expect.poll(async () => (await box(share)).x - (await box(levels)).x).toBeGreaterThanOrEqual(0);
  await remove(id);
});

it('aligns the introduction and the form of the login at 768 px', async () => {
  const page = await watched(openPage(app.url, '/login', at(768)));
  const [intro, heading] = await Promise.all([
    box(page.getByText('Every idea, drawn to scale.')),
    box(page.getByRole('heading', { name: 'Login' })),
  ]);
  expect(intro.x).toBe(heading.x);
});

it.each([700, 1024, 1280, 1320])(
  'leaves the pager of the carousel free under a toast at %i px',
  async (width) => {
    const options = { ...withoutDelays, ...at(width), path: '/customer/forex' };
    const page = await watched(signInCustomer(app.url, options));
    await page.getByRole('status', { name: 'Connection' }).waitFor({ state: 'attached' });
    await page.getByText('Live', { exact: true }).waitFor();
    const { publish, remove } = await signInCalls(app);
    const toast = page.getByRole('dialog').filter({ hasText: 'ETH/USD Bullish' });
    // It stays while the pointer is on it.
    const [{ id }] = await Promise.all([publish({ pair: 'ETH/USD', market_type: 'Crypto' }), toast.hover()]);
    const pager = await box(page.getByText(/^1 of \d+$/).locator('../..'));
    const covered = await box(toast);
    const isBeside =
      covered.x >= pager.x + pager.width ||
      covered.y >= pager.y + pager.height ||
      covered.y + covered.height <= pager.y;
    expect(isBeside, JSON.stringify({ covered, pager })).toBe(true);
    await remove(id);
  },
);

it('leaves the pair of the card and the pager free under a toast on a phone', async () => {
  const options = { ...withoutDelays, viewport: { width: 360, height: 800 }, path: '/customer/forex' };
  const page = await watched(signInCustomer(app.url, options));
  await page.getByText('Live', { exact: true }).waitFor();
  const pair = page.locator('[role=group]:not([aria-hidden]) article').getByRole('heading').first();
  const pager = page.getByText(/^1 of \d+$/).locator('../..');
  const { publish, remove } = await signInCalls(app);
  const toast = page.getByRole('dialog').filter({ hasText: 'ETH/USD Bullish' });
  // It stays while the pointer is on it.
  const [{ id }] = await Promise.all([publish({ pair: 'ETH/USD', market_type: 'Crypto' }), toast.hover()]);
  for (const align of ['start', 'center'] as const) {
    await pair.evaluate((element, block) => element.scrollIntoView({ block }), align);
    const covered = await box(toast);
    for (const part of [pair, pager]) {
      const { y, height } = await box(part);
      const isFree = covered.y >= y + height || covered.y + covered.height <= y;
      expect(isFree, `${align}: ${JSON.stringify({ covered, y, height })}`).toBe(true);
    }
  }
  await remove(id);
});

it('shows buttons and inputs in the colours of the theme', async () => {
  const page = await watched(openPage(app.url, '/login', at(1440)));
  /** The value of a colour token as a computed style has it. */
  const token = (name: string) =>
    page.evaluate((colour) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = `var(--color-${colour})`;
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    }, name);
  const colours = (part: Locator) =>
    part.evaluate((element) => {
      const { backgroundColor, borderTopColor, color } = getComputedStyle(element);
      return { backgroundColor, borderTopColor, color };
    });
  const seen = [];
  for (const theme of ['dark', 'light'] as const) {
    await chooseTheme(page, theme);
    const [primary, ink, field, line, text] = await Promise.all(
      ['primary', 'primary-ink', 'field', 'field-line', 'text'].map(token),
    );
    await expect
      .poll(() => colours(page.getByRole('button', { name: 'Sign In', exact: true })), { message: theme })
      .toMatchObject({ backgroundColor: primary, color: ink });
    await expect
      .poll(() => colours(page.getByLabel('Email')), { message: theme })
      .toEqual({ backgroundColor: field, borderTopColor: line, color: text });
    seen.push({ primary, field, line, text });
  }
  const [dark, light] = seen;
  for (const name of ['primary', 'field', 'line', 'text'] as const)
    expect(dark?.[name], name).not.toBe(light?.[name]);
});
