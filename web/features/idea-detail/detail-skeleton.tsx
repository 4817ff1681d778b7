import { Loading, Skeleton } from '../../shared/ui/skeleton.tsx';

/** While the code of the detail is on its way. */
export const DetailSkeleton = () => (
  <Loading label="Loading">
    <Skeleton className="h-10 w-64 max-w-full" />
    <div className="mt-6 grid gap-6 md:grid-cols-2">
      <Skeleton className="h-80 rounded-m" />
      <Skeleton className="h-80 rounded-m" />
    </div>
  </Loading>
);
