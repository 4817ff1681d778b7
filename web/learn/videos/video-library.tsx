import type { ReactNode } from 'react';
import { listVideos, type Video } from '../../../contract/learn/videos.ts';
import { useNextPage } from '../../shared/hooks/use-next-page.ts';
import { Button } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { PendingQuery } from '../../shared/ui/pending-query.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useVideos, type VideoFilter } from './use-videos.ts';
import { VideoCard } from './video-card.tsx';

const grid = 'grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2 lg:grid-cols-3';

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
  const older = useNextPage<HTMLDivElement>(query);
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
      <div ref={older.list} className={grid}>
        {videos.map((video) => (
          <VideoCard key={video.id} video={video}>
            {renderActions(video)}
          </VideoCard>
        ))}
      </div>
      {query.hasNextPage && (
        <div className="mt-6 grid justify-items-center gap-2">
          <Button busy={query.isFetchingNextPage} onClick={older.loadNext}>
            Show older videos
          </Button>
          {query.isFetchNextPageError && (
            <p role="alert" className="text-sm text-negative">
              {listVideos.failure}
            </p>
          )}
        </div>
      )}
    </>
  );
};
