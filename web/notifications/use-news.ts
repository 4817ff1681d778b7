import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listNews, markNewsRead, type NewsItem } from '../../contract/notifications/news.ts';
import { useSignedInUser } from '../account/session/current-user.ts';
import { sendReading } from '../ideas/reading/reading-store.ts';
import { useRefetchOnChange } from '../live/use-refetch-on-change.ts';
import { callRoute } from '../shared/api/api-request.ts';
import { followsAccount } from '../shared/api/query-client.ts';

const key = [listNews.path] as const;

/** What is new, loaded when it is shown and refreshed by live changes while it is. */
export const useNews = () => {
  const client = useQueryClient();
  const { id: userId } = useSignedInUser();
  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      // What was read a moment ago is not unread. Failing that, the list is still worth showing.
      await sendReading(userId).catch(() => undefined);
      return callRoute(listNews, {}, { signal });
    },
    staleTime: 0,
    ...followsAccount,
  });
  const { data } = query;
  useRefetchOnChange(listNews.path, () => true);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (until: string) => callRoute(markNewsRead, { body: { until } }),
    onSuccess: (_saved, until) => {
      client.setQueryData<NewsItem[]>(key, (items) =>
        items?.map((item) => (item.at <= until ? { ...item, is_unread: false } : item)),
      );
    },
  });
  return {
    query,
    /** Up to the newest item that is shown. */
    markAllRead: () => {
      const newest = data?.[0]?.at;
      if (newest) mutate(newest);
    },
    isMarking: isPending,
    markError: error?.message,
  };
};
