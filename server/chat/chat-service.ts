import { randomUUID } from 'node:crypto';
import type { User } from '../../contract/auth.ts';
import { chatUserId, DEFAULT_CHAT_AUTHOR } from '../../contract/chat.ts';
import type { ChatMessage, ChatRoom } from '../../contract/chat-rows.ts';
import { IMAGE_ALONE_TEXT, type NewMessage } from '../../contract/chat-writing.ts';
import { HIDDEN_EDUCATOR_ID } from '../../contract/educators.ts';
import type { LiveChange } from '../../contract/live-events.ts';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import type { Db, Transaction } from '../database/connection.ts';
import { getStoredResponse, hashBody, storeResponse } from '../idempotency-keys.ts';
import type { KeysetCursor } from '../keyset-cursor.ts';
import type { FeedFollower } from '../live/feed-follower.ts';
import type { FeedPosition } from '../live/feed-position.ts';
import { appendToFeed } from '../live/feed-service.ts';
import { assertOwnMedia } from '../media/media-service.ts';
import {
  hasRoom,
  insertMessage,
  type MessageRow,
  selectMessageForUpdate,
  selectMessages,
  selectRooms,
  updateMessageRow,
} from './chat-db.ts';
import { wireMessage, wireRoom } from './chat-row.ts';

const HIDDEN_AUTHOR = chatUserId(HIDDEN_EDUCATOR_ID);

/** Whose messages an account writes; null for one that writes none. */
const authorOf = ({ educatorId }: Pick<User, 'educatorId'>): string | null =>
  educatorId === null ? null : chatUserId(educatorId);

export type MessagePage = { limit: number; mine: boolean; cursor?: KeysetCursor | undefined };

type Written = { message: ChatMessage; position: FeedPosition | null };

/** The educators' rooms (SPEC §2 to §6): each change is one transaction of row and feed. */
export class ChatService {
  readonly #db: Db;
  readonly #feed: Pick<FeedFollower, 'waitUntilApplied'>;
  readonly #clock: Clock;

  constructor(db: Db, feed: Pick<FeedFollower, 'waitUntilApplied'>, clock: Clock) {
    this.#db = db;
    this.#feed = feed;
    this.#clock = clock;
  }

