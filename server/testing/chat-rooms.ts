import type { ChatMessage, ChatRoom } from '../../contract/chat/chat-schemas.ts';
import type { NewMessageInput } from '../../contract/chat/chat-writing.ts';
import { chatRooms } from '../database/schema.ts';
import type { TestApp } from './test-app.ts';

/** Adds a room like an operator. */
export const addRoom = async ({ database }: TestApp, name: string): Promise<ChatRoom> => {
  const [row] = await database.db.insert(chatRooms).values({ name }).returning();
  if (!row) throw new Error('No room was made');
  return row;
};

/** Sends a message and returns it; throws on failure. */
export const say = async (
  test: TestApp,
  token: string,
  roomId: string,
  message: string,
  more: NewMessageInput = {},
): Promise<ChatMessage> => {
  const answer = await test.call<ChatMessage>('POST', `/api/chat/rooms/${roomId}/messages`, {
    token,
    body: { message, ...more },
  });
  if (answer.status !== 201)
    throw new Error(`Sending answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};
