import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listNews, markNewsRead, type NewsItem } from '../../../contract/news.ts';
import { sendReading } from '../../entities/reading/unsent-reading.ts';
import { useSignedInUser } from '../../entities/session/current-user.ts';
import { ApiError, callRoute } from '../../shared/api/api-request.ts';
import { registerLiveApplier } from '../../shared/live/live-appliers.ts';

const key = [listNews.path] as const;
/** Several changes that arrive together are one request. */
const REFRESH_DELAY_MS = 1_000;

/** What is new, loaded when it is shown and refreshed by live changes while it is. */
export const useNews = () => {
  const client = useQueryClient();
  const { id: userId } = useSignedInUser();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      // What was read a moment ago is not unread. Failing that, the list is still worth showing.
      await sendReading(userId).catch(() => undefined);
      return callRoute(listNews, {}, { signal });
    },
    staleTime: 0,
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const unregister = registerLiveApplier(() => {
      clearTimeout(timer);
      timer = setTimeout(() => void refetch(), REFRESH_DELAY_MS);
    });
    return () => {
      clearTimeout(timer);
      unregister();
    };
  }, [refetch]);
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: (until: string) => callRoute(markNewsRead, { body: { until } }),
    onSuccess: (_saved, until) => {
      client.setQueryData<NewsItem[]>(key, (items) =>
        items?.map((item) => (item.at <= until ? { ...item, is_unread: false } : item)),
      );
    },
  });
  return {
    items: data ?? null,
    hasFailed: isError && !data,
    retry: () => void refetch(),
    retrying: isFetching,
    /** Up to the newest item that is shown. */
    markAllRead: () => {
      const newest = data?.[0]?.at;
      if (newest) mutate(newest);
    },
    isMarking: isPending,
    markError: error ? (error instanceof ApiError ? error.message : markNewsRead.failure) : null,
  };
};
