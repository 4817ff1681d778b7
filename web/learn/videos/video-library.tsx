import { type ReactNode, useRef } from 'react';
import { listVideos, type Video } from '../../../contract/learn/videos.ts';
import { findMediaKind } from '../../../contract/media/media-names.ts';
import { absoluteTime } from '../../shared/absolute-time.ts';
import { apiUrl } from '../../shared/api/api-base.ts';
import { ButtonLink } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { NextPage } from '../../shared/ui/next-page.tsx';
import { PendingQuery } from '../../shared/ui/pending-query.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useVideos, type VideoFilter } from './use-videos.ts';

const grid = 'grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2 lg:grid-cols-3';

/** The host of an external link. */
const formatHost = (url: string): string =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url;

/** One lesson: an upload plays inline, a link opens in a new tab. `children` are the actions of its educator. */
const VideoCard = ({ video, children }: { video: Video; children?: ReactNode }) => (
  <article
    aria-label={video.title}
    // Focused when loaded by "Show older videos".
    tabIndex={-1}
    className="flex flex-col gap-3 rounded-l border border-line-soft bg-surface p-4.5 shadow-lift sm:p-6"
  >
    {findMediaKind(video.url) === 'video' && (
      // biome-ignore lint/a11y/useMediaCaption: the educator's own file; its title says what it explains.
      <video
        src={apiUrl(video.url)}
        controls
        preload="metadata"
        aria-label={video.title}
        className="aspect-video w-full rounded-m bg-sunken"
      />
    )}
    <p className="text-xs font-semibold text-accent">{video.category}</p>
    <h2 className="line-clamp-3 text-lg wrap-anywhere">
      <bdi>{video.title}</bdi>
    </h2>
    <p className="text-sm text-muted">
      <span className="wrap-anywhere">
        <bdi>{video.educator_name}</bdi>
      </span>
      {' · '}
      <time dateTime={video.created_at}>{absoluteTime(video.created_at)}</time>
    </p>
    <div className="mt-auto flex min-h-11 flex-wrap items-center gap-2 pt-1 empty:hidden">
      {findMediaKind(video.url) === null && (
        <ButtonLink href={video.url} newTab size="s" className="max-w-full">
          <span className="truncate">Watch on {formatHost(video.url)}</span>
          <Icon name="external" size={16} />
          <span className="sr-only">(opens in a new tab)</span>
        </ButtonLink>
      )}
      {children}
    </div>
  </article>
);

/** The videos that match the filters. */
export const VideoLibrary = ({
  choice,
  renderActions,
}: {
  choice: VideoFilter;
  renderActions: (video: Video) => ReactNode;
}) => {
  const query = useVideos(choice);
  const { data: videos } = query;
  const list = useRef<HTMLDivElement>(null);
  if (!videos)
    return (
      <PendingQuery query={query} label="Loading videos..." failure={listVideos.failure}>
        <div className={grid}>
          {[1, 2, 3].map((number) => (
            <Skeleton key={number} className="h-48 rounded-l" />
          ))}
        </div>
      </PendingQuery>
    );
  if (videos.length === 0)
    return (
      <EmptyState title="No videos here yet">
        {choice.category || choice.educatorId
          ? 'Try another category or educator.'
          : 'New lessons will appear here.'}
      </EmptyState>
    );
  return (
    <>
      <div ref={list} className={grid}>
        {videos.map((video) => (
          <VideoCard key={video.id} video={video}>
            {renderActions(video)}
          </VideoCard>
        ))}
      </div>
      <NextPage query={query} list={list} label="Show older videos" failure={listVideos.failure} />
    </>
  );
};
