import { Loading, Skeleton } from '../../shared/ui/skeleton.tsx';

/** Placeholder of a card with its final size. */
export const CardSkeleton = () => (
  <Loading label="Loading trade ideas...">
    <div className="@container rounded-l border border-line-soft bg-surface">
      <div className="grid @min-[56rem]:grid-cols-[minmax(0,1fr)_25rem]">
        <div className="p-4.5 @min-[30rem]:p-7">
          <div className="flex items-center gap-3">
            <Skeleton className="size-10 rounded-full" />
            <div className="grid gap-2">
              <Skeleton className="h-3.5 w-32" />
              <Skeleton className="h-3 w-20" />
            </div>
          </div>
          <Skeleton className="mt-7 h-9 w-52 max-w-full" />
          <Skeleton className="mt-5 h-3.5 w-72 max-w-full" />
          <div className="mt-8 hidden gap-3 @min-[56rem]:grid">
            <Skeleton className="h-3.5 w-full max-w-120" />
            <Skeleton className="h-3.5 w-full max-w-110" />
            <Skeleton className="h-3.5 w-full max-w-90" />
          </div>
        </div>
        <div className="h-[384px] min-[30rem]:h-[448px] border-t border-line-soft bg-sunken p-4.5 @min-[30rem]:p-7 @min-[56rem]:border-t-0 @min-[56rem]:border-l">
          <div className="flex justify-between">
            <Skeleton className="h-3.5 w-24" />
            <Skeleton className="h-6 w-16" />
          </div>
          <div className="mt-7 flex h-[288px] min-[30rem]:h-[344px] gap-9">
            <Skeleton className="ml-20 h-full w-7.5 rounded-[9px]" />
            <div className="flex flex-1 flex-col justify-between">
              {[1, 2, 3, 4].map((line) => (
                <Skeleton key={line} className="h-3.5 w-full" />
              ))}
            </div>
          </div>
        </div>
      </div>
    </div>
  </Loading>
);
