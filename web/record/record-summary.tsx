import { Link } from 'wouter';
import { PAST_RESULTS_DISCLAIMER } from '../../contract/record/track-record.ts';
import { paths } from '../shared/paths.ts';
import { cardClass } from '../shared/ui/card-class.ts';
import { Icon } from '../shared/ui/icon.tsx';
import { Skeleton } from '../shared/ui/skeleton.tsx';
import { EducatorFigures, summarizeRecord } from './educator-figures.tsx';
import { useRecord } from './use-record.ts';

/** The educator's own key figures with a link to the full track record. Hidden when they cannot be loaded. */
export const RecordSummary = ({ educatorId }: { educatorId: string }) => {
  const { record, isUnknown, query } = useRecord(educatorId);
  if (isUnknown || (query.isError && !record)) return null;
  return (
    <section aria-label="Your track record" className="column pt-10">
      <h2 className="mb-4 text-2xl">Your track record</h2>
      <div className={`p-5 ${cardClass}`}>
        {record ? <EducatorFigures summary={summarizeRecord(record, '')} /> : <Skeleton className="h-10" />}
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6">
        <p className="max-w-190 text-xs text-pretty text-faint">{PAST_RESULTS_DISCLAIMER}</p>
        <Link
          href={paths.educatorRecord(educatorId)}
          className="quiet-link inline-flex min-h-11 items-center gap-1 text-sm text-muted"
        >
          Full track record
          <Icon name="right" size={16} />
        </Link>
      </div>
    </section>
  );
};
