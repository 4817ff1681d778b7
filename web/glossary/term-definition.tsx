import { type RefObject, useLayoutEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useSignedInUser } from '../account/session/current-user.ts';
import { useDocumentEvent } from '../shared/hooks/use-document-event.ts';
import { paths } from '../shared/paths.ts';
import { useStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';
import { useOverlayHistory } from '../shared/ui/overlay-history.ts';
import { findTerm, type TermNumbers, type TermSlug } from './glossary.ts';
import { describeOwnNumbers } from './own-numbers.ts';

const OwnNumbers = ({ slug, idea }: { slug: TermSlug; idea: TermNumbers }) => {
  const [account] = useStored(storageKeys.positionSize(useSignedInUser().id));
  const sentences = describeOwnNumbers(slug, idea, account);
  if (sentences.length === 0) return null;
  return (
    <span className="mt-3 block rounded-s bg-accent-wash px-3 py-2">
      <span className="font-semibold">In this idea: </span>
      {sentences.join(' ')}
    </span>
  );
};

/** Below its word or above it; in the middle of the window in browsers that cannot place it there. */
const place = CSS.supports('position-area: bottom')
  ? {
      inset: 'auto',
      margin: '6px 8px',
      maxHeight: 'calc(100% - 12px)',
      positionArea: 'bottom',
      positionTry: 'most-height flip-block',
    }
  : { margin: 'auto' };

const look =
  'w-88 max-w-[calc(100vw-1rem)] animate-fade rounded-m bg-raised p-4 text-left text-sm leading-normal font-normal whitespace-normal text-text shadow-float outline-none';

/** The lazy part of `Term`. A preview leaves the focus where it is; an opened definition takes it, for its link. */
const TermDefinition = ({
  id,
  slug,
  idea,
  isPreview,
  word,
  onClose,
}: {
  id: string;
  slug: TermSlug;
  idea: TermNumbers | null;
  isPreview: boolean;
  word: RefObject<HTMLElement | null>;
  onClose: () => void;
}) => {
  const { title, text } = findTerm(slug);
  const popup = useRef<HTMLSpanElement>(null);
  useOverlayHistory(!isPreview, onClose);
  useLayoutEffect(() => {
    if (word.current) popup.current?.showPopover({ source: word.current });
    if (!isPreview) popup.current?.focus({ preventScroll: true });
  }, [isPreview, word]);
  // The browser closes the definition. A dialog below must not hear of the key, wherever the focus is.
  const onKey = (event: KeyboardEvent) => event.key === 'Escape' && event.stopPropagation();
  useDocumentEvent('keydown', onKey, { capture: true });
  return (
    // Spans, because words are in paragraphs.
    <span
      ref={popup}
      id={id}
      popover="auto"
      role="dialog"
      aria-label={title}
      data-preview={isPreview || undefined}
      tabIndex={-1}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      style={place}
      className={look}
    >
      <span className="block text-base font-semibold">{title}</span>
      <span className="mt-1.5 block text-pretty">{text}</span>
      {idea && <OwnNumbers slug={slug} idea={idea} />}
      <Link
        href={paths.glossaryTerm(slug)}
        // A preview adds no tab stop.
        tabIndex={isPreview ? -1 : undefined}
        className="quiet-link mt-2 inline-flex min-h-8 items-center text-muted"
      >
        More in the glossary
      </Link>
    </span>
  );
};

export default TermDefinition;
