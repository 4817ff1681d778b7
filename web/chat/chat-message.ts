import { chatUserId, DEFAULT_CHAT_AUTHOR } from '../../contract/chat/chat.ts';
import type { ChatMessage } from '../../contract/chat/chat-schemas.ts';
import type { Educator } from '../../contract/educators/educators.ts';

/** The educators by their chat user id. */
export type Authors = ReadonlyMap<string, Educator>;
export const indexAuthors = (educators: Iterable<Educator>): Authors =>
  new Map([...educators].map((educator) => [chatUserId(educator.id), educator]));

/** Maps a row to a message. */
export const toMessage = (row: ChatMessage, authors: Authors) => {
  const author = authors.get(row.user_id);
  return {
    id: row.id,
    roomId: row.room_id,
    userId: row.user_id,
    author: row.user_name.trim() || DEFAULT_CHAT_AUTHOR,
    authorImage: author?.profileImage ?? null,
    specialty: author?.specialty?.trim() || null,
    text: row.message,
    imageUrl: row.image_url,
    createdAt: row.created_at,
    isEdited: row.is_edited,
  };
};

/** A chat message in SPEC §3's client-side shape, with the author's specialty. */
export type Message = ReturnType<typeof toMessage>;
