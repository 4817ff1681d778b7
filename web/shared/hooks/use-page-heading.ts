import { type RefObject, useEffect } from 'react';
import { useLocation } from 'wouter';
import { BRAND } from '../../../contract/brand.ts';

/** The first page keeps the browser's focus; pages reached by navigation focus their heading. */
let initialLocation: string | null = null;

/** Whether the person has pressed anything since the last navigation. */
let hasPressed = false;

/** Notes presses and navigations. Runs before the router, so that a page finds what came before it. */
export const watchPresses = (): void => {
  let path = location.pathname;
  for (const press of ['keydown', 'pointerdown']) addEventListener(press, () => (hasPressed = true), true);
  // The router announces the first two. Dialogs and filters have entries of the same path.
  for (const change of ['pushState', 'replaceState', 'popstate'])
    addEventListener(change, () => {
      if (path !== location.pathname) hasPressed = false;
      path = location.pathname;
    });
};

/**
 * Sets the document title, and focuses the page's heading after a navigation. A page that arrives late leaves the focus to
 * whoever went on with it.
 */
export const usePageHeading = (title: string, heading: RefObject<HTMLElement | null>): void => {
  const [location] = useLocation();
  useEffect(() => {
    document.title = title === BRAND ? BRAND : `${title} · ${BRAND}`;
  }, [title]);
  useEffect(() => {
    initialLocation ??= location;
    if (initialLocation === location) return;
    initialLocation = '';
    if (!hasPressed || document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
  }, [location, heading]);
};
