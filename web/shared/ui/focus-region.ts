const CONTROLS =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled), summary, audio, [tabindex="0"]';

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

/** Used as a `ref`: focuses the element when it mounts. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();

/** Whether nobody chose where the focus is: nowhere, or where app/focus-restoration.ts put it. */
const isFocusLost = () =>
  document.activeElement === document.body ||
  document.activeElement?.hasAttribute('data-restored-focus') === true;

/** Whether the focus is in this region or lost, so that an answer may move it; otherwise somebody has gone on. */
export const isFocusIn = (region: Element | null): boolean =>
  isFocusLost() || region?.contains(document.activeElement) === true;

/** Remembers where the focus is. The result tells later whether it is still there, or lost. */
export const rememberFocus = (): (() => boolean) => {
  const before = document.activeElement;
  return () => document.activeElement === before || isFocusLost();
};
