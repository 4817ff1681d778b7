import type { ReactNode } from 'react';
import {
  calculationRules,
  PAST_RESULTS_DISCLAIMER,
  type TrackRecord,
} from '../../../contract/track-record.ts';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { EquityCurve } from './equity-curve.tsx';
import { ExitPlansTable } from './exit-plans-table.tsx';
import { RecordFigures } from './record-figures.tsx';
import { RecordIdeas } from './record-ideas.tsx';

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="rounded-l border border-line-soft bg-surface p-4.5 shadow-lift sm:p-7">
    <h2 className="mb-4 text-xl">{title}</h2>
    {children}
  </section>
);

/** Names the oldest open idea, because never closing a losing idea would flatter a track record. */
const describeOpenIdeas = ({ ideas, entries }: TrackRecord): string => {
  const since = entries
    .filter(({ closed_at }) => closed_at === null)
    .map(({ published_at }) => published_at)
    .toSorted()[0];
  const details = [
    since && `oldest since ${absoluteTime(since, Date.now())}`,
    ideas.reopened > 0 && `${ideas.reopened} reopened`,
  ].filter(Boolean);
  return `${ideas.open} open${details.length > 0 ? ` (${details.join(', ')})` : ''}`;
};

const describeCounts = (record: TrackRecord): string => {
  const { ideas } = record;
  return [
    `${ideas.successful} successful`,
    `${ideas.unsuccessful} unsuccessful`,
    ideas.completed > 0 && `${ideas.completed} completed`,
    `${ideas.invalid} invalid`,
    describeOpenIdeas(record),
    ideas.deleted_open > 0 && `${ideas.deleted_open} deleted while open`,
  ]
    .filter(Boolean)
    .join(', ');
};

/** A full track record: figures, exit plans, chart, all ideas and the method. */
export const RecordContent = ({ record }: { record: TrackRecord }) => {
  if (record.ideas.total === 0)
    return <EmptyState title="No ideas yet">The track record starts with the first idea.</EmptyState>;
  return (
    <div className="column grid grid-cols-[minmax(0,1fr)] gap-5 pb-6">
      <RecordFigures record={record} />
      <Notice className="text-muted">{PAST_RESULTS_DISCLAIMER}</Notice>
      <Section title="Results by exit plan">
        <p className="mb-3 text-sm text-muted">
          {`${describeCounts(record)}. Deleted ideas still count: ${record.ideas.deleted}.`}
          {record.ideas.without_r > 0 && ` ${record.ideas.without_r} can't be expressed in R.`}
        </p>
        <ExitPlansTable rules={record.rules} />
      </Section>
      <Section title="Cumulative R">
        <EquityCurve entries={record.entries} />
      </Section>
      <Section title="All ideas">
        <RecordIdeas entries={record.entries} />
      </Section>
      <Section title="How we calculate this">
        <ol className="grid max-w-190 gap-2.5 text-pretty text-muted">
          {calculationRules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ol>
      </Section>
    </div>
  );
};
