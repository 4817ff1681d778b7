import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type IdeaRevision, listIdeaRevisions } from '../../contract/ideas/idea-revisions.ts';
import { dropUndone } from '../../contract/ideas/idea-timeline.ts';
import { pageQuery } from '../shared/api/page-query.ts';

/**
 * The revisions of an idea, newest first, by pages. The key begins with the lists' prefix, so that a change of any idea
 * refetches it.
 */
export const useRevisions = (ideaId: string) =>
  useInfiniteQuery({
    ...pageQuery(listIdeaRevisions, { params: { id: ideaId }, query: {} }),
    select: ({ pages }) => pages.flatMap(({ rows }) => rows.toReversed()),
  });

/** All revisions of an idea, oldest first; undefined until the last page is loaded. */
export const useAllRevisions = (ideaId: string) => {
  const query = useRevisions(ideaId);
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  return {
    revisions: useMemo(() => (data && !hasNextPage ? data.toReversed() : undefined), [data, hasNextPage]),
    query: { isError, isFetching, refetch: hasNextPage ? fetchNextPage : refetch },
  };
};

/** When a field was last changed; null while unknown. */
export const changedAt = (revisions: readonly IdeaRevision[] | undefined, field: string): string | null =>
  dropUndone(revisions ?? []).find(
    ({ action, changes }) => action === 'changed' && changes.some((change) => change.field === field),
  )?.at ?? null;
