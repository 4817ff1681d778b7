import {
  createContext,
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  useContext,
  useId,
  useRef,
  useState,
} from 'react';
import { lazyPart } from '../shared/loading/lazy-part.tsx';
import type { TermNumbers, TermSlug } from './glossary.ts';

const TermDefinition = lazyPart(() => import('./term-definition.tsx'), { kind: 'popup' });

/** The idea that terms below are about: their definitions show its numbers. */
export const TermIdea = createContext<TermNumbers | null>(null);

/** Also enough to move the pointer from the word to its definition. */
const PREVIEW_DELAY_MS = 300;

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
  const id = useId();
  const idea = useContext(TermIdea);
  const root = useRef<HTMLSpanElement>(null);
  const word = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // A press keeps the definition open; a preview ends when neither pointer nor focus are on it.
  const [state, setState] = useState<'closed' | 'preview' | 'open'>('closed');

  const change = (next: typeof state) => {
    clearTimeout(timer.current);
    setState(next);
  };
  const startOrEndPreview = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const isUsed = root.current?.matches(':hover, :has(:focus-visible)');
      setState((now) => (now === 'open' ? now : isUsed ? 'preview' : 'closed'));
    }, PREVIEW_DELAY_MS);
  };
  const close = () => {
    // The focus would be lost with the element that has it.
    if (root.current?.contains(document.activeElement)) word.current?.focus({ preventScroll: true });
    change('closed');
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !root.current?.contains(relatedTarget)) change('closed');
  };
  const onClick = (event: MouseEvent) => {
    // Keeps the browser from closing a preview.
    event.preventDefault();
    change(state === 'open' ? 'closed' : 'open');
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what its children get anyway.
    <span
      ref={root}
      className="contents"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && startOrEndPreview()}
      onPointerLeave={startOrEndPreview}
      onFocus={startOrEndPreview}
      onBlur={onBlur}
    >
      <button
        ref={word}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={state !== 'closed'}
        popoverTarget={id}
        tabIndex={isTabStop ? undefined : -1}
        onClick={onClick}
        className={wordClass}
      >
        {children}
      </button>
      {state !== 'closed' && (
        <TermDefinition
          id={id}
          slug={slug}
          idea={idea}
          isPreview={state === 'preview'}
          word={word}
          onClose={close}
        />
      )}
    </span>
  );
};

export const renderTerm: RenderTerm = (slug, text) => <Term slug={slug}>{text}</Term>;
