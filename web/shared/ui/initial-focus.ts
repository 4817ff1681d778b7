import { type RefObject, useRef } from 'react';

const CONTROL = ':is(a[href], button, input, select, textarea):not(:disabled, [tabindex="-1"])';

/**
 * Props that focus a modal dialog as soon as it is mounted: its first control, or the one of `selector`. The library waits
 * for the next frame, which is late on a busy device: until then Tab would walk through the page behind and scroll it, away
 * from what gets the focus back. After a touch the dialog itself gets the focus, so that no keyboard covers it.
 */
export const useInitialFocus = (
  selector?: string,
): { ref: RefObject<HTMLDivElement | null>; initialFocus: (openedBy: string) => false } => {
  const ref = useRef<HTMLDivElement>(null);
  const initialFocus = (openedBy: string): false => {
    const popup = ref.current;
    const target = selector ?? (openedBy === 'touch' ? undefined : CONTROL);
    if (popup && !popup.contains(document.activeElement))
      ((target && popup.querySelector<HTMLElement>(target)) || popup).focus({ preventScroll: true });
    return false;
  };
  return { ref, initialFocus };
};
