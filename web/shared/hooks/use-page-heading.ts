import { type RefObject, useEffect } from 'react';
import { useLocation } from 'wouter';
import { BRAND } from '../../../contract/shared/brand.ts';

/** The first page keeps the browser's focus; pages reached by navigation focus their heading. */
let initialLocation: string | null = null;

/** Sets the document title, and focuses the page's heading after a navigation, unless somebody types elsewhere by then. */
export const usePageHeading = (title: string, heading: RefObject<HTMLElement | null>): void => {
  const [location] = useLocation();
  useEffect(() => {
    document.title = title === BRAND ? BRAND : `${title} · ${BRAND}`;
  }, [title]);
  useEffect(() => {
    initialLocation ??= location;
    if (initialLocation === location) return;
    initialLocation = '';
    if (!document.activeElement?.matches('input, textarea')) heading.current?.focus({ preventScroll: true });
  }, [location, heading]);
};
