import { Loading, Skeleton } from '../shared/ui/skeleton.tsx';

/** Placeholder of a card with its final size. */
export const CardSkeleton = () => (
  <Loading label="Loading trade ideas...">
    <div className="@container rounded-l border border-line-soft bg-surface">
      <div className="grid @min-[56rem]:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="p-4.5 @min-[30rem]:p-7">
          <Skeleton className="h-10 w-52 max-w-full" />
          <Skeleton className="mt-7 h-9 w-52 max-w-full" />
          <Skeleton className="mt-5 h-3.5 w-72 max-w-full" />
          <Skeleton className="mt-8 hidden h-24 max-w-120 @min-[56rem]:block" />
        </div>
        <div className="h-[384px] min-[30rem]:h-[448px] border-t border-line-soft bg-sunken p-4.5 @min-[30rem]:p-7 @min-[56rem]:border-t-0 @min-[56rem]:border-l">
          <Skeleton className="h-6" />
          <Skeleton className="mx-auto mt-7 h-[288px] w-7.5 rounded-[9px] min-[30rem]:h-[344px]" />
        </div>
      </div>
    </div>
  </Loading>
);
