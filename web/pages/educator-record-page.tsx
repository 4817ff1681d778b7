import { listTrackRecords } from '../../contract/record/track-record.ts';
import { PublicProfilePanel } from '../account/profile/public-profile-panel.tsx';
import { useSignedInUser } from '../account/session/current-user.ts';
import { getWayHome } from '../account/session/way-home.ts';
import { FollowButton } from '../educators/follow-button.tsx';
import { useEducators } from '../educators/use-educators.ts';
import { VerifyNow } from '../record/ledger/verify-now.tsx';
import { RecordContent } from '../record/record-content.tsx';
import { RecordPublication } from '../record/record-publication.tsx';
import { useRecord } from '../record/use-record.ts';
import { PageHead } from '../shared/ui/page-head.tsx';
import { PendingQuery } from '../shared/ui/pending-query.tsx';
import { Skeleton } from '../shared/ui/skeleton.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** /customer/educators/{id}: the track record of an educator, for customers and educators. */
export const EducatorRecordPage = ({ educatorId }: { educatorId: string }) => {
  const user = useSignedInUser();
  const back = getWayHome(user);
  const { record, isUnknown, query } = useRecord(educatorId);
  // The record is only recomputed when ideas change, so its name can be outdated.
  const name = useEducators().get(educatorId)?.fullName || record?.educator_name;
  if (isUnknown) return <NotFoundPage home={back.href} />;
  return (
    <>
      <PageHead
        title={name ?? 'Track record'}
        documentTitle={name ? `${name}, track record` : 'Track record'}
        back={back}
        subtitle="Track record in R, calculated from the change log"
        actions={name && <FollowButton educatorId={educatorId} name={name} />}
      />
      {!record && (
        <PendingQuery query={query} label="Loading track record" failure={listTrackRecords.failure}>
          <div className="column" aria-busy="true">
            <Skeleton className="h-7 max-w-200" />
            <Skeleton className="mt-2 h-5 max-w-100" />
          </div>
        </PendingQuery>
      )}
      {record && (
        <>
          <RecordContent record={record} verify={<VerifyNow />} />
          <div className="column">
            {user.educatorId === educatorId && <RecordPublication educatorId={educatorId} />}
            <PublicProfilePanel educatorId={educatorId} showName={false} />
          </div>
        </>
      )}
    </>
  );
};
