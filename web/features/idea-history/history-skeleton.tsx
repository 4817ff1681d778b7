import { classNames } from '../../shared/ui/class-names.ts';
import { Loading, Skeleton } from '../../shared/ui/skeleton.tsx';
import { cardClass } from './history-card.tsx';

const CARDS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

/** The loading text of SPEC §2, and placeholders in the size of the cards. */
export const HistorySkeleton = () => (
  <Loading label="Loading trade ideas...">
    <div className="@container column">
      <div className="grid gap-4 @min-[38rem]:grid-cols-2 @min-[58rem]:grid-cols-3">
        {CARDS.map((card) => (
          <div key={card} className={classNames(cardClass, 'gap-4')}>
            <div className="flex justify-between">
              <Skeleton className="h-7 w-28" />
              <Skeleton className="h-7 w-26 rounded-full" />
            </div>
            <Skeleton className="h-3.5 w-44" />
            <Skeleton className="h-5 w-full" />
            <div className="flex justify-between">
              <Skeleton className="h-8 w-18" />
              <Skeleton className="h-8 w-18" />
              <Skeleton className="h-8 w-18" />
            </div>
            <Skeleton className="h-3.5 w-52" />
            <Skeleton className="mt-auto h-9 w-full" />
          </div>
        ))}
      </div>
    </div>
  </Loading>
);
