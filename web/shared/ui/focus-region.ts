const CONTROLS =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), summary, [tabindex="0"]';

/**
 * Focuses the start of a region: the element marked `data-focus-home`, else its first control, else the region itself.
 */
export const focusRegionStart = (region: HTMLElement | null): void => {
  if (!region) return;
  const home = region.querySelector<HTMLElement>('[data-focus-home]');
  const target = home ?? region.querySelector<HTMLElement>(CONTROLS) ?? region;
  if (target === region) region.tabIndex = -1;
  target.focus();
};

/** The innermost region of a focus event: of nested regions only that one acts. */
const innermost = new WeakMap<Event, HTMLElement>();

/**
 * Used as a `ref`: when the focused control of this region is removed by its own action (a photo removed, a question
 * answered), the focus stays in the region instead of going to the top of the page.
 */
export const focusRegion = (region: HTMLElement | null): (() => void) | undefined => {
  if (!region) return undefined;
  let last: Element | null = null;
  let keeper = region;
  const onFocusIn = (event: FocusEvent) => {
    last = event.target as Element;
    // The event bubbles from the innermost region outwards.
    keeper = innermost.get(event) ?? region;
    innermost.set(event, keeper);
  };
  const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !region.contains(relatedTarget)) last = null;
    // The focus went nowhere: a click on the background, or the element is just being removed.
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

/** Used as a `ref`: focuses the element when it mounts. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();

/** Whether the focus is in this region or nowhere, so that an answer may move it; otherwise somebody has gone on. */
export const isFocusIn = (region: Element | null): boolean =>
  document.activeElement === document.body || region?.contains(document.activeElement) === true;

/** Remembers where the focus is. The result tells later whether it is still there or nowhere. */
export const rememberFocus = (): (() => boolean) => {
  const before = document.activeElement;
  return () => document.activeElement === before || document.activeElement === document.body;
};
