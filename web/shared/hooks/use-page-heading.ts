import { type RefObject, useEffect } from 'react';
import { useLocation } from 'wouter';
import { BRAND } from '../../../contract/brand.ts';

/** The page the browser opened with keeps its focus; those navigated to give it to their heading. */
let initialLocation: string | null = null;

/** Names the document after the screen, and moves the focus to its heading after a navigation. */
export const usePageHeading = (title: string, heading: RefObject<HTMLElement | null>): void => {
  const [location] = useLocation();
  useEffect(() => {
    document.title = title === BRAND ? BRAND : `${title} · ${BRAND}`;
  }, [title]);
  useEffect(() => {
    initialLocation ??= location;
    if (initialLocation === location) return;
    initialLocation = '';
    heading.current?.focus({ preventScroll: true });
  }, [location, heading]);
};
