import { useQuery } from '@tanstack/react-query';
import { type IdeaRevision, listIdeaRevisions } from '../../../contract/idea-revisions.ts';
import { routeUrl } from '../../../contract/route.ts';
import { callRoute } from '../../shared/api/api-request.ts';

/**
 * All revisions of an idea, oldest first. The key begins with the lists' prefix, so that a change of any idea refetches it.
 */
export const useRevisions = (ideaId: string) =>
  useQuery({
    queryKey: [routeUrl(listIdeaRevisions, { id: ideaId })],
    queryFn: ({ signal }) => callRoute(listIdeaRevisions, { params: { id: ideaId } }, { signal }),
  });

/** When a field was last changed; null while unknown. */
export const changedAt = (revisions: readonly IdeaRevision[] | undefined, field: string): string | null =>
  revisions?.findLast(
    ({ action, changes }) => action === 'changed' && changes.some((change) => change.field === field),
  )?.at ?? null;
