import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { getPublicRecord } from '../../contract/record/public-record.ts';
import { useCurrentUser } from '../account/session/current-user.ts';
import { getHomePath } from '../account/session/session.ts';
import { VerifyNow } from '../record/ledger/verify-now.tsx';
import { RecordContent } from '../record/record-content.tsx';
import { isNotFound } from '../shared/api/api-request.ts';
import { queryClient } from '../shared/api/query-client.ts';
import { routeQuery } from '../shared/api/route-query.ts';
import { paths } from '../shared/paths.ts';
import { ButtonLink } from '../shared/ui/button.tsx';
import { PageHead } from '../shared/ui/page-head.tsx';
import { PendingQuery } from '../shared/ui/pending-query.tsx';
import { NotFoundPage } from './not-found-page.tsx';

const PublicRecord = ({ educatorId }: { educatorId: string }) => {
  const user = useCurrentUser();
  const query = useQuery(routeQuery(getPublicRecord, { params: { educatorId } }));
  const record = query.data;
  if (isNotFound(query.error)) return <NotFoundPage home={user ? getHomePath(user) : paths.home} />;
  return (
    <>
      <PageHead
        title={record?.educator_name ?? 'Track record'}
        documentTitle={record ? `${record.educator_name}, track record` : 'Track record'}
        subtitle="Track record in R, calculated from the change log"
        actions={!user && <ButtonLink href={paths.customerLogin}>Sign in</ButtonLink>}
      />
      {record ? (
        <RecordContent record={record} verify={<VerifyNow publicOf={educatorId} />} />
      ) : (
        <div className="column">
          <PendingQuery query={query} label="Loading track record" failure={getPublicRecord.failure} />
        </div>
      )}
    </>
  );
};

/** /record/{id}: the track record that an educator has published. Without a session no frame provides the client. */
export const PublicRecordPage = ({ educatorId }: { educatorId: string }) => (
  <QueryClientProvider client={queryClient}>
    <PublicRecord key={educatorId} educatorId={educatorId} />
  </QueryClientProvider>
);
