import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** More than the longest screen has. Beyond it, an element counts as unreachable. */
const MAX_TAB_STOPS = 150;

/** Role and name of the focused element. */
const describeFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    if (!at || at === document.body) return 'nothing';
    const name = at.getAttribute('aria-label') ?? at.textContent?.slice(0, 60) ?? '';
    return `${at.getAttribute('role') ?? at.tagName.toLowerCase()} "${name}"`;
  });

/** What is missing until a person sees that the element has the focus, or "visible". */
const describeVisibility = (stop: Locator): Promise<string> =>
  stop.evaluate((element) => {
    // The ring of a file input is on its label, that of a card's button on the card, and a menu entry is highlighted.
    const drawn = [element, element.closest('label') ?? element].map((one) => getComputedStyle(one));
    const outlined = [...drawn, getComputedStyle(element, '::after')].some(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0,
    );
    const { top, bottom, left, right } = element.getBoundingClientRect();
    if (bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth)
      return `outside of the window: ${Math.round(left)}, ${Math.round(top)}, page scrolled by ${scrollY}`;
    if (outlined || element.hasAttribute('data-highlighted')) return 'visible';
    return element.matches(':focus-visible') ? 'a ring that is not drawn' : 'no :focus-visible';
  });

type File = { name: string; mimeType: string; buffer: Buffer };

/** A keyboard-only user. Asserts that the focus is where it should be, and visible. */
export type Keyboard = {
  /** Waits until this element has the focus. */
  expectFocus: (stop: Locator) => Promise<void>;
  /** Focuses an element by Tab, or by Shift+Tab. */
  tabTo: (stop: Locator, way?: 'on' | 'back') => Promise<void>;
  press: (...keys: string[]) => Promise<void>;
  type: (text: string) => Promise<void>;
  /** Opens the file chooser of the focused input and chooses files. */
  choose: (...files: File[]) => Promise<void>;
  /** Focuses an element and presses a key, Enter by default. */
  use: (stop: Locator, key?: string) => Promise<void>;
};

export const createKeyboard = (page: Page): Keyboard => {
  // While there is a listener, Playwright intercepts every file chooser.
  page.on('filechooser', () => undefined);
  const expectFocus = async (stop: Locator) => {
    const where = async () =>
      (await stop.evaluate((element) => element === document.activeElement)) ? 'there' : describeFocus(page);
    await expect.poll(where, { message: `focus on ${stop}` }).toBe('there');
    await expect.poll(() => describeVisibility(stop), { message: `focus ring of ${stop}` }).toBe('visible');
  };
  const tabTo = async (stop: Locator, way: 'on' | 'back' = 'on') => {
    await stop.waitFor({ state: 'attached' });
    const target = await stop.elementHandle();
    const isThere = () => page.evaluate((element) => element === document.activeElement, target);
    for (let stops = 0; stops < MAX_TAB_STOPS && !(await isThere()); stops++)
      await page.keyboard.press(way === 'on' ? 'Tab' : 'Shift+Tab');
    await target?.dispose();
    await expectFocus(stop);
  };
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  return {
    expectFocus: expectFocus,
    tabTo,
    press,
    type: (text) => page.keyboard.type(text),
    choose: async (...files) => {
      const opened = page.waitForEvent('filechooser');
      await press('Enter');
      await (await opened).setFiles(files);
    },
    use: async (stop, key = 'Enter') => {
      await tabTo(stop);
      await press(key);
    },
  };
};
