import * as z from 'zod/mini';
import { mediaUrl } from '../media/media.ts';
import { idempotencyHeaders } from '../shared/idempotency.ts';
import { defineRoute } from '../shared/route.ts';
import { optionalText, requiredText } from '../shared/text.ts';
import { chatId } from './chat.ts';
import { chatMessage } from './chat-schemas.ts';

/** SPEC §5: the text of a message that has only an image. */
export const IMAGE_ALONE_TEXT = 'Shared an image';
export const MAX_MESSAGE = 4_000;

/** Text, an image, or both. */
const newMessage = z
  .object({
    message: z._default(optionalText('Message', MAX_MESSAGE), ''),
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

const messageEdit = z.object({ message: requiredText('Message', MAX_MESSAGE) });

export const sendMessage = defineRoute({
  method: 'POST',
  path: '/api/chat/rooms/:id/messages',
  access: 'educator',
  summary:
    'Send a message to a room. Repeating the Idempotency-Key with the same body returns the first message',
  failure: 'Failed to send chat message',
  bodyLimit: 32 * 1024,
  params: chatId,
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
  summary: 'Change the text of your own message; it is marked as edited',
  failure: 'Failed to update chat message',
  bodyLimit: 32 * 1024,
  params: chatId,
  body: messageEdit,
  response: chatMessage,
  errors: ['MISSING_FIELDS', 'NOT_FOUND'],
});

export const deleteMessage = defineRoute({
  method: 'DELETE',
  path: '/api/chat/messages/:id',
  access: 'owner',
  summary: 'Delete your own message; lists leave it out',
  failure: 'Failed to delete chat message',
  params: chatId,
  response: z.object({ success: z.literal(true) }),
  errors: ['NOT_FOUND'],
});
