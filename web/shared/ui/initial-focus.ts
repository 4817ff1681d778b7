import { type RefObject, useRef } from 'react';

const CONTROL = ':is(a[href], button, input, select, textarea):not(:disabled, [tabindex="-1"])';

/**
 * Props that focus a modal dialog as soon as it is mounted. The library waits for the next frame, which is late on a busy
 * device: until then Tab would walk through the page behind and scroll it, away from what gets the focus back.
 */
export const useInitialFocus = (
  selector = CONTROL,
): { ref: RefObject<HTMLDivElement | null>; initialFocus: () => false } => {
  const ref = useRef<HTMLDivElement>(null);
  const initialFocus = (): false => {
    const popup = ref.current;
    if (popup && !popup.contains(document.activeElement))
      (popup.querySelector<HTMLElement>(selector) ?? popup).focus({ preventScroll: true });
    return false;
  };
  return { ref, initialFocus };
};
