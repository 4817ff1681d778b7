import { useLayoutEffect } from 'react';
import { readStored, writeStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';

/** Where each page was left, by path, in pixels. Module state: pages come and go. */
const places = { ...readStored(storageKeys.places) };
window.addEventListener('pagehide', () => writeStored(storageKeys.places, places));
const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
/** The path that a reload, Back or Forward has just led to. */
let traversedTo = arrival?.type === 'navigate' ? null : window.location.pathname;
window.addEventListener('popstate', () => {
  traversedTo = window.location.pathname;
});

const GIVE_UP_MS = 10_000;
const STARTS_READING = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Scrolls to `top` as soon as the page is long enough, unless the reader starts to scroll or ten seconds pass. Returns its end. */
const restore = (top: number): (() => void) => {
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, top);
    if (document.documentElement.scrollHeight - innerHeight >= top) stop();
  });
  const stop = () => {
    observer.disconnect();
    for (const event of STARTS_READING) window.removeEventListener(event, stop);
  };
  for (const event of STARTS_READING) window.addEventListener(event, stop, { passive: true });
  observer.observe(document.body);
  setTimeout(stop, GIVE_UP_MS);
  return stop;
};

/** A new visit begins at the top (SPEC §2); Back, Forward and a reload return to the place that was left (DESIGN §14). */
export const useScrollRestoration = (path: string): void =>
  useLayoutEffect(() => {
    const top = traversedTo === path ? (places[path] ?? 0) : 0;
    traversedTo = null;
    window.scrollTo(0, 0);
    const stop = top > 0 ? restore(top) : undefined;
    const note = () => {
      places[path] = window.scrollY;
    };
    window.addEventListener('scroll', note, { passive: true });
    return () => {
      stop?.();
      window.removeEventListener('scroll', note);
    };
  }, [path]);
