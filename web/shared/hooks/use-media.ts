import { useCallback, useSyncExternalStore } from 'react';

/** From here on (`lg:` in class names), what phones and tablets show one below the other is side by side. */
export const WIDE_SCREEN = '(min-width: 64rem)';

/** Whether a media query matches, for decisions that CSS alone cannot make. */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
};

/** Whether the screen is narrower than 19 rem: a phone whose reader has a large font. */
export const useLargeFont = (): boolean => useMedia('(width < 19rem)');
