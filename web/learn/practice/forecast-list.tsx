import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'wouter';
import { type Forecast, listForecasts } from '../../../contract/learn/practice.ts';
import { scoreForecast } from '../../../contract/learn/practice-score.ts';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { pageQuery } from '../../shared/api/page-query.ts';
import { paths } from '../../shared/paths.ts';
import { DirectionArrow } from '../../shared/ui/direction-chip.tsx';
import { FailedState } from '../../shared/ui/failed-state.tsx';
import { NextPage } from '../../shared/ui/next-page.tsx';
import { describeOutcome, formatScore, toScored } from './format-practice.ts';

const Row = ({ forecast }: { forecast: Forecast }) => {
  const scored = toScored(forecast);
  return (
    <li tabIndex={-1} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
      <div className="min-w-0">
        <p className="flex items-baseline gap-2 font-medium">
          <Link href={paths.idea(forecast.idea_id)} className="quiet-link inline-flex min-h-6 wrap-anywhere">
            <bdi>{forecast.pair}</bdi>
          </Link>
          <DirectionArrow order={forecast.order_type} />
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          {forecast.probability}% · {describeOutcome(forecast)}
          {forecast.reason && ' · '}
          <bdi>{forecast.reason}</bdi>
        </p>
      </div>
      <p className="text-sm text-muted tabular-nums">
        {scored ? `Brier score ${formatScore(scoreForecast(scored).brier)}` : 'Not scored'} ·{' '}
        {absoluteTime(forecast.answered_at)}
      </p>
    </li>
  );
};

/** Answered questions, newest first; renders nothing before the first answer. */
export const ForecastList = () => {
  const query = useInfiniteQuery(pageQuery(listForecasts, { query: {} }));
  const { data, isError, isFetching, refetch } = query;
  const list = useRef<HTMLUListElement>(null);
  if (!data && isError)
    return <FailedState message={listForecasts.failure} onRetry={() => void refetch()} busy={isFetching} />;
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="practice-forecasts" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="practice-forecasts" className="text-2xl">
        Your forecasts
      </h2>
      <ul ref={list} className="divide-y divide-line-soft">
        {data.map((forecast) => (
          <Row key={forecast.id} forecast={forecast} />
        ))}
      </ul>
      <NextPage query={query} list={list} label="Show more" failure={listForecasts.failure} />
    </section>
  );
};
