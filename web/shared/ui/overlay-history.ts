import { useEffect, useEffectEvent } from 'react';
import type { AroundNavHandler } from 'wouter';
import { isLeavingEntries, readDepth, setNavigationHandler } from './overlay-entries.ts';

/** An open dialog, sheet or menu. */
type Overlay = { close: () => void };

/** Open overlays, the topmost last. At module level, because a tab has one history. */
const overlays: Overlay[] = [];

/** Navigations that wait until a traversal of this module has arrived; null without one. */
let waiting: (() => void)[] | null = null;

/** A browser that drops a traversal (it limits their rate) sends no event; a busy one sends it late. */
const TRAVERSAL_TIMEOUT_MS = 5_000;
let timeout: ReturnType<typeof setTimeout> | undefined;
/** Whether a traversal that was given up may still arrive. */
let mayArriveLate = false;

/** What waits until no overlay is open. */
const deferred = new Set<() => void>();

/** Runs a navigation of the page itself when no overlay is open, because it would close them. The result cancels it. */
export const runWithoutOverlay = (run: () => void): (() => void) => {
  deferred.add(run);
  runDeferred();
  return () => deferred.delete(run);
};

const runDeferred = (): void => {
  if (waiting || overlays.length > 0) return;
  for (const run of deferred) {
    deferred.delete(run);
    run();
  }
};

/** Adds an entry for each new overlay, or goes back over the entries of closed ones. */
const reconcile = (): void => {
  if (waiting) return;
  const surplus = readDepth() - overlays.length;
  if (surplus > 0) {
    awaitTraversal();
    history.go(-surplus);
  }
  for (let depth = readDepth() + 1; depth <= overlays.length; depth++)
    history.pushState({ ...history.state, overlays: depth }, '');
  runDeferred();
};

const closeAbove = (depth: number): void => {
  for (const overlay of overlays.splice(depth).toReversed()) overlay.close();
};

const awaitTraversal = (): void => {
  waiting = [];
  timeout = setTimeout(abandonTraversal, TRAVERSAL_TIMEOUT_MS);
};

const stopWaiting = (): void => {
  const navigations = waiting ?? [];
  waiting = null;
  clearTimeout(timeout);
  for (const navigate of navigations) navigate();
  reconcile();
};

const onPopState = (): void => {
  if (!waiting) {
    // Not a traversal of this module, so the person went back: closes the overlays above the entry.
    if (!mayArriveLate) closeAbove(readDepth());
    mayArriveLate = false;
  }
  stopWaiting();
};

/** Turns the current entry into one of the page, and runs the waiting navigations. */
const abandonTraversal = (): void => {
  mayArriveLate = true;
  history.replaceState(null, '');
  stopWaiting();
};

/** A link followed from an overlay closes all of them, and takes the place of the topmost one's entry. */
const navigateFromOverlay: AroundNavHandler = (navigate, to, options) => {
  if (waiting) {
    waiting.push(() => navigateFromOverlay(navigate, to, options));
    return;
  }
  closeAbove(0);
  if (readDepth() === 0) return navigate(to, options);
  // The page itself is the entry below.
  if (to === location.pathname + location.search) return reconcile();
  navigate(to, { ...options, replace: true });
};

window.addEventListener('popstate', onPopState);
setNavigationHandler(navigateFromOverlay);
if (isLeavingEntries) awaitTraversal();

/** Gives an overlay a history entry of the same address while it is open, so that Back closes it. */
export const useOverlayHistory = (open: boolean, close: () => void): void => {
  const onBack = useEffectEvent(close);
  useEffect(() => {
    if (!open) return;
    const overlay: Overlay = { close: () => onBack() };
    overlays.push(overlay);
    // A menu that opens a dialog closes in the same update: together they need no change.
    queueMicrotask(reconcile);
    return () => {
      const index = overlays.indexOf(overlay);
      if (index !== -1) overlays.splice(index, 1);
      queueMicrotask(reconcile);
    };
  }, [open]);
};
