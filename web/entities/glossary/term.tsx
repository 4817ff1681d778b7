import {
  createContext,
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  useContext,
  useRef,
  useState,
} from 'react';
import { lazyPart } from '../../shared/ui/lazy-part.tsx';
import type { TermNumbers, TermSlug } from './glossary.ts';
import type { TermState } from './term-popup.tsx';

const TermPopup = lazyPart(() => import('./term-popup.tsx'), { kind: 'popup' });

/** The idea that terms below are about: their definitions show its numbers. */
export const TermIdea = createContext<TermNumbers | null>(null);

const OPEN_DELAY_MS = 300;
/** Enough to move the pointer from the word to its definition. */
const CLOSE_DELAY_MS = 250;

/** At least 24 by 24 px; the padding moves nothing. A long term wraps, also where the text around it must not. */
const wordClass = 'term -my-1.5 min-w-6 py-1.5 whitespace-normal';

/** Makes a word something to press. */
export type RenderTerm = (slug: TermSlug, text: string) => ReactNode;

/** A word that opens its definition by press, hover or keyboard focus. */
export const Term = ({
  slug,
  children,
  isTabStop = true,
}: {
  slug: TermSlug;
  children: ReactNode;
  /** False where a word nearby opens the same definition. */
  isTabStop?: boolean;
}) => {
  const idea = useContext(TermIdea);
  const anchor = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [state, setState] = useState<TermState | 'unused'>('unused');
  const isOpen = state === 'preview' || state === 'open';

  const after = (ms: number, next: (now: TermState | 'unused') => TermState | 'unused') => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState(next), ms);
  };
  const arm = () => after(OPEN_DELAY_MS, (now) => (now === 'open' ? now : 'preview'));
  const disarm = () =>
    after(CLOSE_DELAY_MS, (now) => {
      // The focus would be lost with the element that has it.
      const hasFocus = popup.current?.contains(document.activeElement);
      return now === 'preview' && !hasFocus ? 'closed' : now;
    });
  const close = () => {
    clearTimeout(timer.current);
    setState('closed');
  };
  const hover = {
    onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && arm(),
    onPointerLeave: disarm,
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!popup.current?.contains(relatedTarget)) disarm();
  };
  const press = () => {
    clearTimeout(timer.current);
    setState(state === 'open' ? 'closed' : 'open');
  };

  return (
    <>
      <button
        ref={anchor}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        tabIndex={isTabStop ? undefined : -1}
        {...hover}
        onFocus={(event) => event.target.matches(':focus-visible') && arm()}
        onBlur={onBlur}
        onClick={press}
        className={wordClass}
      >
        {children}
      </button>
      {state !== 'unused' && (
        <TermPopup
          slug={slug}
          idea={idea}
          state={state}
          anchor={anchor}
          popup={popup}
          hover={hover}
          onClose={close}
        />
      )}
    </>
  );
};

export const renderTerm: RenderTerm = (slug, text) => <Term slug={slug}>{text}</Term>;
