import { type ReactNode, useRef } from 'react';
import { listVideos, type Video } from '../../../contract/learn/videos.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { NextPage } from '../../shared/ui/next-page.tsx';
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
