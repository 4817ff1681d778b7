import { useEffect } from 'react';
import { Button } from '../shared/ui/button.tsx';
import type { IdeaList } from './idea-lists.ts';

/** Loads what follows the first page: counts, filters and order are about all ideas. Offers Retry if that fails. */
export const LoadAllPages = ({ list: { more, loadMore } }: { list: IdeaList }) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that has loaded is a reason, a new function is none.
  useEffect(() => {
    if (more === 'there') loadMore();
  }, [more]);
  return (
    more === 'failed' && (
      <p role="alert" className="column mb-4 flex items-center gap-3">
        Couldn't load all ideas.
        <Button size="s" onClick={loadMore}>
          Retry
        </Button>
      </p>
    )
  );
};
