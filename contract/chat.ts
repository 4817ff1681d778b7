import * as z from 'zod/mini';
import { chatMessage, chatRoom } from './chat-rows.ts';
import { idempotencyHeaders } from './idempotency.ts';
import { mediaUrl } from './media.ts';
import { defineRoute } from './route.ts';
import { personText, requiredText } from './text.ts';

/** SPEC §2: only rooms of these names are shown in the chats. */
export const marketRooms = ['Leverage Ideas', 'Exchange Ideas'] as const;

/** SPEC §5: what an image sent without words says. */
export const IMAGE_ALONE_TEXT = 'Shared an image';
/** SPEC §2: the author of a message that names none. */
export const DEFAULT_CHAT_AUTHOR = 'Educator';
export const MAX_MESSAGE = 4_000;
/** Messages of a page where the caller names no number, and the most it may ask for. */
export const MESSAGES_PAGE = 50;
export const MAX_MESSAGES_PAGE = 200;

/** SPEC §3: whose a message is. */
export const chatUserId = (educatorId: string): string => `edu-${educatorId}`;

/** Text, an image, or both. */
export const newMessage = z
  .object({
    message: z._default(personText('Message', MAX_MESSAGE), ''),
    image_url: z._default(z.nullable(mediaUrl('image', 'The image must be an uploaded one')), null),
  })
  .check(
    z.refine(({ message, image_url }) => message !== '' || image_url !== null, {
      error: 'Write a message or add an image',
      path: ['message'],
    }),
  );
export type NewMessage = z.output<typeof newMessage>;
export type NewMessageInput = z.input<typeof newMessage>;

export const messageEdit = z.object({ message: requiredText('Message', MAX_MESSAGE) });

const id = z.object({ id: z.guid({ error: 'Not an id' }) });

export const listRooms = defineRoute({
  method: 'GET',
  path: '/api/chat/rooms',
  access: 'signedIn',
  summary: 'The chat rooms, oldest first',
  failure: 'Failed to get chat rooms',
  status: 200,
  response: z.array(chatRoom),
  errors: [],
});

export const listMessages = defineRoute({
  method: 'GET',
  path: '/api/chat/rooms/:id/messages',
  access: 'signedIn',
  summary: 'The newest messages of a room, oldest first; Link rel="next" leads to the page before them',
  failure: 'Failed to get chat messages',
  params: id,
  query: z.object({
    /** Only the caller's own. */
    mine: z.optional(z.literal('true', { error: 'mine is true or absent' })),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: z.optional(
      z.string().check(
        z.regex(/^[1-9]\d{0,2}$/, { error: `A limit is a number from 1 to ${MAX_MESSAGES_PAGE}` }),
        z.refine((text) => Number(text) <= MAX_MESSAGES_PAGE, {
          error: `A limit is a number from 1 to ${MAX_MESSAGES_PAGE}`,
        }),
      ),
    ),
  }),
  status: 200,
  response: z.array(chatMessage),
  errors: ['INVALID_CURSOR', 'NOT_FOUND'],
});

export const sendMessage = defineRoute({
  method: 'POST',
  path: '/api/chat/rooms/:id/messages',
  access: 'educator',
  summary:
    'Send a message to a room. The same Idempotency-Key with the same body answers the first one again',
  failure: 'Failed to send chat message',
  bodyLimit: 32 * 1024,
  params: id,
  headers: idempotencyHeaders,
  body: newMessage,
  status: 201,
  response: chatMessage,
  errors: ['MISSING_FIELDS', 'NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED'],
});

export const editMessage = defineRoute({
  method: 'PUT',
  path: '/api/chat/messages/:id',
  access: 'owner',
  summary: 'Change the text of an own message; it is marked as edited',
  failure: 'Failed to update chat message',
  bodyLimit: 32 * 1024,
  params: id,
  body: messageEdit,
  status: 200,
  response: chatMessage,
  errors: ['MISSING_FIELDS', 'NOT_FOUND'],
});

export const deleteMessage = defineRoute({
  method: 'DELETE',
  path: '/api/chat/messages/:id',
  access: 'owner',
  summary: 'Delete an own message: it leaves every list',
  failure: 'Failed to delete chat message',
  params: id,
  status: 200,
  response: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND'],
});
