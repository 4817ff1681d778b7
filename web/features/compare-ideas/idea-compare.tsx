import { useEffect, useMemo, useState } from 'react';
import { markSeen } from '../../entities/idea/seen/seen-store.ts';
import { useSignedInUser } from '../../entities/session/current-user.ts';
import { useMedia } from '../../shared/hooks/use-media.ts';
import type { CompareProps } from './compare-parts.tsx';
import { CompareRows } from './compare-rows.tsx';
import { nextSort, sortIdeas, startSort } from './compare-sort.ts';
import { CompareTable } from './compare-table.tsx';

/** Eight columns of prices need this much; below it every idea is a compact row. */
const WIDE = '(min-width: 64rem)';

/** A market's ideas side by side: numbers to compare, in any order; a press on one opens all of it. */
const IdeaCompare = ({ ideas, onOpen }: Pick<CompareProps, 'ideas' | 'onOpen'>) => {
  const { id } = useSignedInUser();
  const [sort, setSort] = useState(startSort);
  const sorted = useMemo(() => sortIdeas(ideas, sort), [ideas, sort]);
  const wide = useMedia(WIDE);
  // All of them are in sight here: nothing waits to be shown.
  useEffect(() => {
    const mark = () => {
      if (!document.hidden)
        markSeen(
          id,
          ideas.map((idea) => idea.id),
        );
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [id, ideas]);
  const View = wide ? CompareTable : CompareRows;
  return (
    <div className="column">
      <View ideas={sorted} sort={sort} onSort={(by) => setSort(nextSort(sort, by))} onOpen={onOpen} />
    </div>
  );
};

export default IdeaCompare;
