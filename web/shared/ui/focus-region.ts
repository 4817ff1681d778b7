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

/** Where a region moved the focus when this control was removed. */
const movedFocus = new WeakMap<Element, Element | null>();

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
    const removed = last;
    last = null;
    const isMine = keeper === region || !keeper.isConnected;
    if (!isMine || document.activeElement !== document.body) return;
    focusRegionStart(region);
    movedFocus.set(removed, document.activeElement);
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

/** Whether nobody chose where the focus is: nowhere, or where app/focus-restoration.ts put it. */
const isFocusLost = () =>
  document.activeElement === document.body ||
  document.activeElement?.hasAttribute('data-restored-focus') === true;

/** Whether the focus is in this region or lost, so that an answer may move it; otherwise somebody has gone on. */
export const isFocusIn = (region: Element | null): boolean =>
  isFocusLost() || region?.contains(document.activeElement) === true;

/**
 * Remembers where the focus is. The result tells later whether it is still there, lost, or where its region moved it when the
 * control was removed.
 */
export const rememberFocus = (): (() => boolean) => {
  const before = document.activeElement;
  return () => {
    const now = document.activeElement;
    return now === before || isFocusLost() || (before !== null && movedFocus.get(before) === now);
  };
};
