import { useRef } from 'react';
import type { Forecast } from '../../../contract/learn/practice.ts';
import { LessonText } from '../../ideas/lesson-text.tsx';
import { paths } from '../../shared/paths.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { DirectionChip } from '../../shared/ui/direction-chip.tsx';
import { FormError } from '../../shared/ui/notice.tsx';
import { describeOutcome } from './format-practice.ts';
import { useReview, useSummary } from './use-practice.ts';

const DueCard = ({ forecast, onReviewed }: { forecast: Forecast; onReviewed: () => void }) => {
  const { review, isSaving, error } = useReview();
  // A failure's message is shown below.
  const markReviewed = () => review(forecast.id).then(onReviewed, () => undefined);
  return (
    <li className="grid content-start gap-4 rounded-l border border-line-soft bg-surface p-4.5 shadow-lift sm:p-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="min-w-0 text-lg wrap-anywhere">
          <bdi>{forecast.pair}</bdi>
        </h3>
        <DirectionChip order={forecast.order_type} size="s" />
      </div>
      <p className="text-sm text-muted">
        You said {forecast.probability}%. {describeOutcome(forecast)}.
      </p>
      <LessonText lesson={forecast.lesson} tag={forecast.lesson_tag} />
      <FormError>{error}</FormError>
      <div className="flex flex-wrap gap-3 self-end">
        <Button size="s" busy={isSaving} onClick={() => void markReviewed()}>
          Mark as reviewed
        </Button>
        <ButtonLink size="s" variant="quiet" href={paths.idea(forecast.idea_id)}>
          View idea
        </ButtonLink>
      </div>
    </li>
  );
};

/** The lessons of misses that come back today; renders nothing without any. */
export const DueCards = () => {
  const { data } = useSummary();
  const section = useRef<HTMLElement>(null);
  if (!data) return null;
  return (
    // Stays as the focus target after the last card has left.
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Lessons to review"
      className={data.due_cards.length === 0 ? 'sr-only' : 'grid gap-4'}
    >
      {data.due_cards.length === 0 ? (
        <p>No lessons to review today.</p>
      ) : (
        <>
          <div>
            <h2 className="text-2xl">Lessons to review</h2>
            <p className="mt-1 text-sm text-muted">
              Lessons of ideas you misjudged come back after 1, 7 and 30 days.
            </p>
          </div>
          <ul className="grid gap-4 lg:grid-cols-2">
            {data.due_cards.map((forecast) => (
              <DueCard key={forecast.id} forecast={forecast} onReviewed={() => section.current?.focus()} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
};
