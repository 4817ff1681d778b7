import { memo, type ReactNode, startTransition, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useShortcuts } from '../../shared/hooks/use-shortcuts.ts';
import { classNames } from '../../shared/ui/class-names.ts';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import type { Idea } from '../idea-model.ts';
import { CarouselMap } from './carousel-map.tsx';
import {
  isNear,
  NEIGHBOURS,
  useCardFocus,
  useIdeaCarousel,
  useNewIdeas,
  useReadIdea,
  useStepKeys,
} from './use-carousel.ts';

/** Position and the previous and next buttons. `map` is below the position; its place is as wide as the most dots. */
const CarouselPager = ({
  index,
  count,
  onStep,
  map,
}: {
  index: number;
  count: number;
  onStep: (by: -1 | 1) => void;
  map?: ReactNode;
}) => (
  <div className="pointer-events-auto flex items-center gap-2 rounded-full border border-line bg-surface p-1 shadow-lift max-sm:w-full max-sm:gap-0 max-sm:border-0 max-sm:p-0">
    <IconButton icon="left" label="Previous" disabled={count < 2} onClick={() => onStep(-1)} />
    <div className={map ? 'min-w-0 max-sm:flex-1 sm:w-72' : 'min-w-16'}>
      <p
        aria-live="polite"
        aria-atomic="true"
        className={classNames('text-center text-muted', map ? 'text-xs leading-4.5' : 'text-sm')}
      >
        {`${index + 1} of ${count}`}
      </p>
      {map}
    </div>
    <IconButton icon="right" label="Next" disabled={count < 2} onClick={() => onStep(1)} />
  </div>
);

/** Announces ideas that arrived while another is read, with a button that shows them. */
const NewIdeasNotice = ({ arrived, onShow }: { arrived: readonly Idea[]; onShow: (id: string) => void }) => {
  const newest = arrived[0];
  return (
    <>
      <p role="status" className="sr-only">
        {newest && `New idea: ${newest.pair}`}
      </p>
      {newest && (
        <button
          type="button"
          onClick={() => onShow(newest.id)}
          className="pointer-events-auto flex h-11 max-w-full animate-arrive items-center rounded-full bg-primary px-5 text-sm font-semibold text-primary-ink shadow-float"
        >
          <span className="truncate">
            {arrived.length > 1 ? `${arrived.length} new ideas` : `New idea: ${newest.pair}`}
          </span>
        </button>
      )}
    </>
  );
};

/** `left` is true for an idea that left the list while it was read. */
type RenderIdea = (idea: Idea, selected: boolean, left: boolean) => ReactNode;

/**
 * A slide keeps its width and renders its card only near the selected one. Memoised: a step renders only the slides it
 * changes, also of 300.
 */
const Slide = memo(
  ({
    idea,
    label,
    selected,
    near,
    left,
    onSelect,
    renderIdea,
  }: {
    idea: Idea;
    /** Position and pair; undefined for empty slides, because every new idea would change all 300. */
    label: string | undefined;
    selected: boolean;
    near: boolean;
    left: boolean;
    onSelect: (id: string) => void;
    renderIdea: RenderIdea;
  }) => (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group by the carousel pattern, not a fieldset.
    <div
      role="group"
      aria-roledescription="slide"
      aria-label={label}
      aria-hidden={selected ? undefined : true}
      // Far slides are static and have no height: the browser checks positioned or tall ones in every frame.
      className={classNames(
        'w-[calc(min(100%,1240px)-0.5rem)] shrink-0 px-3 md:w-[calc(min(100%,1240px)-2rem)]',
        near ? 'relative' : 'self-start',
      )}
    >
      {near && (
        // A neighbour is clipped to the height of the selected card, so that it does not make the page taller.
        <div
          inert={!selected}
          className={classNames(
            'transition-opacity duration-180',
            !selected && 'absolute inset-x-3 inset-y-0 overflow-clip rounded-l opacity-40',
          )}
        >
          {renderIdea(idea, selected, left)}
        </div>
      )}
      {near && !selected && (
        <button
          type="button"
          tabIndex={-1}
          aria-hidden="true"
          onClick={() => onSelect(idea.id)}
          className="absolute inset-0"
        />
      )}
    </div>
  ),
);

/**
 * Keeps notice and pager within reach of the thumb while the card scrolls, without covering the card's header. On phones and
 * tablets the pager is a bar of its own: floating, it would cover levels and buttons.
 */
const Floating = ({ notice, pager }: { notice: ReactNode; pager: ReactNode }) => (
  <div className="pointer-events-none absolute inset-x-0 top-72 bottom-0 z-10 flex flex-col justify-end">
    <div className="sticky bottom-(--dock) grid grid-cols-[minmax(0,1fr)] justify-items-center gap-2 lg:bottom-[calc(var(--dock)+0.75rem)]">
      <div className="max-w-full px-4 empty:hidden">{notice}</div>
      <div className="grid grid-cols-[minmax(0,1fr)] justify-items-center pb-(--safe-bottom) max-lg:pointer-events-auto max-lg:w-full max-lg:border-t max-lg:border-line-soft max-lg:bg-background max-lg:*:border-transparent max-lg:*:bg-transparent max-lg:*:shadow-none">
        {pager}
      </div>
    </div>
  </div>
);

