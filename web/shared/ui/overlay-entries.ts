import type { AroundNavHandler } from 'wouter';

/** The number of overlays open at the current history entry; 0 is the page itself. */
export const readDepth = (): number => (history.state as { overlays?: number } | null)?.overlays ?? 0;

/** A reload closes overlays, so their entries are left before the first page is drawn. */
export const leaveOverlayEntries = (): void => {
  const depth = readDepth();
  if (depth > 0) history.go(-depth);
};

let handler: AroundNavHandler = (navigate, to, options) => navigate(to, options);

/** overlay-history.ts loads with the first overlay, because the login has no room for it. */
export const setNavigationHandler = (next: AroundNavHandler): void => {
  handler = next;
};

/** What the router calls for each navigation. */
export const aroundNav: AroundNavHandler = (...navigation) => handler(...navigation);
