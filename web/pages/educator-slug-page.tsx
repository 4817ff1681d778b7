import { useSignedInUser } from '../account/session/current-user.ts';
import { useEducators } from '../educators/use-educators.ts';
import { paths } from '../shared/paths.ts';
import { Loading, Skeleton } from '../shared/ui/skeleton.tsx';
import { EducatorDashboardPage } from './educator-dashboard-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** SPEC §2: five named profile paths lead to the dashboard, taken from the educators' data; any other is not found. */
export const EducatorSlugPage = ({ slug }: { slug: string }) => {
  const own = useSignedInUser().profilePath;
  const educators = useEducators();
  const isKnown = own === slug || [...educators.values()].some(({ profilePath }) => profilePath === slug);
  if (isKnown) return <EducatorDashboardPage />;
  if (educators.size > 0) return <NotFoundPage home={paths.educatorDashboard} />;
  return (
    <Loading label="Loading">
      <div className="column pt-9">
        <Skeleton className="h-10 w-52" />
      </div>
    </Loading>
  );
};
