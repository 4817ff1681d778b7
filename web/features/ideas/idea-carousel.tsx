import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { CarouselPager } from './carousel-pager.tsx';
import { isNear } from './carousel-place.ts';
import type { Idea } from './idea-model.ts';
import { useArrivals } from './use-arrivals.ts';
import { useArrowKeys } from './use-arrow-keys.ts';
import { useIdeaCarousel } from './use-idea-carousel.ts';

/**
 * A looping carousel of ideas (SPEC §2). Every idea has its slide, so geometry and numbers are true; only those near
 * the selected one hold a card. The selected card alone can be reached by keyboard and screen reader.
 */
export const IdeaCarousel = ({
  label,
  ideas: allIdeas,
  renderIdea,
  goTo,
}: {
  label: string;
  ideas: readonly Idea[];
  renderIdea: (idea: Idea) => ReactNode;
  /** Scrolls to this idea once it is there: one's own new idea, for example. */
  goTo?: string | null;
}) => {
  const { viewport, ideas, index, step, show, ready } = useIdeaCarousel(allIdeas);
  const selected = ideas[index];
  const arrived = useArrivals(ideas, selected?.id);
  useArrowKeys(step);

  const gone = useRef<string | null>(null);
  const arrivedAt = goTo && ideas.some(({ id }) => id === goTo) ? goTo : null;
  useEffect(() => {
    if (!ready || !arrivedAt || gone.current === arrivedAt) return;
    gone.current = arrivedAt;
    show(arrivedAt);
  }, [ready, arrivedAt, show]);

  return (
    <section aria-label={label} aria-roledescription="carousel">
      <div ref={viewport} className="overflow-x-clip">
        <div className="flex touch-pan-y touch-pinch-zoom">
          {ideas.map((idea, at) => (
            // biome-ignore lint/a11y/useSemanticElements: a slide is a group by the carousel pattern, not a fieldset.
            <div
              key={idea.id}
              role="group"
              aria-roledescription="slide"
              aria-label={`${at + 1} of ${ideas.length}: ${idea.pair}`}
              aria-hidden={at === index ? undefined : true}
              className="relative w-[calc(min(100%,1240px)-0.5rem)] shrink-0 px-3 md:w-[calc(min(100%,1240px)-2rem)]"
            >
              {isNear(at, index, ideas.length) && (
                // A neighbour is cut at the height of the selected card: it peeks, it does not push the pager down.
                <div
                  inert={at !== index}
                  className={classNames(
                    'transition-opacity duration-180',
                    at !== index && 'absolute inset-x-3 inset-y-0 overflow-clip rounded-l opacity-40',
                  )}
                >
                  {renderIdea(idea)}
                </div>
              )}
              {at !== index && (
                <button
                  type="button"
                  tabIndex={-1}
                  aria-hidden="true"
                  onClick={() => show(idea.id)}
                  className="absolute inset-0"
                />
              )}
            </div>
          ))}
        </div>
      </div>
      <CarouselPager index={index} count={ideas.length} arrived={arrived} onStep={step} onShow={show} />
    </section>
  );
};
