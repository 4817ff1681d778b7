import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Enough for the longest screen, so that a stop nobody reaches is found and not looked for for ever. */
const MOST_STOPS = 80;

/** What has the focus, in the words of a screen reader as far as the page itself tells. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: at } = document;
    if (!at || at === document.body) return 'nothing';
    const name = at.getAttribute('aria-label') ?? at.textContent?.slice(0, 60) ?? '';
    return `${at.getAttribute('role') ?? at.tagName.toLowerCase()} "${name}"`;
  });

/** Whether whoever looks at the page sees that this has the focus: it is in the window and drawn otherwise than without. */
const isMarked = (stop: Locator): Promise<boolean> =>
  stop.evaluate((element) => {
    // A file field is drawn by its label, a card's button by the whole card, an entry of a menu by its ground.
    const drawn = [element, element.closest('label') ?? element].map((one) => getComputedStyle(one));
    const outlined = [...drawn, getComputedStyle(element, '::after')].some(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0,
    );
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const inWindow = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    return inWindow && (outlined || element.hasAttribute('data-highlighted'));
  });

type File = { name: string; mimeType: string; buffer: Buffer };

/** A person without a mouse. What they stand on is asserted, and that they can see it. */
export type Keyboard = {
  /** Waits until this has the focus. */
  standsOn: (stop: Locator) => Promise<void>;
  /** Goes to a stop by Tab, or by Shift+Tab. */
  tabTo: (stop: Locator, way?: 'on' | 'back') => Promise<void>;
  press: (...keys: string[]) => Promise<void>;
  type: (text: string) => Promise<void>;
  /** Opens the file chooser of a field that has the focus, and chooses. */
  choose: (...files: File[]) => Promise<void>;
  /** Goes to a stop and presses a key there: Enter unless told otherwise. */
  use: (stop: Locator, key?: string) => Promise<void>;
};

export const keyboardOf = (page: Page): Keyboard => {
  // As long as somebody listens, the browser hands every file chooser over.
  page.on('filechooser', () => undefined);
  const standsOn = async (stop: Locator) => {
    const where = async () =>
      (await stop.evaluate((element) => element === document.activeElement)) ? 'there' : focused(page);
    await expect.poll(where, { message: `the focus, which belongs on ${stop}` }).toBe('there');
    await expect
      .poll(() => isMarked(stop), { message: `one cannot see that ${stop} has the focus` })
      .toBe(true);
  };
  const tabTo = async (stop: Locator, way: 'on' | 'back' = 'on') => {
    await stop.waitFor({ state: 'attached' });
    const target = await stop.elementHandle();
    const isThere = () => page.evaluate((element) => element === document.activeElement, target);
    for (let stops = 0; stops < MOST_STOPS && !(await isThere()); stops++)
      await page.keyboard.press(way === 'on' ? 'Tab' : 'Shift+Tab');
    await target?.dispose();
    await standsOn(stop);
  };
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  return {
    standsOn,
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
