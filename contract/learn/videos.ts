import * as z from 'zod/mini';
import { educatorId } from '../educators/educators.ts';
import { videoUrl } from '../media/media.ts';
import { idempotencyHeaders } from '../shared/idempotency.ts';
import { pageCursor, pageLimit } from '../shared/paging.ts';
import { defineRoute } from '../shared/route.ts';
import { requiredText } from '../shared/text.ts';

export const MAX_VIDEO_TITLE = 120;

/** SPEC §3 names the field and leaves its values open. */
export const videoCategories = [
  'Getting Started',
  'Forex',
  'Crypto',
  'Technical Analysis',
  'Fundamental Analysis',
  'Risk Management',
] as const;
const videoCategory = z.enum(videoCategories, { error: 'Choose a category' });
export type VideoCategory = (typeof videoCategories)[number];

/** A videos row (SPEC §3) and its educator's name. */
export const video = z.object({
  id: z.string(),
  educator_id: z.string(),
  educator_name: z.string(),
  title: z.string(),
  category: videoCategory,
  /** An https link to another site, or an upload under /media/. */
  url: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Video = z.infer<typeof video>;

const writable = {
  title: requiredText('Title', MAX_VIDEO_TITLE),
  category: videoCategory,
  url: videoUrl('Video link'),
};
export const newVideo = z.object(writable);
export type NewVideo = z.output<typeof newVideo>;

/** Any changed fields; at least one. */
const videoChanges = z
  .partial(newVideo)
  .check(z.refine((changes) => Object.keys(changes).length > 0, { error: 'Nothing to change' }));
export type VideoChanges = z.output<typeof videoChanges>;

const videoId = z.object({ id: z.guid({ error: 'Not an id' }) });

/** Default page size. */
export const VIDEOS_PAGE = 30;
const MAX_VIDEOS_PAGE = 100;

export const listVideos = defineRoute({
  method: 'GET',
  path: '/api/videos',
  access: 'signedIn',
  summary: 'Videos, newest first, by category and educator; Link rel="next" leads to the next page',
  failure: 'Failed to get videos',
  query: z.object({
    category: z.optional(videoCategory),
    educatorId: z.optional(educatorId),
    cursor: pageCursor,
    limit: pageLimit(MAX_VIDEOS_PAGE),
  }),
  response: z.array(video),
  errors: ['INVALID_CURSOR'],
});

export const createVideo = defineRoute({
  method: 'POST',
  path: '/api/videos',
  access: 'educator',
  summary:
    'Add a video: a link or your own upload. Repeating the Idempotency-Key with the same body returns the first video',
  failure: 'Failed to add video',
  headers: idempotencyHeaders,
  body: newVideo,
  status: 201,
  response: video,
  errors: ['MISSING_FIELDS', 'IDEMPOTENCY_KEY_REUSED'],
});

export const updateVideo = defineRoute({
  method: 'PUT',
  path: '/api/videos/:id',
  access: 'owner',
  summary: 'Change your own video',
  failure: 'Failed to update video',
  params: videoId,
  body: videoChanges,
  response: video,
  errors: ['NOT_FOUND'],
});

export const deleteVideo = defineRoute({
  method: 'DELETE',
  path: '/api/videos/:id',
  access: 'owner',
  summary: 'Delete your own video',
  failure: 'Failed to delete video',
  params: videoId,
  response: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND'],
});
