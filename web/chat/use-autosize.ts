import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Fits the height of a text area to its text, also after a resize. CSS sets the maximum. */
export const useAutosize = (text: string): RefObject<HTMLTextAreaElement | null> => {
  const area = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text needs a new height.
  useLayoutEffect(() => {
    const resize = () => {
      const element = area.current;
      if (!element) return;
      element.style.height = 'auto';
      // scrollHeight does not include the border.
      element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`;
    };
    resize();
    window.addEventListener('resize', resize);
    return () => window.removeEventListener('resize', resize);
  }, [text]);
  return area;
};
