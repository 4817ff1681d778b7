import { useEffect, useRef } from 'react';
import { HIDDEN_ACCESS_TAPS, HIDDEN_ACCESS_WINDOW_MS } from '../../../contract/auth.ts';

/** SPEC §2: 5 taps or clicks anywhere within 3 seconds. The count starts anew after 3 seconds or on reaching 5. */
export const useHiddenAccess = (onUnlock: (() => void) | null): void => {
  const unlock = useRef(onUnlock);
  unlock.current = onUnlock;
  useEffect(() => {
    let taps = 0;
    let reset: ReturnType<typeof setTimeout> | undefined;
    const start = () => {
      clearTimeout(reset);
      taps = 0;
    };
    const count = (event: PointerEvent) => {
      // Not `click`: a label and its input make two of them out of one tap, and Enter makes one without any.
      if (!event.isPrimary) return;
      if (taps === 0) reset = setTimeout(start, HIDDEN_ACCESS_WINDOW_MS);
      taps += 1;
      if (taps < HIDDEN_ACCESS_TAPS) return;
      start();
      unlock.current?.();
    };
    document.addEventListener('pointerup', count, { capture: true });
    return () => {
      start();
      document.removeEventListener('pointerup', count, { capture: true });
    };
  }, []);
};
