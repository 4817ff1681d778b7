import type { ChatMessage } from '../../contract/chat/chat-schemas.ts';
import {
  deleteMessage,
  editMessage,
  type NewMessageInput,
  sendMessage,
} from '../../contract/chat/chat-writing.ts';
import { callRoute, isNotFound } from '../shared/api/api-request.ts';
import { queryClient } from '../shared/api/query-client.ts';
import { applyMessage } from './message-cache.ts';

/** Sends a message. A retry with the same key and content answers the first message again. */
export const sendOwnMessage = async (roomId: string, body: NewMessageInput, key: string): Promise<void> => {
  const headers = { 'idempotency-key': key };
  applyMessage(queryClient, await callRoute(sendMessage, { params: { id: roomId }, body, headers }));
};

export const editOwnMessage = async (id: string, message: string): Promise<void> => {
  applyMessage(queryClient, await callRoute(editMessage, { params: { id }, body: { message } }));
};

/** Deletes a message; one that is gone already is deleted too. */
export const deleteOwnMessage = async (row: ChatMessage): Promise<void> => {
  try {
    await callRoute(deleteMessage, { params: { id: row.id } });
  } catch (failure) {
    if (!isNotFound(failure)) throw failure;
  }
  applyMessage(queryClient, { ...row, is_deleted: true });
};
