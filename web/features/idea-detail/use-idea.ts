import { useQuery } from '@tanstack/react-query';
import { getIdea } from '../../../contract/ideas.ts';
import { routeUrl } from '../../../contract/route.ts';
import { useEducators } from '../../entities/educator/use-educators.ts';
import { type Idea, toIdea } from '../../entities/idea/idea-model.ts';
import { ApiError, callRoute } from '../../shared/api/api-request.ts';

/** The idea an address names (`?idea=`, as a push leads to it), wherever it is in its list; null until it is there. */
export const useLinkedIdea = (id: string | null): Idea | null => {
  const educators = useEducators();
  const { data } = useQuery({
    queryKey: [routeUrl(getIdea, { id: id ?? 'none' })],
    queryFn: ({ signal }) => callRoute(getIdea, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== null,
    // One that was deleted meanwhile does not come back: the list is there to be read.
    retry: false,
  });
  return id !== null && data ? toIdea(data, educators.get(data.educator_id)) : null;
};

/**
 * An open idea as it stands now: it may leave its list while it is read. `gone` where its educator has deleted it.
 * The author's shown name and picture stay those it was opened with.
 */
export const useCurrentIdea = (opened: Idea): { idea: Idea; gone: boolean } => {
  const { data, error } = useQuery({
    queryKey: [routeUrl(getIdea, { id: opened.id })],
    queryFn: ({ signal }) => callRoute(getIdea, { params: { id: opened.id } }, { signal }),
    retry: false,
  });
  const gone = error instanceof ApiError && error.status === 404;
  if (!data || data.version <= opened.version) return { idea: opened, gone };
  const { educatorName, educatorImage, specialty } = opened;
  return { idea: { ...toIdea(data), educatorName, educatorImage, specialty }, gone };
};
