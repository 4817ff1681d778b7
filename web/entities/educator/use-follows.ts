import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type FollowedEducators,
  followEducator,
  listFollows,
  unfollowEducator,
} from '../../../contract/follows.ts';
import { ApiError, callRoute } from '../../shared/api/api-request.ts';
import { showToast } from '../../shared/ui/toast.ts';

const key = [listFollows.path] as const;

/** The ids of the educators this person follows; undefined until loaded. */
export const useFollows = (): readonly string[] | undefined =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => callRoute(listFollows, {}, { signal }),
  }).data?.educator_ids;

/** Follows or unfollows an educator, shown at once. A failure takes it back. */
export const useFollow = (educatorId: string) => {
  const client = useQueryClient();
  const follows = useFollows();
  const { mutate } = useMutation({
    networkMode: 'always',
    // One after another, so that the last one wins.
    scope: { id: listFollows.path },
    mutationFn: (follow: boolean) =>
      callRoute(follow ? followEducator : unfollowEducator, { params: { educatorId } }),
    onMutate: async (follow) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<FollowedEducators>(key);
      const others = (before?.educator_ids ?? []).filter((id) => id !== educatorId);
      client.setQueryData(key, { educator_ids: follow ? [...others, educatorId] : others });
      return before;
    },
    onSuccess: (saved) => client.setQueryData(key, saved),
    onError: (failure, follow, before) => {
      // Without a network nothing can be fetched instead.
      client.setQueryData(key, before);
      showToast({
        title: follow ? followEducator.failure : unfollowEducator.failure,
        description: failure instanceof ApiError ? failure.message : '',
        tone: 'error',
      });
      void client.invalidateQueries({ queryKey: key });
    },
  });
  return {
    isLoaded: follows !== undefined,
    isFollowed: follows?.includes(educatorId) ?? false,
    setFollowed: (follow: boolean) => mutate(follow),
  };
};
