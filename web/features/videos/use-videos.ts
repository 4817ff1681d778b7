import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { routeUrl } from '../../../contract/route.ts';
import {
  createVideo,
  deleteVideo,
  listVideos,
  type NewVideo,
  updateVideo,
  type Video,
  type VideoCategory,
} from '../../../contract/videos.ts';
import { callPage, callRoute } from '../../shared/api/api-request.ts';
import { pageQuery } from '../../shared/api/page-query.ts';
import { invalidatePrefix } from '../../shared/api/query-client.ts';

export type VideoFilter = { category?: VideoCategory | undefined; educatorId?: string | undefined };

/** Videos, newest first, page by page. Shows the previous filter's videos while new ones load. */
export const useVideos = (choice: VideoFilter) =>
  useInfiniteQuery({
    ...pageQuery(routeUrl(listVideos, {}, choice), (cursor, options) =>
      callPage(listVideos, { query: { ...choice, cursor } }, options),
    ),
    placeholderData: keepPreviousData,
  });

const refresh = () => invalidatePrefix(listVideos.path);

/** Adds a video, or changes `before`. Throws ApiError. */
export const saveVideo = async (before: Video | null, body: NewVideo): Promise<void> => {
  if (before) await callRoute(updateVideo, { params: { id: before.id }, body });
  else await callRoute(createVideo, { body });
  await refresh();
};

/** Throws ApiError. */
export const removeVideo = async ({ id }: Video): Promise<void> => {
  await callRoute(deleteVideo, { params: { id } });
  await refresh();
};
