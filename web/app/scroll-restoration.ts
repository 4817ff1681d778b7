import { useLayoutEffect } from 'react';

/** Where each page was left, by path. Module state: pages come and go. */
const positions = new Map<string, number>();
/** The path that Back or Forward has just led to. */
let traversedTo: string | null = null;
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

/** A new visit begins at the top (SPEC §2); Back and Forward return to the place that was left (DESIGN §14). */
export const useScrollRestoration = (path: string): void =>
  useLayoutEffect(() => {
    const top = traversedTo === path ? (positions.get(path) ?? 0) : 0;
    traversedTo = null;
    window.scrollTo(0, 0);
    const stop = top > 0 ? restore(top) : undefined;
    const note = () => positions.set(path, window.scrollY);
    window.addEventListener('scroll', note, { passive: true });
    return () => {
      stop?.();
      window.removeEventListener('scroll', note);
    };
  }, [path]);
