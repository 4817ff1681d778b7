const CONTROLS =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), summary, [tabindex="0"]';

/**
 * Focuses what stands for a region: what is marked `data-focus-home` in it, else its first control, else the region
 * itself.
 */
export const focusRegionStart = (region: HTMLElement | null): void => {
  if (!region) return;
  const home = region.querySelector<HTMLElement>('[data-focus-home]');
  const target = home ?? region.querySelector<HTMLElement>(CONTROLS) ?? region;
  if (target === region) region.tabIndex = -1;
  target.focus();
};

/** The innermost region around what got the focus: where one stands in another, only that one acts while it is there. */
const innermost = new WeakMap<Event, HTMLElement>();

/**
 * As a `ref`: where the focused control of this region goes with what it did (a photo removed, a question answered,
 * a recording begun), the focus stays in the region instead of falling to the top of the page.
 */
export const focusRegion = (region: HTMLElement | null): (() => void) | undefined => {
  if (!region) return undefined;
  let last: Element | null = null;
  let keeper = region;
  const onFocusIn = (event: FocusEvent) => {
    last = event.target as Element;
    // It comes from inside out.
    keeper = innermost.get(event) ?? region;
    innermost.set(event, keeper);
  };
  const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !region.contains(relatedTarget)) last = null;
    // Left for nothing at all: by a press beside everything, or because it is just being removed.
    if (relatedTarget === null)
      setTimeout(() => {
        if (last === target && last?.isConnected && document.activeElement !== last) last = null;
      });
  };
  const observer = new MutationObserver(() => {
    if (!last || last.isConnected) return;
    last = null;
    const isMine = keeper === region || !keeper.isConnected;
    if (isMine && document.activeElement === document.body) focusRegionStart(region);
  });
  region.addEventListener('focusin', onFocusIn);
  region.addEventListener('focusout', onFocusOut);
  observer.observe(region, { childList: true, subtree: true });
  return () => {
    region.removeEventListener('focusin', onFocusIn);
    region.removeEventListener('focusout', onFocusOut);
    observer.disconnect();
  };
};

/** As a `ref`: takes the focus when it comes. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();
