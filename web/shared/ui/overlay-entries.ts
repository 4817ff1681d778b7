import type { AroundNavHandler } from 'wouter';

/** The number of overlays open at the current history entry; 0 is the page itself. */
export const readDepth = (): number => (history.state as { overlays?: number } | null)?.overlays ?? 0;

/** Whether the traversal that leaves the entries of a reloaded page has yet to arrive. */
export let isLeavingEntries = false;

/** A reload closes overlays, so their entries are left. */
export const leaveOverlayEntries = (): void => {
  const depth = readDepth();
  if (depth === 0) return;
  isLeavingEntries = true;
  const arrive = () => {
    isLeavingEntries = false;
  };
  window.addEventListener('popstate', arrive, { once: true });
  history.go(-depth);
};

let handler: AroundNavHandler = (navigate, to, options) => navigate(to, options);

/** overlay-history.ts loads with the first overlay, because the login has no room for it. */
export const setNavigationHandler = (next: AroundNavHandler): void => {
  handler = next;
};

/** What the router calls for each navigation. */
export const aroundNav: AroundNavHandler = (...navigation) => handler(...navigation);
