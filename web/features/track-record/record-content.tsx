import type { ReactNode } from 'react';
import {
  calculationRules,
  PAST_RESULTS_DISCLAIMER,
  type TrackRecord,
} from '../../../contract/track-record.ts';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Equity } from './equity-curve.tsx';
import { RulesTable } from './exit-plans-table.tsx';
import { counted } from './format-record.ts';
import { RecordFigures } from './record-figures.tsx';
import { RecordIdeas } from './record-ideas.tsx';

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="rounded-l border border-line-soft bg-surface p-4.5 shadow-lift sm:p-7">
    <h2 className="mb-4 text-xl">{title}</h2>
    {children}
  </section>
);

/** Whoever never closes a loser has a fine record: how long the oldest has been open stands beside how many are. */
const openWords = ({ ideas, entries }: TrackRecord): string => {
  const since = entries
    .filter(({ closed_at }) => closed_at === null)
    .map(({ published_at }) => published_at)
    .toSorted()[0];
  const words = [
    since && `the oldest since ${absoluteTime(since, Date.now())}`,
    ideas.reopened > 0 && `${ideas.reopened} of them closed before`,
  ].filter(Boolean);
  return `${ideas.open} open${words.length > 0 ? ` (${words.join(', ')})` : ''}`;
};

const counts = (record: TrackRecord): string => {
  const { ideas } = record;
  return [
    `${ideas.successful} successful`,
    `${ideas.unsuccessful} unsuccessful`,
    ideas.completed > 0 && `${ideas.completed} completed`,
    `${ideas.invalid} invalid`,
    openWords(record),
    ideas.deleted_open > 0 && `${ideas.deleted_open} deleted while open`,
  ]
    .filter(Boolean)
    .join(', ');
};

/** The whole record: figures with what they rest on, the curve, every idea, and how it is counted. */
export const RecordContent = ({ record }: { record: TrackRecord }) => {
  if (record.ideas.total === 0)
    return <EmptyState title="No ideas yet">The record begins with the first idea.</EmptyState>;
  return (
    <div className="column grid grid-cols-[minmax(0,1fr)] gap-5 pb-6">
      <RecordFigures record={record} />
      <Notice className="text-muted">{PAST_RESULTS_DISCLAIMER}</Notice>
      <Part title="Three ways to take the exits">
        <p className="mb-3 text-sm text-muted">
          {counts(record)}. {counted(record.ideas.deleted, 'idea')} deleted, and counted all the same.
          {record.ideas.without_r > 0 && ` ${record.ideas.without_r} without an R.`}
        </p>
        <RulesTable rules={record.rules} />
      </Part>
      <Part title="Running sum in R">
        <Equity entries={record.entries} />
      </Part>
      <Part title="Every idea">
        <RecordIdeas entries={record.entries} />
      </Part>
      <Part title="How this is counted">
        <ol className="grid max-w-190 gap-2.5 text-pretty text-muted">
          {calculationRules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ol>
      </Part>
    </div>
  );
};
