import { useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { type Bookmark, listBookmarks, putBookmark } from '../../../contract/ideas/bookmarks.ts';
import { callRoute } from '../../shared/api/api-request.ts';
import { followsAccount } from '../../shared/api/query-client.ts';
import { routeQuery } from '../../shared/api/route-query.ts';

const key = [listBookmarks.path] as const;

type Changes = Partial<Pick<Bookmark, 'is_bookmarked' | 'note' | 'alerts'>>;
type Change = Pick<Bookmark, 'idea_id' | 'updated_at'> & { changes: Changes };

const applyChange = (list: readonly Bookmark[], { changes, ...change }: Change): Bookmark[] => {
  const known = list.find(({ idea_id }) => idea_id === change.idea_id);
  const others = list.filter((entry) => entry !== known);
  const entry = { is_bookmarked: false, note: '', alerts: [], idea: null, ...known, ...change, ...changes };
  return entry.is_bookmarked || entry.note || entry.alerts.length > 0 ? [entry, ...others] : others;
};

/** This person's bookmarks, notes and alerts, latest first, with the changes that are being sent. */
export const useBookmarks = () => {
  const unsent = useMutationState({
    filters: { mutationKey: key, status: 'pending' },
    select: ({ state }) => state.variables as Change,
  });
  return useQuery({
    ...routeQuery(listBookmarks, {}),
    ...followsAccount,
    select: useCallback((list: Bookmark[]) => unsent.reduce(applyChange, list), [unsent]),
  });
};

/** Undefined until loaded. */
export const useBookmarkedIds = (): readonly string[] | undefined => {
  const { data } = useBookmarks();
  return useMemo(
    () => data?.filter(({ is_bookmarked }) => is_bookmarked).map(({ idea_id }) => idea_id),
    [data],
  );
};

/** Bookmark, note and alerts of one idea. A change is shown at once, and taken back if it fails. */
export const useBookmark = (ideaId: string) => {
  const client = useQueryClient();
  const { data } = useBookmarks();
  const entry = data?.find(({ idea_id }) => idea_id === ideaId);
  const { mutateAsync } = useMutation({
    mutationKey: key,
    // One after another, so that the last one wins.
    scope: { id: listBookmarks.path },
    mutationFn: ({ changes }: Change) => callRoute(putBookmark, { params: { id: ideaId }, body: changes }),
    onSuccess: (_saved, change) =>
      client.setQueryData<Bookmark[]>(key, (list) => list && applyChange(list, change)),
    onSettled: () => void client.invalidateQueries({ queryKey: key }),
  });
  /** Sends only what changed: the rest may be newer elsewhere. Returns the reason of a failure, or null. */
  const save = async (changes: Changes): Promise<string | null> => {
    try {
      await mutateAsync({ idea_id: ideaId, updated_at: new Date().toISOString(), changes });
      return null;
    } catch (failure) {
      return (failure as Error).message;
    }
  };
  return {
    isLoaded: data !== undefined,
    isBookmarked: entry?.is_bookmarked ?? false,
    note: entry?.note ?? '',
    alerts: entry?.alerts ?? [],
    save,
  };
};
