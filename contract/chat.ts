import * as z from 'zod/mini';
import { role } from './auth.ts';

/** SPEC §2: only rooms of these names are listed to customers. */
export const marketRooms = ['Leverage Ideas', 'Exchange Ideas'] as const;

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
  updated_at: z.string(),
  is_edited: z.boolean(),
  is_deleted: z.boolean(),
});
export type ChatMessage = z.infer<typeof chatMessage>;
