import { useQuery } from '@tanstack/react-query';
import { listIdeaPosts } from '../../../contract/outward/idea-posts.ts';
import { routeUrl } from '../../../contract/shared/route.ts';
import type { Idea } from '../../ideas/idea-model.ts';
import { describePosts } from '../../ideas/posts.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { Icon } from '../../shared/ui/icon.tsx';

/** A change waits until it can't be undone. */
const POLL_MS = 3_000;

/** In which messaging groups the idea was posted, while its card is shown. Nothing where the operator has none. */
export const IdeaPosts = ({ idea, shown }: { idea: Idea; shown: boolean }) => {
  const { data = [] } = useQuery({
    queryKey: [routeUrl(listIdeaPosts, { id: idea.id }), idea.version],
    queryFn: ({ signal }) => callRoute(listIdeaPosts, { params: { id: idea.id } }, { signal }),
    enabled: shown,
    placeholderData: (previous) => previous,
    refetchInterval: ({ state }) => state.data?.some((post) => post.state === 'waiting') && POLL_MS,
  });
  if (data.length === 0) return null;
  return (
    <p className="flex gap-2 text-sm break-words text-muted">
      <Icon name="share" size={16} />
      <span className="min-w-0">{describePosts(data)}</span>
    </p>
  );
};
