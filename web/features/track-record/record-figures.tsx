import { exitRuleNames, type TrackRecord } from '../../../contract/track-record.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { counted, fallR, rangeR } from './format-record.ts';

const Figure = ({ name, value, rests }: { name: string; value: string; rests: string }) => (
  <div className="min-w-0 bg-surface px-4 py-3.5 sm:px-5 sm:py-4">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="mt-1 flex flex-wrap items-baseline gap-x-2">
      <span className="text-lg font-semibold tracking-tight sm:text-xl">{value}</span>
      <span className="text-sm text-muted">{rests}</span>
    </dd>
  </div>
);

const row =
  'grid grid-cols-2 gap-px overflow-clip rounded-m border border-line-soft bg-line-soft lg:grid-cols-4';

/** Four figures at a glance; each with what it rests on. */
export const RecordFigures = ({ record }: { record: TrackRecord }) => {
  const { ideas, rules } = record;
  const results = (rule: keyof typeof rules) => counted(rules[rule].results, 'result');
  const mean = (rule: keyof typeof rules) => (rules[rule].mean ? rangeR(rules[rule].mean) : 'None yet');
  return (
    <dl className={row}>
      <Figure
        name="Ideas, all counted"
        value={String(ideas.total)}
        rests={`${ideas.deleted} deleted, ${ideas.open} open`}
      />
      <Figure
        name={`Mean result, ${exitRuleNames.exit_1.toLowerCase()}`}
        value={mean('exit_1')}
        rests={results('exit_1')}
      />
      <Figure
        name={`Mean result, ${exitRuleNames.parts.toLowerCase()}`}
        value={mean('parts')}
        rests={results('parts')}
      />
      <Figure
        name={`Deepest drawdown, ${exitRuleNames.parts.toLowerCase()}`}
        value={fallR(rules.parts.drawdown)}
        rests={results('parts')}
      />
    </dl>
  );
};

export const RecordFiguresSkeleton = () => (
  <div className={row}>
    {['a', 'b', 'c', 'd'].map((key) => (
      <div key={key} className="bg-surface px-4 py-3.5 sm:px-5 sm:py-4">
        <Skeleton className="h-5 w-28" />
        <Skeleton className="mt-1.5 h-6 w-36" />
      </div>
    ))}
  </div>
);
