import { useLayoutEffect } from 'react';
import { readStored, writeStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';

/** The path that a reload, Back or Forward has just led to. */
let traversedTo = performance
  .getEntriesByType('navigation')
  .some((entry) => 'type' in entry && entry.type !== 'navigate')
  ? window.location.pathname
  : null;
window.addEventListener('popstate', () => {
  traversedTo = window.location.pathname;
});

const STARTS_READING = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Scrolls to `top` as soon as the page is long enough, unless the reader starts to scroll before. Returns its end. */
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
  return stop;
};

/** A new visit begins at the top (SPEC §2); Back, Forward and a reload return to the place that was left (DESIGN §14). */
export const useScrollRestoration = (path: string): void =>
  useLayoutEffect(() => {
    const top = traversedTo === path ? (readStored(storageKeys.places)[path] ?? 0) : 0;
    traversedTo = null;
    window.scrollTo(0, 0);
    const stop = top > 0 ? restore(top) : undefined;
    let place = 0;
    const note = () => {
      place = window.scrollY;
    };
    const keep = () => writeStored(storageKeys.places, { ...readStored(storageKeys.places), [path]: place });
    window.addEventListener('scroll', note, { passive: true });
    window.addEventListener('pagehide', keep);
    return () => {
      stop?.();
      window.removeEventListener('scroll', note);
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [path]);
