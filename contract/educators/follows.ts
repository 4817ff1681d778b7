import * as z from 'zod/mini';
import { defineRoute } from '../shared/route.ts';
import { EDUCATOR_IDS } from './educators.ts';

const followedEducators = z.object({ educator_ids: z.array(z.string()) });
export type FollowedEducators = z.infer<typeof followedEducators>;

export const listFollows = defineRoute({
  method: 'GET',
  path: '/api/follows',
  access: 'signedIn',
  summary: 'The educators you follow',
  failure: 'Failed to get the educators you follow',
  response: followedEducators,
});

const params = z.object({
  educatorId: z
    .string()
    .check(z.refine((id) => (EDUCATOR_IDS as readonly string[]).includes(id), { error: 'Unknown educator' })),
});

export const followEducator = defineRoute({
  method: 'PUT',
  path: '/api/follows/:educatorId',
  access: 'signedIn',
  summary: 'Follow an educator',
  failure: 'Failed to follow the educator',
  params,
  response: followedEducators,
});

export const unfollowEducator = defineRoute({
  method: 'DELETE',
  path: '/api/follows/:educatorId',
  access: 'signedIn',
  summary: 'Stop following an educator',
  failure: 'Failed to unfollow the educator',
  params,
  response: followedEducators,
});
