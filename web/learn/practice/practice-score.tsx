import type { ReactNode } from 'react';
import { getPracticeSummary, type PracticeSummary } from '../../../contract/learn/practice.ts';
import { PendingQuery } from '../../shared/ui/pending-query.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { CalibrationPlot, CalibrationTable } from './calibration-plot.tsx';
import { describeLeftOut, formatScore, formatSkill, formatTooFew } from './format-practice.ts';
import { HowScored } from './how-scored.tsx';
import { useSummary } from './use-practice.ts';

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0 bg-surface px-4 py-3.5 sm:px-5 sm:py-4">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="mt-1 text-lg font-semibold tracking-tight tabular-nums sm:text-xl">{children}</dd>
  </div>
);

const Figures = ({ summary: { score, unscored } }: { summary: PracticeSummary }) => {
  const { count, brier, baseline_brier, skill } = score;
  const formatMean = (value: number | null) => (value === null ? '–' : formatScore(value));
  return (
    <dl className="grid grid-cols-2 gap-px overflow-clip rounded-m border border-line-soft bg-line-soft lg:grid-cols-4">
      <Figure name="Scored forecasts">
        {count}
        {unscored > 0 && <span className="text-sm font-normal text-muted"> and {unscored} unscored</span>}
      </Figure>
      <Figure name="Average Brier score">{formatMean(brier)}</Figure>
      <Figure name="Baseline's Brier score">{formatMean(baseline_brier)}</Figure>
      <Figure name="Skill">{skill === null ? '–' : formatSkill(skill)}</Figure>
    </dl>
  );
};

const Calibration = ({ score }: Pick<PracticeSummary, 'score'>) => (
  <section aria-labelledby="calibration" className="grid grid-cols-[minmax(0,1fr)] gap-4">
    <div>
      <h3 id="calibration" className="text-xl">
        Calibration
      </h3>
      <p className="mt-1 max-w-[64ch] text-sm text-pretty text-muted">
        Of the ideas you give 70%, about 70% should reach exit 1. On the dashed line, your forecasts match
        what happened.
      </p>
    </div>
    <div className="grid grid-cols-[minmax(0,1fr)] items-center gap-6 md:grid-cols-2">
      <CalibrationPlot bins={score.bins} />
      <CalibrationTable bins={score.bins} />
    </div>
  </section>
);

/** Brier score, skill and calibration of one person's forecasts. */
export const PracticeScore = () => {
  const query = useSummary();
  const { data } = query;
  if (!data)
    return (
      <PendingQuery query={query} label="Loading your score" failure={getPracticeSummary.failure}>
        <Skeleton className="h-60 rounded-m" />
      </PendingQuery>
    );
  const leftOut = describeLeftOut(data.left_out);
  return (
    <section aria-labelledby="practice-score" className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div>
        <h2 id="practice-score" className="text-2xl">
          Your score
        </h2>
        {data.score.brier === null && (
          <p className="mt-1 max-w-[64ch] text-sm text-pretty text-muted">
            {formatTooFew(data.score.count)}
            {data.unscored > 0 && `, and ${data.unscored} unscored`}. Fewer say more about chance than about
            you.
          </p>
        )}
      </div>
      {data.score.brier !== null && (
        <>
          <Figures summary={data} />
          <HowScored>
            <p>
              The Brier score is the squared distance between a forecast and what happened: 0 is best, 1 is
              worst. Skill compares yours with that of the baseline: above 0 is better than the baseline, 1 is
              perfect.
            </p>
          </HowScored>
          <Calibration score={data.score} />
        </>
      )}
      {leftOut && <p className="text-sm text-muted">{leftOut}</p>}
    </section>
  );
};
