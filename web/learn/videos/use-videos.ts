import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import {
  createVideo,
  deleteVideo,
  listVideos,
  type NewVideo,
  updateVideo,
  type Video,
  type VideoCategory,
} from '../../../contract/learn/videos.ts';
import { callRoute, isNotFound } from '../../shared/api/api-request.ts';
import { pageQuery } from '../../shared/api/page-query.ts';
import { invalidatePrefix } from '../../shared/api/query-client.ts';

export type VideoFilter = { category?: VideoCategory | undefined; educatorId?: string | undefined };

/** Videos, newest first, page by page. Shows the previous filter's videos while new ones load. */
export const useVideos = (choice: VideoFilter) =>
  useInfiniteQuery({
    ...pageQuery(listVideos, { query: choice }),
    placeholderData: keepPreviousData,
  });

const refresh = () => invalidatePrefix(listVideos.path);

/** Adds a video. A retry with the same key and content returns the first video. Throws ApiError. */
export const addVideo = async (body: NewVideo, key: string): Promise<void> => {
  await callRoute(createVideo, { body, headers: { 'idempotency-key': key } });
  void refresh();
};

/** Throws ApiError. */
export const changeVideo = async ({ id }: Video, body: NewVideo): Promise<void> => {
  await callRoute(updateVideo, { params: { id }, body });
  void refresh();
};

/** Deletes a video; one that is gone already is deleted too. Throws ApiError. */
export const removeVideo = async ({ id }: Video): Promise<void> => {
  try {
    await callRoute(deleteVideo, { params: { id } });
  } catch (failure) {
    if (!isNotFound(failure)) throw failure;
  }
  await refresh();
};
