import * as z from 'zod/mini';
import { pageCursor, pageLimit } from '../shared/paging.ts';
import { defineRoute } from '../shared/route.ts';
import { chatMessage, chatRoom } from './chat-schemas.ts';

/** SPEC §2: the chat shows only rooms with these names. */
export const marketRooms = ['Leverage Ideas', 'Exchange Ideas'] as const;

/** SPEC §2: shown when a message has no author name. */
export const DEFAULT_CHAT_AUTHOR = 'Educator';
/** Default and maximum number of messages on a page. */
export const MESSAGES_PAGE = 50;
const MAX_MESSAGES_PAGE = 200;

/** SPEC §3: the `user_id` of an educator's messages. */
export const chatUserId = (educatorId: string): string => `edu-${educatorId}`;

/** Id of a room or a message in a path. */
export const chatId = z.object({ id: z.guid({ error: 'Not an id' }) });

export const listRooms = defineRoute({
  method: 'GET',
  path: '/api/chat/rooms',
  access: 'signedIn',
  summary: 'The chat rooms, oldest first',
  failure: 'Failed to get chat rooms',
  response: z.array(chatRoom),
});

export const listMessages = defineRoute({
  method: 'GET',
  path: '/api/chat/rooms/:id/messages',
  access: 'signedIn',
  summary: 'The newest messages of a room, oldest first; Link rel="next" leads to the page before them',
  failure: 'Failed to get chat messages',
  params: chatId,
  query: z.object({
    /** Only the caller's own messages. */
    mine: z.optional(z.literal('true', { error: 'mine must be true or left out' })),
    cursor: pageCursor,
    limit: pageLimit(MAX_MESSAGES_PAGE),
  }),
  response: z.array(chatMessage),
  errors: ['INVALID_CURSOR', 'NOT_FOUND'],
});
