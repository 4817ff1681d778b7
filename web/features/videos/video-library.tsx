import type { ReactNode } from 'react';
import { listVideos, type Video } from '../../../contract/videos.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { useVideos, type VideoChoice } from './use-videos.ts';
import { VideoCard } from './video-card.tsx';

const grid = 'grid gap-4 md:grid-cols-2 lg:grid-cols-3';

/** The videos of a choice as cards. */
export const VideoLibrary = ({
  choice,
  renderActions,
}: {
  choice: VideoChoice;
  renderActions: (video: Video) => ReactNode;
}) => {
  const query = useVideos(choice);
  const { data: videos, isError, isFetching, refetch } = query;
  if (!videos && isError)
    return <FailedState message={listVideos.failure} busy={isFetching} onRetry={() => void refetch()} />;
  if (!videos)
    return (
      <Loading label="Loading videos...">
        <div className={grid}>
          {[1, 2, 3].map((number) => (
            <Skeleton key={number} className="h-48 rounded-l" />
          ))}
        </div>
      </Loading>
    );
  if (videos.length === 0)
    return (
      <EmptyState title="No videos here yet">
        {choice.category || choice.educatorId
          ? 'Another category or educator may have some.'
          : 'Lessons appear here as soon as an educator adds one.'}
      </EmptyState>
    );
  return (
    <>
      <div className={grid}>
        {videos.map((video) => (
          <VideoCard key={video.id} video={video}>
            {renderActions(video)}
          </VideoCard>
        ))}
      </div>
      {query.hasNextPage && (
        <div className="mt-6 grid justify-items-center gap-2">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show older videos
          </Button>
          {query.isFetchNextPageError && (
            <p role="alert" className="text-sm text-fall">
              {listVideos.failure}
            </p>
          )}
        </div>
      )}
    </>
  );
};
