import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { formatOrientation } from '../../contract/ideas/ideas.ts';
import {
  type IdeaNews,
  listNews,
  markNewsRead,
  type NewsItem,
  type PriceNews,
} from '../../contract/notifications/news.ts';
import { useSignedInUser } from '../account/session/current-user.ts';
import { describeCheck, describeOwnTouch, suggestClose } from '../candles/price-text.ts';
import { ChangeLine } from '../ideas/change-line.tsx';
import { sendReading } from '../ideas/reading/reading-store.ts';
import { formatResultLevel } from '../ideas/result-labels.ts';
import { StatusChip } from '../ideas/status-chip.tsx';
import { useRefetchOnChange } from '../live/use-refetch-on-change.ts';
import { callRoute } from '../shared/api/api-request.ts';
import { followsAccount } from '../shared/api/query-client.ts';
import { useRelativeTime } from '../shared/hooks/use-relative-time.ts';
import { paths } from '../shared/paths.ts';
import { Button } from '../shared/ui/button.tsx';
import { FormError } from '../shared/ui/notice.tsx';
import { PendingQuery } from '../shared/ui/pending-query.tsx';
import { Skeleton } from '../shared/ui/skeleton.tsx';

const key = [listNews.path] as const;

/** What is new, loaded when it is shown and refreshed by live changes while it is. */
const useNews = () => {
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

const MAX_CHANGES = 2;

const titles: Record<(IdeaNews | PriceNews)['kind'], string> = {
  contradicted: 'Result contradicted',
  touched: 'Level reached',
  published: 'New idea',
  changed: 'Updated',
  closed: 'Closed',
  deleted: 'Deleted',
};

/** The status, and the level reached if it was reported with it. */
const Closing = ({ item }: { item: IdeaNews }) => {
  const level = item.changes.find(({ field }) => field === 'result_level')?.new;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <StatusChip status={item.idea.status} size="s" />
      {typeof level === 'string' && formatResultLevel(level)}
    </span>
  );
};

const IdeaDetails = ({ item }: { item: IdeaNews | PriceNews }) => {
  if (item.kind === 'contradicted') return `${describeCheck(item.check)} You can comment on it.`;
  if (item.kind === 'touched') {
    const close = item.is_own && suggestClose(item.touch);
    return `${describeOwnTouch(item.touch)}${close ? ` ${close.label}?` : ''}`;
  }
  if (item.kind === 'published')
    return (
      <>
        {formatOrientation(item.idea.order_type)} · <bdi>{item.idea.educator_name}</bdi> ·{' '}
        {item.idea.market_type}
      </>
    );
  if (item.kind === 'closed') return <Closing item={item} />;
  if (item.kind === 'deleted')
    return (
      <>
        <bdi>{item.idea.educator_name}</bdi> deleted this idea.
      </>
    );
  const rest = item.changes.length - MAX_CHANGES;
  return (
    <ul>
      {item.changes.slice(0, MAX_CHANGES).map((change) => (
        <li key={change.field}>
          <ChangeLine change={change} />
        </li>
      ))}
      {rest > 0 && <li>{`${rest} more ${rest === 1 ? 'change' : 'changes'}`}</li>}
    </ul>
  );
};

const NewsRow = ({ item, onLeave }: { item: NewsItem; onLeave: () => void }) => {
  const time = useRelativeTime(item.at);
  const isMessage = item.kind === 'message';
  return (
    <li className="relative flex gap-3 py-3">
      <span
        aria-hidden="true"
        className={`mt-2 size-2 shrink-0 rounded-full ${item.is_unread ? 'bg-accent' : 'bg-transparent'}`}
      />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-3">
          <Link
            href={isMessage ? paths.channel(item.room.id) : paths.idea(item.idea.id)}
            onClick={onLeave}
            className="min-w-0 font-semibold wrap-anywhere after:absolute after:inset-0"
          >
            <bdi>{isMessage ? item.room.name : item.idea.pair}</bdi>
            <span className="font-normal text-muted">
              {isMessage ? ' · Message' : ` · ${titles[item.kind]}`}
            </span>
            {item.is_unread && <span className="sr-only">unread</span>}
          </Link>
          <time dateTime={item.at} className="shrink-0 text-xs text-faint">
            {time}
          </time>
        </div>
        <div className="mt-0.5 line-clamp-3 text-sm wrap-anywhere text-muted">
          {isMessage ? (
            <>
              <bdi>{item.author}</bdi>: <bdi>{item.text}</bdi>
            </>
          ) : (
            <IdeaDetails item={item} />
          )}
        </div>
      </div>
    </li>
  );
};

/** What is new for the reader, newest first, each leading to its place. */
const NewsList = ({ onLeave }: { onLeave: () => void }) => {
  const { query, markAllRead, isMarking, markError } = useNews();
  const items = query.data;
  if (!items)
    return (
      <PendingQuery query={query} label="Loading" failure={listNews.failure}>
        <Skeleton className="h-40 rounded-m" />
      </PendingQuery>
    );
  if (items.length === 0)
    return (
      <p className="py-6 text-center text-pretty text-muted">
        Nothing in the last 30 days. New ideas, and changes to ideas you viewed or bookmarked, appear here.
      </p>
    );
  const unread = items.filter((item) => item.is_unread).length;
  return (
    <>
      <div className="flex min-h-11 items-center justify-between gap-3">
        <p role="status" className="text-sm text-muted">
          {unread === 0 ? 'All read' : `${unread} unread`}
        </p>
        {unread > 0 && (
          <Button size="s" variant="quiet" className="-mr-3.5" busy={isMarking} onClick={markAllRead}>
            Mark all as read
          </Button>
        )}
      </div>
      <FormError>{markError}</FormError>
      <ul className="divide-y divide-line-soft">
        {items.map((item) => (
          <NewsRow key={item.id} item={item} onLeave={onLeave} />
        ))}
      </ul>
    </>
  );
};

export default NewsList;
