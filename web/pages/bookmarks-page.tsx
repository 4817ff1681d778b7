import { Link } from 'wouter';
import { type Bookmark, listBookmarks } from '../../contract/ideas/bookmarks.ts';
import { useSignedInUser } from '../account/session/current-user.ts';
import { getWayHome } from '../account/session/way-home.ts';
import { BookmarkButton } from '../ideas/bookmarks/bookmark-button.tsx';
import { useBookmarks } from '../ideas/bookmarks/use-bookmarks.ts';
import { StatusChip } from '../ideas/status-chip.tsx';
import { changedIdeas, useRefetchOnChange } from '../live/use-refetch-on-change.ts';
import { paths } from '../shared/paths.ts';
import { DirectionChip } from '../shared/ui/direction-chip.tsx';
import { EmptyState } from '../shared/ui/empty-state.tsx';
import { MultilineText } from '../shared/ui/multiline-text.tsx';
import { PageHead } from '../shared/ui/page-head.tsx';
import { PendingQuery } from '../shared/ui/pending-query.tsx';
import { Skeleton } from '../shared/ui/skeleton.tsx';

const BookmarkCard = ({ bookmark }: { bookmark: Bookmark }) => {
  const { idea } = bookmark;
  return (
    <li className="relative grid content-start gap-3 rounded-l border border-line-soft bg-surface p-4.5 shadow-lift sm:p-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="min-w-0 text-xl wrap-anywhere">
          {/* The whole card leads to the idea. */}
          <Link href={paths.idea(bookmark.idea_id)} className="after:absolute after:inset-0">
            <bdi>{idea?.pair ?? 'Deleted idea'}</bdi>
          </Link>
        </h2>
        {idea && <DirectionChip order={idea.order_type} />}
        {idea && <StatusChip status={idea.status} size="s" />}
      </div>
      <p className="text-sm wrap-anywhere text-muted">
        {idea ? (
          <>
            <bdi>{idea.educator_name}</bdi> · {idea.market_type}
          </>
        ) : (
          'The educator deleted this idea. Its change history is still there.'
        )}
      </p>
      {bookmark.note && (
        // Links of the note lie above the link that covers the card.
        <MultilineText text={bookmark.note} className="line-clamp-6 max-w-[64ch] [&_a]:relative" />
      )}
      {bookmark.alerts.length > 0 && (
        <p className="text-sm text-muted">{`Alerts on: ${bookmark.alerts.join(', ')}`}</p>
      )}
      <div className="relative -ml-3.5 justify-self-start">
        <BookmarkButton ideaId={bookmark.idea_id} pair={idea?.pair ?? 'deleted idea'} />
      </div>
    </li>
  );
};

const Bookmarks = () => {
  const query = useBookmarks();
  const { data } = query;
  useRefetchOnChange(listBookmarks.path, (change) =>
    changedIdeas(change).some(({ id }) => data?.some(({ idea_id }) => idea_id === id)),
  );
  if (data?.length === 0)
    return (
      <EmptyState title="No bookmarks yet">
        Bookmark an idea or add a private note to it, and you'll find it here.
      </EmptyState>
    );
  if (data)
    return (
      <ul className="column grid gap-4 lg:grid-cols-2">
        {data.map((bookmark) => (
          <BookmarkCard key={bookmark.idea_id} bookmark={bookmark} />
        ))}
      </ul>
    );
  return (
    <PendingQuery query={query} label="Loading bookmarks" failure={listBookmarks.failure}>
      <div className="column">
        <Skeleton className="h-36 rounded-l" />
      </div>
    </PendingQuery>
  );
};

/** /customer/bookmarks: what a reader keeps of ideas. */
export const BookmarksPage = () => (
  <>
    <PageHead
      title="Bookmarks"
      subtitle="Ideas you saved, and your private notes"
      back={getWayHome(useSignedInUser())}
    />
    <Bookmarks />
  </>
);
