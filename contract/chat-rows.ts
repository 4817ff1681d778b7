import * as z from 'zod/mini';
import { role } from './auth.ts';

/* The rows alone: the live stream reads them on every screen, and most screens call nothing of the chat. */

export const chatRoom = z.object({ id: z.string(), name: z.string(), created_at: z.string() });
export type ChatRoom = z.infer<typeof chatRoom>;

export const chatMessage = z.object({
  id: z.string(),
  room_id: z.string(),
  /** `edu-{id}` for educators. */
  user_id: z.string(),
  user_name: z.string(),
  user_role: role,
  message: z.string(),
  image_url: z.nullable(z.string()),
  created_at: z.string(),
  /** Grows with each change of the message, so the later of two states is the one with the later time. */
  updated_at: z.string(),
  is_edited: z.boolean(),
  /** Only in live events: lists hold no deleted messages. A deleted one carries neither text nor image any more. */
  is_deleted: z.boolean(),
});
export type ChatMessage = z.infer<typeof chatMessage>;