  /** Oldest first. */
  async rooms(): Promise<ChatRoom[]> {
    return (await selectRooms(this.#db)).map(wireRoom);
  }

  /**
   * The newest messages of a room before the cursor, newest first, that this viewer may see: customers none of the
   * hidden educator's. Throws NOT_FOUND where there is no such room.
   */
  async messages(viewer: User, roomId: string, { limit, mine, cursor }: MessagePage): Promise<ChatMessage[]> {
    const author = authorOf(viewer);
    if (mine && author === null) return [];
    const filter = {
      roomId,
      author: mine && author !== null ? author : undefined,
      without: viewer.role === 'educator' ? undefined : HIDDEN_AUTHOR,
    };
    const rows = await selectMessages(this.#db, filter, limit, cursor);
    if (rows.length === 0 && !(await hasRoom(this.#db, roomId))) throw new AppError('NOT_FOUND');
    return rows.map(wireMessage);
  }

  /**
   * Sends a message. With a key, the same body to the same room again answers the first message and sends no second
   * one; anything else under that key throws IDEMPOTENCY_KEY_REUSED. Throws NOT_FOUND where there is no such room.
   */
  async send(author: User, roomId: string, input: NewMessage, idempotencyKey?: string): Promise<ChatMessage> {
    const row = newMessageRow(author, roomId, input, this.#clock());
    const attempt = idempotencyKey !== undefined && {
      userId: author.id,
      key: idempotencyKey,
      bodyHash: hashBody(['chat', roomId, input]),
    };
    const written = await this.#db.transaction(async (tx): Promise<Written | null> => {
      if (attempt && !(await storeResponse(tx, attempt, wireMessage(row), row.createdAt))) return null;
      if (!(await hasRoom(tx, roomId))) throw new AppError('NOT_FOUND');
      await assertOwnMedia(tx, author.id, { image_url: row.imageUrl === null ? [] : [row.imageUrl] });
      await insertMessage(tx, row);
      return this.#append(tx, null, row, row.createdAt);
    });
    if (written) return this.#shown(written);
    if (!attempt) throw new Error('Only a key can be taken');
    return getStoredResponse<ChatMessage>(this.#db, attempt);
  }

  /** Changes the text of an own message. The same text is no edit. Throws NOT_FOUND and FORBIDDEN. */
  async edit(author: User, id: string, message: string): Promise<ChatMessage> {
    return this.#change(author, id, (row) => (row.message === message ? null : { message, isEdited: true }));
  }

  /** Takes an own message out of every list; its row stays. Throws NOT_FOUND and FORBIDDEN. */
  async delete(author: User, id: string): Promise<void> {
    await this.#change(author, id, () => ({ isDeleted: true }));
  }

  /** One change of an own message in its transaction; null changes nothing. */
  async #change(
    author: User,
    id: string,
    changesOf: (row: MessageRow) => Partial<MessageRow> | null,
  ): Promise<ChatMessage> {
    const written = await this.#db.transaction(async (tx): Promise<Written> => {
      const before = await this.#ownForUpdate(tx, author, id);
      const changes = changesOf(before);
      if (!changes) return { message: wireMessage(before), position: null };
      const at = this.#clock();
      // Clocks of several processes differ by a little: a later state must not look older than the one it replaces.
      const updatedAt = new Date(Math.max(at.getTime(), before.updatedAt.getTime() + 1));
      const after = await updateMessageRow(tx, id, before.userId, { ...changes, updatedAt });
      if (!after) throw new Error('No data returned from update');
      return this.#append(tx, before, after, at);
    });
    return this.#shown(written);
  }

  async #ownForUpdate(tx: Transaction, author: User, id: string): Promise<MessageRow> {
    const row = await selectMessageForUpdate(tx, id);
    if (!row) throw new AppError('NOT_FOUND');
    if (row.userId !== authorOf(author)) throw new AppError('FORBIDDEN');
    return row;
  }

  /** A deletion is an UPDATE to `is_deleted`, as it is of the row. What was taken back is not sent out once more. */
  async #append(tx: Transaction, before: MessageRow | null, after: MessageRow, at: Date): Promise<Written> {
    const message = wireMessage(after);
    const data: LiveChange['data'] = {
      type: before ? 'UPDATE' : 'INSERT',
      schema: 'public',
      table: 'chat_messages',
      record: message,
      old_record: before && {
        ...wireMessage(before),
        ...(after.isDeleted && { message: '', image_url: null }),
      },
      commit_timestamp: at.toISOString(),
    };
    const position = await appendToFeed(tx, {
      kind: 'chat_messages_changes',
      entityId: message.id,
      audience: message.user_id === HIDDEN_AUTHOR ? 'educators' : 'everyone',
      data,
      revision: null,
    });
    return { message, position };
  }

  /** Who wrote reads their own change here from now on. */
  async #shown({ message, position }: Written): Promise<ChatMessage> {
    if (position) await this.#feed.waitUntilApplied(position);
    return message;
  }
}

/** A new message's row: id, author and times are the server's, never the client's. */
const newMessageRow = (author: User, roomId: string, input: NewMessage, at: Date): MessageRow => {
  const userId = authorOf(author);
  if (userId === null) throw new AppError('FORBIDDEN');
  return {
    id: randomUUID(),
    roomId,
    userId,
    userName: author.fullName || DEFAULT_CHAT_AUTHOR,
    userRole: author.role,
    message: input.message || IMAGE_ALONE_TEXT,
    imageUrl: input.image_url,
    createdAt: at,
    updatedAt: at,
    isEdited: false,
    isDeleted: false,
  };
};
