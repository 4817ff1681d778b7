import { Popover } from '@base-ui/react/popover';
import {
  type KeyboardEvent,
  type PointerEventHandler,
  type RefObject,
  useEffect,
  useEffectEvent,
} from 'react';
import { Link } from 'wouter';
import { paths } from '../../shared/paths.ts';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { useOverlayHistory } from '../../shared/ui/overlay-history.ts';
import { useSignedInUser } from '../session/current-user.ts';
import { findTerm, type TermNumbers, type TermSlug } from './glossary.ts';
import { describeOwnNumbers } from './own-numbers.ts';

/** A preview opens by hover or focus and closes when that ends; a press keeps the definition open. */
export type TermState = 'closed' | 'preview' | 'open';

type TermPopupProps = {
  slug: TermSlug;
  idea: TermNumbers | null;
  state: TermState;
  anchor: RefObject<HTMLElement | null>;
  popup: RefObject<HTMLDivElement | null>;
  hover: { onPointerEnter: PointerEventHandler; onPointerLeave: PointerEventHandler };
  onClose: () => void;
};

const OwnNumbers = ({ slug, idea }: { slug: TermSlug; idea: TermNumbers }) => {
  const [account] = useStored(storageKeys.positionSize(useSignedInUser().id));
  const sentences = describeOwnNumbers(slug, idea, account);
  if (sentences.length === 0) return null;
  return (
    <p className="mt-3 rounded-s bg-accent-wash px-3 py-2 text-sm">
      <span className="font-semibold">In this idea: </span>
      {sentences.join(' ')}
    </p>
  );
};

const look =
  'animate-fade w-88 max-w-[calc(100vw-1rem)] rounded-m bg-raised p-4 text-sm shadow-float outline-none';

/** The lazy part of `Term`. A preview leaves the focus where it is; an opened definition takes it, for its link. */
const TermPopup = ({ slug, idea, state, anchor, popup, hover, onClose }: TermPopupProps) => {
  const { title, text } = findTerm(slug);
  const isOpen = state === 'preview' || state === 'open';
  const closeAndReturn = () => {
    if (popup.current?.contains(document.activeElement)) anchor.current?.focus({ preventScroll: true });
    onClose();
  };
  const onEscape = useEffectEvent(closeAndReturn);
  useOverlayHistory(state === 'open', closeAndReturn);
  useEffect(() => {
    if (!isOpen) return;
    const onEscapeKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Otherwise the key would also close the dialog below.
      event.stopPropagation();
      onEscape();
    };
    document.addEventListener('keydown', onEscapeKey, { capture: true });
    return () => document.removeEventListener('keydown', onEscapeKey, { capture: true });
  }, [isOpen]);
  if (!isOpen) return null;
  const onOpenChange: NonNullable<Popover.Root.Props['onOpenChange']> = (open, { event }) => {
    // The pressed element, or the one that got the focus.
    const target = event instanceof FocusEvent ? event.relatedTarget : event.target;
    const isOwn = [anchor, popup].some(({ current }) => target instanceof Node && current?.contains(target));
    // Closed without returning the focus, which is elsewhere by now. The word handles presses on itself.
    if (!open && !isOwn) onClose();
  };
  /** Moves the focus on from the word, because the definition is at the end of the page. */
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isLast = event.shiftKey || event.target !== event.currentTarget;
    if (event.key !== 'Tab' || !isLast) return;
    if (event.shiftKey) event.preventDefault();
    closeAndReturn();
  };
  const parts = (
    <>
      <p className="text-base font-semibold">{title}</p>
      <p className="mt-1.5 text-pretty">{text}</p>
      {idea && <OwnNumbers slug={slug} idea={idea} />}
      <Link
        href={paths.glossaryTerm(slug)}
        className="quiet-link mt-2 inline-flex min-h-8 items-center text-muted"
      >
        More in the glossary
      </Link>
    </>
  );
  const attributes = { ...hover, ref: popup, 'aria-label': title, className: look };
  return (
    <Popover.Root open onOpenChange={onOpenChange}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} sideOffset={6} collisionPadding={8} className="z-50">
          {state === 'open' ? (
            <Popover.Popup
              {...attributes}
              tabIndex={-1}
              initialFocus={popup}
              finalFocus={false}
              onKeyDown={onKeyDown}
            >
              {parts}
            </Popover.Popup>
          ) : (
            // Not the library's popup, which would be a tab stop after the word.
            <div {...attributes} role="dialog" data-preview>
              {parts}
            </div>
          )}
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
};

export default TermPopup;
