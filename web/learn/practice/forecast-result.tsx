import type { Ref } from 'react';
import type { Forecast } from '../../../contract/learn/practice.ts';
import { scoreForecast } from '../../../contract/learn/practice-score.ts';
import { Term } from '../../glossary/term.tsx';
import { LessonText } from '../../ideas/lesson-text.tsx';
import { paths } from '../../shared/paths.ts';
import { serverNow } from '../../shared/server-clock.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import {
  describeOutcome,
  describeReview,
  describeUnscored,
  formatProbability,
  formatScore,
  toScored,
} from './format-practice.ts';
import { HowScored } from './how-scored.tsx';

const Scores = ({ forecast }: { forecast: Forecast }) => {
  const scored = toScored(forecast);
  if (!scored)
    return (
      <p className="text-sm text-muted">
        Your forecast: {forecast.probability}%. {describeUnscored(forecast)}
      </p>
    );
  const { brier, baseline } = scoreForecast(scored);
  const cell = 'py-2 pr-4';
  return (
    <>
      <p>{`You said ${scored.probability}%. From the distances alone it was ${formatProbability(scored.baseline)}.`}</p>
      <HowScored>
        <table className="w-full max-w-100 border-collapse text-left text-sm tabular-nums">
          <caption className="sr-only">Your forecast and the baseline</caption>
          <thead>
            <tr className="border-b border-line-soft text-muted">
              <td className={cell} />
              <th scope="col" className={`${cell} font-medium`}>
                Forecast
              </th>
              <th scope="col" className={`${cell} font-medium`}>
                <Term slug="brier-score">Brier score</Term>
              </th>
            </tr>
          </thead>
          <tbody>
            <tr className="border-b border-line-soft font-semibold">
              <th scope="row" className={cell}>
                You
              </th>
              <td className={cell}>{scored.probability}%</td>
              <td className={cell}>{formatScore(brier)}</td>
            </tr>
            <tr>
              <th scope="row" className={`${cell} font-medium text-muted`}>
                <Term slug="baseline-chance">Baseline</Term>
              </th>
              <td className={cell}>{formatProbability(scored.baseline)}</td>
              <td className={cell}>{formatScore(baseline)}</td>
            </tr>
          </tbody>
        </table>
        <p>
          The Brier score is the squared distance between a forecast and what happened: 0 is best, 1 is worst.
          One result says little; the average over many does.
        </p>
      </HowScored>
    </>
  );
};

/** What happened, the lesson, and how the forecast scored. */
export const ForecastResult = ({
  forecast,
  heading,
  onNext,
}: {
  forecast: Forecast;
  heading: Ref<HTMLHeadingElement>;
  onNext: () => void;
}) => (
  <section aria-labelledby="practice-result" className="grid gap-5">
    <h3 ref={heading} id="practice-result" tabIndex={-1} className="text-xl text-balance">
      {describeOutcome(forecast)}
    </h3>
    <LessonText lesson={forecast.lesson} tag={forecast.lesson_tag} />
    {forecast.lesson && forecast.review_at && (
      <p className="text-sm text-muted">{describeReview(forecast.review_at, serverNow())}</p>
    )}
    <Scores forecast={forecast} />
    {forecast.reason && (
      <p className="text-sm wrap-anywhere">
        <span className="text-muted">Your reason: </span>
        <bdi>{forecast.reason}</bdi>
      </p>
    )}
    <div className="flex flex-wrap gap-3">
      <Button variant="primary" onClick={onNext}>
        Next question
      </Button>
      {forecast.is_deleted ? (
        <ButtonLink href={paths.idea(forecast.idea_id)}>View change history</ButtonLink>
      ) : (
        <ButtonLink href={paths.replay(forecast.idea_id)}>View idea and replay</ButtonLink>
      )}
    </div>
    {forecast.is_deleted && (
      <p className="text-sm text-muted">
        The educator deleted this idea. It still counts in the track record.
      </p>
    )}
  </section>
);
