import { formatCount, formatDrawdown, formatRangeR } from '../../contract/record/format-record.ts';
import type { TrackRecord } from '../../contract/record/track-record.ts';
import type { TermSlug } from '../glossary/glossary.ts';
import { Term } from '../glossary/term.tsx';
import { Skeleton } from '../shared/ui/skeleton.tsx';

const Figure = ({
  name,
  term,
  value,
  basis,
}: {
  name: string;
  term?: TermSlug;
  value: string;
  basis: string;
}) => (
  <div className="min-w-0 bg-surface px-4 py-3.5 sm:px-5 sm:py-4">
    <dt className="text-sm text-muted">{term ? <Term slug={term}>{name}</Term> : name}</dt>
    <dd className="mt-1 flex flex-wrap items-baseline gap-x-2">
      <span className="text-lg font-semibold tracking-tight sm:text-xl">{value}</span>
      <span className="text-sm text-muted">{basis}</span>
    </dd>
  </div>
);

const gridClass =
  'grid grid-cols-2 gap-px overflow-clip rounded-m border border-line-soft bg-line-soft lg:grid-cols-4';

/** Four key figures, each with the number of ideas it is based on. */
export const RecordFigures = ({ record }: { record: TrackRecord }) => {
  const { ideas, rules } = record;
  const basis = (rule: keyof typeof rules) => `from ${formatCount(rules[rule].results, 'closed idea')}`;
  const formatMean = (rule: keyof typeof rules) => (rules[rule].mean ? formatRangeR(rules[rule].mean) : '–');
  return (
    <dl className={gridClass}>
      <Figure
        name="Ideas published"
        value={String(ideas.total)}
        basis={`${ideas.deleted} deleted, ${ideas.open} active`}
      />
      <Figure
        name="Average if closed at exit 1"
        term="expectancy"
        value={formatMean('exit_1')}
        basis={basis('exit_1')}
      />
      <Figure
        name="Average, scaling out evenly"
        term="scaling-out"
        value={formatMean('parts')}
        basis={basis('parts')}
      />
      <Figure
        name="Max drawdown, scaling out evenly"
        term="drawdown"
        value={formatDrawdown(rules.parts.drawdown)}
        basis={basis('parts')}
      />
    </dl>
  );
};

export const RecordFiguresSkeleton = () => (
  <div className={gridClass}>
    {['a', 'b', 'c', 'd'].map((key) => (
      <div key={key} className="bg-surface px-4 py-3.5 sm:px-5 sm:py-4">
        <Skeleton className="h-5 w-28" />
        <Skeleton className="mt-1.5 h-6 w-36" />
      </div>
    ))}
  </div>
);
