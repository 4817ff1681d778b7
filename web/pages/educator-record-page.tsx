import { useEducators } from '../entities/educator/use-educators.ts';
import { PublicProfilePanel } from '../features/profile/public-profile-panel.tsx';
import { RecordContent } from '../features/track-record/record-content.tsx';
import { saveCsv, saveJson } from '../features/track-record/record-export.ts';
import { RecordFiguresSkeleton } from '../features/track-record/record-figures.tsx';
import { useRecord } from '../features/track-record/use-record.ts';
import { paths } from '../shared/paths.ts';
import { Button, ButtonLink } from '../shared/ui/button.tsx';
import { FailedState } from '../shared/ui/failed-state.tsx';
import { PageHead } from '../shared/ui/page-head.tsx';
import { Loading } from '../shared/ui/skeleton.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** /customer/educators/{id}: the track record of an educator, for customers and educators. */
export const EducatorRecordPage = ({ educatorId, home }: { educatorId: string; home: string }) => {
  const { state, record, retry, retrying } = useRecord(educatorId);
  // The record is only recomputed when ideas change, so its name can be outdated.
  const name = useEducators().get(educatorId)?.fullName || record?.educator_name;
  if (state === 'unknown') return <NotFoundPage home={home} />;
  return (
    <>
      <PageHead
        title={name ?? 'Track record'}
        documentTitle={name ? `${name}, track record` : 'Track record'}
        back={{ href: home, label: 'Back to Dashboard' }}
        subtitle="Track record in R, calculated from the change log"
        actions={
          record &&
          record.ideas.total > 0 && (
            <>
              <Button size="s" onClick={() => saveCsv(record)}>
                Export CSV
              </Button>
              <Button size="s" onClick={() => saveJson(record)}>
                Export JSON
              </Button>
              <ButtonLink size="s" href={paths.verify}>
                Verify the ledger
              </ButtonLink>
            </>
          )
        }
      />
      {state === 'failed' && (
        <FailedState message="Failed to get performance data" onRetry={retry} busy={retrying} />
      )}
      {state === 'loading' && (
        <div className="column" aria-busy="true">
          <Loading label="Loading track record">
            <RecordFiguresSkeleton />
          </Loading>
        </div>
      )}
      {record && (
        <>
          <div className="column">
            <PublicProfilePanel educatorId={educatorId} showName={false} />
          </div>
          <RecordContent record={record} />
        </>
      )}
    </>
  );
};
