/** Why the focus is not visible; null if it is. */
export const findFocusProblem = (): string | null => {
  const at = document.activeElement;
  if (!(at instanceof HTMLElement) || at === document.body) return 'the focus is lost';
  // Elements that only scripts can focus (headings, panels) need no focus ring.
  if (at.tabIndex < 0) return null;
  const name = `${at.tagName} "${at.getAttribute('aria-label') || at.textContent?.trim().slice(0, 40) || at.id}"`;
  const hasRing = (element: Element | null) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element ?? at);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0;
  };
  // A file input is hidden behind its label, and a radio is inside one.
  if (!hasRing(at) && !hasRing(at.closest('label'))) return `${name} does not show that it has the focus`;
  const { left, top, width, height } = at.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + Math.min(height / 2, 24)];
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return `${name} is out of sight`;
  const over = document.elementFromPoint(x, y);
  const isOnTop = over && (at.contains(over) || over.contains(at) || at.closest('label')?.contains(over));
  return isOnTop ? null : `${name} lies under ${over?.outerHTML.slice(0, 120)}`;
};
