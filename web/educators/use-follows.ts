import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import {
  type FollowedEducators,
  followEducator,
  listFollows,
  unfollowEducator,
} from '../../contract/educators/follows.ts';
import { callRoute } from '../shared/api/api-request.ts';
import { followsAccount } from '../shared/api/query-client.ts';
import { routeQuery } from '../shared/api/route-query.ts';
import { showToast } from '../shared/ui/toast.ts';

const key = [listFollows.path] as const;

type Change = { educatorId: string; follow: boolean };

const applyChange = (ids: readonly string[], { educatorId, follow }: Change): string[] => {
  const others = ids.filter((id) => id !== educatorId);
  return follow ? [...others, educatorId] : others;
};

/** The ids of the educators this person follows, with the changes that are being sent; undefined until loaded. */
export const useFollows = (): readonly string[] | undefined => {
  const unsent = useMutationState({
    filters: { mutationKey: key, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  });
  return useQuery({
    ...routeQuery(listFollows, {}),
    ...followsAccount,
    select: useCallback((list: FollowedEducators) => unsent.reduce(applyChange, list.educator_ids), [unsent]),
  }).data;
};

/** Follows or unfollows an educator. A change is shown at once, and taken back if it fails. */
export const useFollow = (educatorId: string) => {
  const client = useQueryClient();
  const follows = useFollows();
  const { mutate } = useMutation({
    mutationKey: key,
    // One after another, so that the last one wins.
    scope: { id: listFollows.path },
    mutationFn: ({ follow }: Change) =>
      callRoute(follow ? followEducator : unfollowEducator, { params: { educatorId } }),
    onSuccess: async (saved) => {
      // An answer on its way may be from before the change.
      await client.cancelQueries({ queryKey: key });
      client.setQueryData(key, saved);
    },
    onError: (failure, { follow }) => {
      showToast({
        title: follow ? followEducator.failure : unfollowEducator.failure,
        description: failure.message,
        tone: 'error',
      });
      void client.invalidateQueries({ queryKey: key });
    },
  });
  return {
    isLoaded: follows !== undefined,
    isFollowed: follows?.includes(educatorId) ?? false,
    setFollowed: (follow: boolean) => mutate({ educatorId, follow }),
  };
};
