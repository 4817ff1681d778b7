import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { SELECTED_CARD } from '../../ideas/carousel/use-carousel.ts';
import { useDocumentEvent } from '../../shared/hooks/use-document-event.ts';
import { isOverlayOpen } from '../../shared/hooks/use-shortcuts.ts';
import { Button } from '../../shared/ui/button.tsx';
import { classNames } from '../../shared/ui/class-names.ts';

/** A step of the tour: what it says, and which part of the card it is about. */
type TourStep = { title: string; text: string; selector: string };

/** At most four (a longer tour is skipped). */
const tourSteps: readonly TourStep[] = [
  {
    title: 'The ladder',
    text: 'It shows every price of this idea, to scale. The hatched part is the risk; the green part leads to the exits.',
    selector: 'figure',
  },
  {
    title: 'Entries, invalidation, exits',
    text: 'Blue: where the educator plans to enter. Red: where the idea is proved wrong. Green: where profit is planned. Press a word with a dotted line to see what it means.',
    selector: 'figure > div',
  },
  {
    title: 'What R means',
    text: '1R is the distance from entry 1 to invalidation: what the idea risks. With risk/reward 1 : 2, the last exit is 2R away, twice as far.',
    selector: 'figcaption',
  },
  {
    title: 'Details, and the close',
    text: 'Details has the prices to copy, a position calculator and every change. When the idea closes, its result goes to the history and to the track record.',
    selector: '[data-details]',
  },
];

/** The card that is read: the selected one of the carousel, or the only one beside the list. */
const findCard = () => document.querySelector(SELECTED_CARD) ?? document.querySelector('main article');

/** With its margins, in pixels; see the class names below. */
const PANEL_WIDTH = 24 * 16 + 24;

/** Where the panel covers nothing of what the step is about. */
type Place = { atTop: boolean; atEnd: boolean };

/** The card that is read, also after the reader has moved on to another. */
const useCard = () => {
  const [card, setCard] = useState(findCard);
  useEffect(() => {
    const observer = new MutationObserver(() => setCard(findCard()));
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-hidden'] });
    return () => observer.disconnect();
  }, []);
  return card;
};

/** Outlines a part of the card, and scrolls to it after the first step. */
const useHighlight = (step: number): Place => {
  const [place, setPlace] = useState<Place>({ atTop: false, atEnd: false });
  const { selector } = tourSteps[step]!;
  const card = useCard();
  useLayoutEffect(() => {
    const target = card?.querySelector<HTMLElement>(selector);
    if (!target) return;
    target.dataset.tour = '';
    return () => {
      delete target.dataset.tour;
    };
  }, [card, selector]);
  // Not when the card changes: it is still moving, and its parts end up at the same positions.
  useLayoutEffect(() => {
    const target = findCard()?.querySelector<HTMLElement>(selector);
    if (!target) return;
    // The tour starts automatically, so the page scrolls only after the reader pressed Next.
    if (step > 0) target.scrollIntoView({ block: 'nearest' });
    const { top, bottom, left, right } = target.getBoundingClientRect();
    const hasRoomBeside = Math.max(left, innerWidth - right) > PANEL_WIDTH;
    setPlace({
      atTop: !hasRoomBeside && top + bottom > innerHeight,
      atEnd: left + right < innerWidth,
    });
  }, [selector, step]);
  return place;
};

/**
 * Explains the card that is read in four steps. It takes neither the focus nor the keys, and moves nothing: the page stays usable,
 * and every step can be skipped.
 */
const Tour = ({ onStart, onEnd }: { onStart: () => void; onEnd: () => void }) => {
  const [step, setStep] = useState(0);
  const { atTop, atEnd } = useHighlight(step);
  const { title, text } = tourSteps[step]!;
  const isLast = step === tourSteps.length - 1;
  /** Escape ends the tour, unless it closes something that is open above, which is asked before it does. */
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape' && !isOverlayOpen() && !document.querySelector('[data-preview]')) onEnd();
  };
  useDocumentEvent('keydown', onKeyDown, { capture: true });
  const start = useEffectEvent(onStart);
  useEffect(() => start(), []);
  return (
    <section
      aria-label="First steps"
      aria-live="polite"
      className={classNames(
        // Below menus.
        'fixed inset-x-3 z-20 animate-fade rounded-m border border-accent bg-raised p-4.5 shadow-float sm:w-96',
        atTop ? 'top-18' : 'bottom-[calc(var(--dock)+0.75rem)]',
        atEnd ? 'sm:left-auto' : 'sm:right-auto',
      )}
    >
      <p className="text-xs text-muted">{`Step ${step + 1} of ${tourSteps.length}`}</p>
      <h2 className="mt-1 text-lg">{title}</h2>
      <p className="mt-1.5 text-sm text-pretty">{text}</p>
      <div className="mt-4 flex items-center justify-between gap-2">
        {isLast ? (
          <span />
        ) : (
          <Button size="s" variant="quiet" className="-ml-3.5" onClick={onEnd}>
            Skip
          </Button>
        )}
        <span className="flex gap-2">
          {step > 0 && (
            <Button size="s" onClick={() => setStep(step - 1)}>
              Back
            </Button>
          )}
          <Button size="s" variant="primary" onClick={() => (isLast ? onEnd() : setStep(step + 1))}>
            {isLast ? 'Done' : 'Next'}
          </Button>
        </span>
      </div>
    </section>
  );
};

export default Tour;
