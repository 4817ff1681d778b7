import type { Locator, Page } from 'playwright-core';

/** More than any screen has controls. */
const MOST_STOPS = 120;

/** Presses Tab until this has the focus, as somebody does who has no mouse; its ring must be there to be seen. */
export const tabTo = async (page: Page, what: Locator): Promise<void> => {
  await what.waitFor();
  const isFocused = () => what.evaluate((element) => element === document.activeElement);
  for (let stop = 0; stop < MOST_STOPS && !(await isFocused()); stop++) await page.keyboard.press('Tab');
  const { focused, ring } = await what.evaluate((element) => ({
    focused: element === document.activeElement && element.matches(':focus-visible'),
    ring: getComputedStyle(element).outlineStyle !== 'none',
  }));
  if (!focused) throw new Error(`Tab never reached ${what}`);
  if (!ring) throw new Error(`Nobody sees that ${what} has the focus`);
};
