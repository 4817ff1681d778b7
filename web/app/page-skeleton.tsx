import { Loading, Skeleton } from '../shared/ui/skeleton.tsx';

/** While the code of a screen is on its way: its heading and its first card, in their final places. */
export const ScreenSkeleton = () => (
  <Loading label="Loading">
    <div className="column pt-5 sm:pt-9">
      <Skeleton className="h-8 w-52 sm:h-10" />
      <Skeleton className="mt-3 h-5 w-72 max-w-full" />
      <Skeleton className="mt-6 h-100 rounded-l" />
    </div>
  </Loading>
);
