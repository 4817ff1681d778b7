import type { ChatMessage, ChatRoom } from '../../contract/chat/chat-rows.ts';
import type { MessageRow, RoomRow } from './chat-db.ts';

/** A stored room as a DTO. */
export const toRoomDto = (row: RoomRow): ChatRoom => ({
  id: row.id,
  name: row.name,
  created_at: row.createdAt.toISOString(),
});

/** A stored message as a DTO, without the text of a deleted one. */
export const toMessageDto = (row: MessageRow): ChatMessage => ({
  id: row.id,
  room_id: row.roomId,
  user_id: row.userId,
  user_name: row.userName,
  user_role: row.userRole,
  message: row.isDeleted ? '' : row.message,
  image_url: row.isDeleted ? null : row.imageUrl,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  is_edited: row.isEdited,
  is_deleted: row.isDeleted,
});