/**
 * Counts up to `NEIGHBOURS`, so that each of the first cards is laid out in a task of its own. Before the first step only
 * the edges of the next and the previous card can be seen.
 */
const useGrowingNeighbours = (ready: boolean, index: number): number => {
  const [start] = useState(index);
  const [neighbours, setNeighbours] = useState(0);
  const wanted = index === start ? 2 : NEIGHBOURS;
  useEffect(() => {
    if (ready && neighbours < wanted) startTransition(() => setNeighbours(neighbours + 1));
  }, [ready, neighbours, wanted]);
  return neighbours;
};

/**
 * A looping carousel of ideas (SPEC §2). Every idea has a slide; only those near the selected one render a card, and only the
 * selected card is reachable by keyboard and screen reader.
 */
export const IdeaCarousel = ({
  label,
  ideas: currentIdeas,
  listKey = null,
  renderIdea,
  heading,
  goTo,
  known,
  onEnter,
  empty = null,
}: {
  label: string;
  ideas: readonly Idea[];
  /**
   * An idea that leaves the list while it is read stays until the reader moves on or this key changes. Null keeps
   * nothing.
   */
  listKey?: string | null;
  /** `selected` is true for the card being read. */
  renderIdea: RenderIdea;
  /** With a heading the pager is beside it: nothing may float over cards full of controls. */
  heading?: ReactNode;
  /** Scrolls to this idea as soon as it is in the list. */
  goTo?: string | null;
  /** Ids of ideas that are not announced as new. */
  known?: ReadonlySet<string>;
  /** The Enter key, outside of controls. */
  onEnter?: (idea: Idea) => void;
  /** Shown when the last idea has left and is no longer read. */
  empty?: ReactNode;
}) => {
  // Deferred: a changed list renders without blocking the rest of the page.
  const { allIdeas, left, onSettle } = useReadIdea(useDeferredValue(currentIdeas), useDeferredValue(listKey));
  const { viewport, ideas, index, step, show, ready } = useIdeaCarousel(allIdeas, onSettle);
  const arrived = useNewIdeas(ideas, ideas[index]?.id).filter(({ id }) => !known?.has(id));
  // Deferred: cards that come near render after the step, without blocking it.
  const settled = useDeferredValue(index);
  const neighbours = useGrowingNeighbours(ready, index);
  const section = useRef<HTMLElement>(null);
  const selected = ideas[index];
  /** The card can be seen before the library is ready; steps of that time follow. */
  const earlySteps = useRef<(-1 | 1)[]>([]);
  const stepWhenReady = (by: -1 | 1) => {
    if (ready) step(by);
    else earlySteps.current.push(by);
  };
  useStepKeys(useCardFocus(section, selected?.id, stepWhenReady));
  useShortcuts(['Enter'], () => selected && onEnter?.(selected));

  const gone = useRef<string | null>(null);
  const target = goTo && ideas.some(({ id }) => id === goTo) ? goTo : null;
  useEffect(() => {
    if (!ready || !target || gone.current === target) return;
    gone.current = target;
    show(target);
  }, [ready, target, show]);

  useEffect(() => {
    if (ready) for (const by of earlySteps.current.splice(0)) step(by);
  }, [ready, step]);

  if (ideas.length === 0) return empty;
  const pager = (
    <CarouselPager
      index={index}
      count={ideas.length}
      onStep={stepWhenReady}
      map={!heading && <CarouselMap ideas={ideas} index={index} onSelect={show} />}
    />
  );
  const notice = <NewIdeasNotice arrived={arrived} onShow={show} />;
  return (
    <section
      ref={section}
      aria-label={label}
      aria-roledescription="carousel"
      className={classNames('relative', !heading && 'pb-19')}
    >
      {heading && (
        <div className="column flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-4">
          {heading}
          <div className="flex flex-wrap items-center justify-end gap-2">
            {notice}
            {pager}
          </div>
        </div>
      )}
      <div ref={viewport} className="overflow-x-clip">
        <div className="flex touch-pan-y touch-pinch-zoom">
          {ideas.map((idea, at) => {
            const near = at === index || isNear(at, settled, ideas.length, neighbours);
            return (
              <Slide
                key={idea.id}
                idea={idea}
                label={near ? `${at + 1} of ${ideas.length}: ${idea.pair}` : undefined}
                selected={at === index}
                near={near}
                left={idea === left}
                onSelect={show}
                renderIdea={renderIdea}
              />
            );
          })}
        </div>
      </div>
      {!heading && <Floating notice={notice} pager={pager} />}
    </section>
  );
};
