import { expect } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';
import { WAIT_MS } from './page.ts';

/** More than the longest screen has. Beyond it, an element counts as unreachable. */
const MAX_TAB_STOPS = 150;

/** Role and name of the focused element. */
const describeFocus = (): string => {
  const { activeElement: at } = document;
  if (!at || at === document.body) return 'nothing';
  const name = at.getAttribute('aria-label') ?? at.textContent?.slice(0, 60) ?? '';
  return `${at.getAttribute('role') ?? at.tagName.toLowerCase()} "${name}"`;
};

/** What is missing until a person sees that the element has the focus, or "visible". */
const describeVisibility = (element: Element): string => {
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
};

/** Waits until this element has the focus, with a ring that is in the window. */
export const expectFocus = async (stop: Locator): Promise<void> => {
  const where = () => (stop.query() === document.activeElement ? 'there' : describeFocus());
  await expect.poll(where, { message: `focus on ${stop.asLocator()}` }).toBe('there');
  await expect.poll(() => describeVisibility(stop.element()), { message: 'focus ring' }).toBe('visible');
};

/** Presses keys one after the other, each with its modifiers: `press('Control+Enter', 'Tab')`. */
export const press = async (...keys: string[]): Promise<void> => {
  for (const key of keys) {
    const parts = key.split('+');
    const last = parts.pop();
    const held = parts.map((part) => `{${part}>}`).join('');
    const released = parts.map((part) => `{/${part}}`).join('');
    await userEvent.keyboard(`${held}{${last}}${released}`);
  }
};

/** Types into the focused field. Braces and brackets are typed as they are. */
export const type = (text: string): Promise<void> =>
  userEvent.keyboard(text.replace(/[{[]/g, (bracket) => bracket + bracket));

/** Focuses an element by Tab, or by Shift+Tab. */
export const tabTo = async (stop: Locator, way: 'on' | 'back' = 'on'): Promise<void> => {
  const target = await stop.findElement({ timeout: WAIT_MS });
  for (let stops = 0; stops < MAX_TAB_STOPS && document.activeElement !== target; stops++)
    await userEvent.tab({ shift: way === 'back' });
  await expectFocus(stop);
};

/** Focuses an element by Tab and presses a key, Enter by default. */
export const use = async (stop: Locator, key = 'Enter'): Promise<void> => {
  await tabTo(stop);
  await press(key);
};
