import type { ChatMessage } from '../../contract/chat/chat-schemas.ts';

/** A test message; `minute` sets its order. */
export const messageRow = (minute: number, changes: Partial<ChatMessage> = {}): ChatMessage => {
  const at = new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString();
  return {
    id: `00000000-0000-4000-8000-${String(minute).padStart(12, '0')}`,
    room_id: 'room',
    user_id: 'edu-1',
    user_name: 'Educator One',
    user_role: 'educator',
    message: `m${minute}`,
    image_url: null,
    created_at: at,
    updated_at: at,
    is_edited: false,
    is_deleted: false,
    ...changes,
  };
};
