import { useInfiniteQuery } from '@tanstack/react-query';
import { type IdeaRevision, listIdeaRevisions } from '../../contract/ideas/idea-revisions.ts';
import { dropUndone } from '../../contract/ideas/idea-timeline.ts';
import { routeUrl } from '../../contract/shared/route.ts';
import { callPage } from '../shared/api/api-request.ts';
import { pageQuery } from '../shared/api/page-query.ts';

/**
 * The revisions of an idea, newest first, by pages. The key begins with the lists' prefix, so that a change of any idea
 * refetches it.
 */
export const useRevisions = (ideaId: string) =>
  useInfiniteQuery({
    ...pageQuery(routeUrl(listIdeaRevisions, { id: ideaId }), (cursor, options) =>
      callPage(listIdeaRevisions, { params: { id: ideaId }, query: { cursor } }, options),
    ),
    select: ({ pages }) => pages.flatMap(({ rows }) => rows.toReversed()),
  });

/** When a field was last changed; null while unknown. */
export const changedAt = (revisions: readonly IdeaRevision[] | undefined, field: string): string | null =>
  dropUndone(revisions ?? []).find(
    ({ action, changes }) => action === 'changed' && changes.some((change) => change.field === field),
  )?.at ?? null;
