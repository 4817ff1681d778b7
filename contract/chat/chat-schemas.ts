import * as z from 'zod/mini';
import { role } from '../account/auth.ts';

/* Only the rows: every screen loads them for the live stream, but most screens never call the chat routes. */

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
  /** Increases with each change, so the later of two states is the one with the later time. */
  updated_at: z.string(),
  is_edited: z.boolean(),
  /** True only in live events: lists leave out deleted messages. A deleted message has neither text nor image. */
  is_deleted: z.boolean(),
});
export type ChatMessage = z.infer<typeof chatMessage>;
