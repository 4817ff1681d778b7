import { listTrackRecords, PAST_RESULTS_DISCLAIMER } from '../../contract/record/track-record.ts';
import { useSignedInUser } from '../account/session/current-user.ts';
import { getWayHome } from '../account/session/way-home.ts';
import { ClosedIdeasList } from '../record/closed-ideas-list.tsx';
import { useRecords } from '../record/use-record.ts';
import { paths } from '../shared/paths.ts';
import { ButtonLink } from '../shared/ui/button.tsx';
import { PageHead } from '../shared/ui/page-head.tsx';
import { PendingQuery } from '../shared/ui/pending-query.tsx';
import { Skeleton } from '../shared/ui/skeleton.tsx';

/** /customer/results: how the ideas of both markets ended. */
export const ResultsPage = () => {
  const query = useRecords();
  return (
    <>
      <PageHead
        title="Results"
        subtitle="Every closed idea, wins and losses, in R if all of it was closed at exit 1"
        back={getWayHome(useSignedInUser())}
        actions={<ButtonLink href={paths.educators}>Compare educators</ButtonLink>}
      />
      {query.data ? (
        <ClosedIdeasList records={query.data} />
      ) : (
        <PendingQuery query={query} label="Loading results" failure={listTrackRecords.failure}>
          <div className="column">
            <Skeleton className="h-100 rounded-l" />
          </div>
        </PendingQuery>
      )}
      <p className="column max-w-190 text-sm text-pretty text-faint">{PAST_RESULTS_DISCLAIMER}</p>
    </>
  );
};
