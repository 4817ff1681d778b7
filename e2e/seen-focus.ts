import type { Page } from 'playwright-core';

/** What is wrong with where the focus is; null where whoever looks at the page sees it. */
export const focusFault = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!(at instanceof HTMLElement) || at === document.body) return 'the focus is lost';
    // What takes the focus by a program (a heading, a panel) is read out; only what one tabs to must be marked.
    if (at.tabIndex < 0) return null;
    const name = `${at.tagName} "${at.getAttribute('aria-label') || at.textContent?.trim().slice(0, 40) || at.id}"`;
    const isDrawn = (element: Element | null) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element ?? at);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
    };
    // A file input is invisible over its label, a radio lies in one.
    if (!isDrawn(at) && !isDrawn(at.closest('label'))) return `${name} does not show that it has the focus`;
    const { left, top, width, height } = at.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + Math.min(height / 2, 24)];
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return `${name} is out of sight`;
    const over = document.elementFromPoint(x, y);
    const isOnTop = over && (at.contains(over) || over.contains(at) || at.closest('label')?.contains(over));
    return isOnTop ? null : `${name} lies under ${over?.outerHTML.slice(0, 120)}`;
  });
