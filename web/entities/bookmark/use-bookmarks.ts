import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Bookmark, listBookmarks, putBookmark } from '../../../contract/bookmarks.ts';
import { ApiError, callRoute } from '../../shared/api/api-request.ts';

const key = [listBookmarks.path] as const;

/** This person's bookmarks and notes, latest first. */
export const useBookmarks = () =>
  useQuery({ queryKey: key, queryFn: ({ signal }) => callRoute(listBookmarks, {}, { signal }) });

/** Undefined until loaded. */
export const useBookmarkedIds = (): readonly string[] | undefined => {
  const { data } = useBookmarks();
  return useMemo(
    () => data?.filter(({ is_bookmarked }) => is_bookmarked).map(({ idea_id }) => idea_id),
    [data],
  );
};

type Entry = Pick<Bookmark, 'is_bookmarked' | 'note'>;

const changeEntry = (
  list: readonly Bookmark[],
  ideaId: string,
  { is_bookmarked, note }: Entry,
  now: string,
): Bookmark[] => {
  const known = list.find(({ idea_id }) => idea_id === ideaId);
  const others = list.filter((entry) => entry !== known);
  if (!is_bookmarked && note === '') return others;
  return [{ idea_id: ideaId, is_bookmarked, note, updated_at: now, idea: known?.idea ?? null }, ...others];
};

/** Bookmark and note of one idea. A change is shown at once, and taken back if it fails. */
export const useBookmark = (ideaId: string) => {
  const client = useQueryClient();
  const { data } = useBookmarks();
  const entry = data?.find(({ idea_id }) => idea_id === ideaId);
  const { mutateAsync } = useMutation({
    networkMode: 'always',
    // One after another, so that the last one wins.
    scope: { id: listBookmarks.path },
    mutationFn: (body: Entry) => callRoute(putBookmark, { params: { id: ideaId }, body }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<Bookmark[]>(key);
      client.setQueryData(key, changeEntry(before ?? [], ideaId, change, new Date().toISOString()));
      return before;
    },
    // Without a network nothing can be fetched instead.
    onError: (_failure, _change, before) => client.setQueryData(key, before),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  /** Returns the reason of a failure, or null. */
  const save = async (change: Partial<Entry>): Promise<string | null> => {
    const list = client.getQueryData<Bookmark[]>(key);
    const before = list?.find(({ idea_id }) => idea_id === ideaId);
    try {
      await mutateAsync({
        is_bookmarked: before?.is_bookmarked ?? false,
        note: before?.note ?? '',
        ...change,
      });
      return null;
    } catch (failure) {
      return failure instanceof ApiError ? failure.message : putBookmark.failure;
    }
  };
  return {
    isLoaded: data !== undefined,
    isBookmarked: entry?.is_bookmarked ?? false,
    note: entry?.note ?? '',
    save,
  };
};
