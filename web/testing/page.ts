import { expect } from 'vitest';
import { type Locator, locators, page } from 'vitest/browser';

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** Elements by a CSS selector, for what has neither role nor text. */
    getByCss: (selector: string) => Locator;
  }
}
locators.extend({ getByCss: (selector: string) => selector });

/** Without a limit `expect.element` waits for the rest of the test's time. */
export const WAIT_MS = 10_000;

/** Waits until a person can see it. */
export const expectShown = (locator: Locator): Promise<void> =>
  expect.element(locator, { timeout: WAIT_MS }).toBeVisible();

/** Waits until the stream is open: before it, changes reach the lists of ideas alone. */
export const expectLive = (): Promise<void> => expectShown(page.getByText('Live', { exact: true }));

/** Waits until it is not in the page. */
export const expectGone = (locator: Locator): Promise<void> =>
  expect.element(locator, { timeout: WAIT_MS }).not.toBeInTheDocument();

/** The texts as displayed, without what CSS hides. */
export const readTexts = (locator: Locator): string[] =>
  locator.elements().map((element) => (element as HTMLElement).innerText);

/** Position and size in the window. */
export const measure = (locator: Locator): DOMRect => locator.element().getBoundingClientRect();

/** Resolves when the browser has drawn what changed. */
export const nextFrame = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/** The messages of the toasts, as waited for: the last one with all these texts. */
export const toast = (...texts: (string | RegExp)[]): Locator => {
  let found = page.getByRole('region', { name: 'Messages' }).getByCss('[role=dialog], [role=alertdialog]');
  for (const text of texts) found = found.filter({ has: page.getByText(text, { exact: true }) });
  return found.last();
};

/** Waits until nothing reaches beyond the width of the window. */
export const expectNoOverflow = (): Promise<void> =>
  expect.poll(() => document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);

/** Resolves when the page has the size: Vitest's answer may come before its frame is laid out anew. */
export const resize = async ({ width, height }: { width: number; height: number }): Promise<void> => {
  await page.viewport(width, height);
  await expect.poll(() => [innerWidth, innerHeight]).toEqual([width, height]);
};

/** What the browser tells a page that becomes visible again. */
export const lookAgain = (): void => {
  window.dispatchEvent(new Event('visibilitychange'));
};
