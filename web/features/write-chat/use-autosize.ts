import { type RefObject, useLayoutEffect, useRef } from 'react';

/** A field that is as high as its text, also when the window gets another width. Its class says how high at most. */
export const useGrowing = (text: string): RefObject<HTMLTextAreaElement | null> => {
  const area = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what makes it grow.
  useLayoutEffect(() => {
    const resize = () => {
      const element = area.current;
      if (!element) return;
      element.style.height = 'auto';
      // With its border, which scrollHeight leaves out.
      element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`;
    };
    resize();
    window.addEventListener('resize', resize);
    return () => window.removeEventListener('resize', resize);
  }, [text]);
  return area;
};
