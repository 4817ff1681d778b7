import { useQuery } from '@tanstack/react-query';
import { getIdea } from '../../../contract/ideas.ts';
import { routeUrl } from '../../../contract/route.ts';
import { useEducators } from '../../entities/educator/use-educators.ts';
import { type Idea, toIdea } from '../../entities/idea/idea-model.ts';
import { ApiError, callRoute } from '../../shared/api/api-request.ts';

const useIdeaRow = (id: string | null) =>
  useQuery({
    queryKey: [routeUrl(getIdea, { id: id ?? 'none' })],
    queryFn: ({ signal }) => callRoute(getIdea, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== null,
    // A deleted idea stays a 404.
    retry: false,
  });

/** The idea of the query parameter `?idea=`, which push notifications link to; null until it is loaded. */
export const useLinkedIdea = (id: string | null): Idea | null => {
  const educators = useEducators();
  const { data } = useIdeaRow(id);
  return id !== null && data ? toIdea(data, educators.get(data.educator_id)) : null;
};

/**
 * The current version of an opened idea, which may leave its list while it is open.
 * The author's name and picture stay as they were when it was opened.
 */
export const useCurrentIdea = (opened: Idea): { idea: Idea; isDeleted: boolean } => {
  const { data, error } = useIdeaRow(opened.id);
  const isDeleted = error instanceof ApiError && error.status === 404;
  if (!data || data.version <= opened.version) return { idea: opened, isDeleted };
  const { educatorName, educatorImage, specialty } = opened;
  return { idea: { ...toIdea(data), educatorName, educatorImage, specialty }, isDeleted };
};
