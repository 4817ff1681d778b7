import { useQuery } from '@tanstack/react-query';
import { getIdea } from '../../contract/ideas/ideas.ts';
import { useEducators } from '../educators/use-educators.ts';
import { isNotFound } from '../shared/api/api-request.ts';
import { routeQuery } from '../shared/api/route-query.ts';
import { type Idea, toIdea } from './idea-model.ts';
import { useRevisions } from './use-revisions.ts';

/** An idea by its id; `isMissing` if there is none, or none this person may see. */
export const useIdea = (id: string) => {
  const educators = useEducators();
  const query = useIdeaRow(id);
  const { data, error } = query;
  return { idea: data && toIdea(data, educators.get(data.educator_id)), isMissing: isNotFound(error), query };
};

const useIdeaRow = (id: string) =>
  useQuery({
    ...routeQuery(getIdea, { params: { id } }),
    // A deleted idea stays a 404.
    retry: false,
  });

/**
 * The current version of an opened idea, which may leave its list while it is open.
 * The author's name and picture stay as they were when it was opened.
 */
export const useCurrentIdea = (opened: Idea): { idea: Idea; isDeleted: boolean } => {
  const { data, error } = useIdeaRow(opened.id);
  const isDeleted = isNotFound(error);
  if (!data || data.version <= opened.version) return { idea: opened, isDeleted };
  const { educator_name, educator_image, specialty } = opened;
  return { idea: { ...toIdea(data), educator_name, educator_image, specialty }, isDeleted };
};

/** The change history that a deleted idea leaves; `isUnknown` if there has been no such idea. */
export const useDeletedIdea = (id: string) => {
  const query = useRevisions(id);
  return { isDeleted: query.data !== undefined, isUnknown: isNotFound(query.error), query };
};
