import { type ReactNode, useRef, useState } from 'react';
import { lazyPart } from '../loading/lazy-part.tsx';

/** SPEC §9. */
const TOOLTIP_DELAY_MS = 700;

const TooltipPopup = lazyPart(() => import('./tooltip-popup.tsx'), { kind: 'background' });

/** Shows `text` after 700 ms of hover or focus. The child's accessible name must say the same. */
export const Tooltip = ({ text, children }: { text: string; children: ReactNode }) => {
  const anchor = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');

  const arm = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState('open'), TOOLTIP_DELAY_MS);
  };
  const disarm = () => {
    clearTimeout(timer.current);
    setState((now) => (now === 'unused' ? now : 'closed'));
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what its child gets anyway.
    <span
      ref={anchor}
      className="contents"
      onPointerEnter={(event) => event.pointerType === 'mouse' && arm()}
      onPointerLeave={disarm}
      onPointerDown={disarm}
      onFocus={(event) => event.target.matches(':focus-visible') && arm()}
      onBlur={disarm}
      onKeyDown={(event) => event.key === 'Escape' && disarm()}
    >
      {children}
      {state !== 'unused' && (
        <TooltipPopup
          text={text}
          open={state === 'open'}
          anchor={() => anchor.current?.firstElementChild ?? null}
        />
      )}
    </span>
  );
};
