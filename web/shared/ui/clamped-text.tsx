import { useId, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { MultilineText } from './multiline-text.tsx';

/** Text clamped to some lines, with a button that shows the rest when there is more. */
export const ClampedText = ({ text, className }: { text: string; className?: string }) => {
  const id = useId();
  const box = useRef<HTMLParagraphElement>(null);
  const [open, setOpen] = useState(false);
  const [cut, setCut] = useState(false);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element || open) return;
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, [open]);

  return (
    <div>
      <MultilineText
        ref={box}
        id={id}
        text={text}
        className={classNames(!open && 'line-clamp-[9]', className)}
      />
      {(cut || open) && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="-ml-2 mt-1 inline-flex h-11 items-center rounded-s px-2 text-sm font-semibold text-accent hover:underline"
        >
          {open ? 'Read less' : 'Read more'}
        </button>
      )}
    </div>
  );
};
