import { randomUUID } from 'node:crypto';
import type { User } from '../../contract/account/auth.ts';
import { chatUserId, DEFAULT_CHAT_AUTHOR, marketRooms } from '../../contract/chat/chat.ts';
import type { ChatMessage, ChatRoom } from '../../contract/chat/chat-schemas.ts';
import { IMAGE_ALONE_TEXT, type NewMessage } from '../../contract/chat/chat-writing.ts';
import { HIDDEN_EDUCATOR_ID } from '../../contract/educators/visibility.ts';
import type { LiveChange } from '../../contract/live-events.ts';
import type { Connection, Db, Transaction } from '../database/connection.ts';
import { findFirstAnswer } from '../http/idempotency-keys.ts';
import type { FeedFollower } from '../live/feed-follower.ts';
import { appendToFeed, type FeedPosition } from '../live/feed-service.ts';
import { assertOwnMedia } from '../media/media-service.ts';
import { AppError } from '../shared/app-error.ts';
import type { Clock } from '../shared/clock.ts';
import type { KeysetCursor } from '../shared/keyset-cursor.ts';
import {
  hasRoom,
  insertMessage,
  insertMissingRooms,
  selectMessageForUpdate,
  selectMessages,
  selectRooms,
  updateMessage,
} from './chat-db.ts';

export const HIDDEN_AUTHOR = chatUserId(HIDDEN_EDUCATOR_ID);

/** User id of an account's messages; null if it writes none. */
const getAuthorId = ({ educatorId }: Pick<User, 'educatorId'>): string | null =>
  educatorId === null ? null : chatUserId(educatorId);

type MessagePage = { limit: number; mine: boolean; cursor?: KeysetCursor | undefined };

/** Told of a new message within its transaction. */
export type MessageAnnouncer = (tx: Transaction, message: ChatMessage) => Promise<void>;

type WriteResult = { message: ChatMessage; position: FeedPosition | null };

/** Adds the rooms of SPEC §9 that are missing, in their order, and returns all rooms. */
export const addMarketRooms = async (db: Connection): Promise<ChatRoom[]> => {
  const now = Date.now();
  await insertMissingRooms(
    db,
    marketRooms.map((name, index) => ({ name, created_at: new Date(now + index).toISOString() })),
  );
  return selectRooms(db);
};

/** Chat of the educators (SPEC §2 to §6). Each change is one transaction of row and feed. */
export class ChatService {
  readonly #db: Db;
  readonly #feed: Pick<FeedFollower, 'waitUntilApplied'>;
  readonly #clock: Clock;
  readonly #announce: MessageAnnouncer;

  constructor(
    db: Db,
    feed: Pick<FeedFollower, 'waitUntilApplied'>,
    clock: Clock,
    announce: MessageAnnouncer = async () => undefined,
  ) {
    this.#db = db;
    this.#feed = feed;
    this.#clock = clock;
    this.#announce = announce;
  }

  /** Oldest first. */
  async rooms(): Promise<ChatRoom[]> {
    return selectRooms(this.#db);
  }

  /**
   * The newest messages of a room before the cursor that this viewer may see, newest first; customers see none of the
   * hidden educator. Throws NOT_FOUND for an unknown room.
   */
  async messages(viewer: User, roomId: string, { limit, mine, cursor }: MessagePage): Promise<ChatMessage[]> {
    const author = getAuthorId(viewer);
    if (mine && author === null) return [];
    const filter = {
      roomId,
      author: mine && author !== null ? author : undefined,
      without: viewer.role === 'educator' ? undefined : HIDDEN_AUTHOR,
    };
    const rows = await selectMessages(this.#db, filter, limit, cursor);
    if (rows.length === 0 && !(await hasRoom(this.#db, roomId))) throw new AppError('NOT_FOUND');
    return rows;
  }

  /**
   * Sends a message. Repeating an idempotency key with the same body and room returns the first message; anything
   * else under that key throws IDEMPOTENCY_KEY_REUSED. Throws NOT_FOUND for an unknown room.
   */
  async send(author: User, roomId: string, input: NewMessage, idempotencyKey?: string): Promise<ChatMessage> {
    const at = this.#clock();
    const message = createMessage(author, roomId, input, at.toISOString());
    const body = ['chat', roomId, input];
    const call = { userId: author.id, key: idempotencyKey, body, answer: message, at };
    const written = await this.#db.transaction(async (tx): Promise<WriteResult> => {
      const first = await findFirstAnswer(tx, call);
      if (first) return { message: first, position: null };
      if (!(await hasRoom(tx, roomId))) throw new AppError('NOT_FOUND');
      await assertOwnMedia(tx, author.id, { image_url: input.image_url === null ? [] : [input.image_url] });
      await insertMessage(tx, message);
      await this.#announce(tx, message);
      return this.#append(tx, null, message, at);
    });
    return this.#waitUntilVisible(written);
  }

  /** Changes the text of the author's own message; the same text is no edit. Throws NOT_FOUND and FORBIDDEN. */
  async edit(author: User, id: string, message: string): Promise<ChatMessage> {
    return this.#change(author, id, (row) => (row.message === message ? null : { message, is_edited: true }));
  }

  /** Removes the author's own message from lists; its row stays. Throws NOT_FOUND and FORBIDDEN. */
  async delete(author: User, id: string): Promise<void> {
    await this.#change(author, id, () => ({ is_deleted: true }));
  }

  /** One change of an own message in a transaction; null means no change. */
  async #change(
    author: User,
    id: string,
    computeChanges: (row: ChatMessage) => Partial<ChatMessage> | null,
  ): Promise<ChatMessage> {
    const written = await this.#db.transaction(async (tx): Promise<WriteResult> => {
      const before = await this.#ownForUpdate(tx, author, id);
      const changes = computeChanges(before);
      if (!changes) return { message: before, position: null };
      const at = this.#clock();
      // Clocks of processes differ slightly: a later state must not look older than the one it replaces.
      const updated_at = new Date(Math.max(at.getTime(), Date.parse(before.updated_at) + 1)).toISOString();
      const after = await updateMessage(tx, id, before.user_id, { ...changes, updated_at });
      return this.#append(tx, before, after, at);
    });
    return this.#waitUntilVisible(written);
  }

  async #ownForUpdate(tx: Transaction, author: User, id: string): Promise<ChatMessage> {
    const row = await selectMessageForUpdate(tx, id);
    if (!row) throw new AppError('NOT_FOUND');
    if (row.user_id !== getAuthorId(author)) throw new AppError('FORBIDDEN');
    return row;
  }

  /** A deletion is an UPDATE of `is_deleted`, as in the table. Text that was edited or deleted is not sent again. */
  async #append(
    tx: Transaction,
    before: ChatMessage | null,
    after: ChatMessage,
    at: Date,
  ): Promise<WriteResult> {
    const message = after.is_deleted ? withoutContent(after) : after;
    const data: LiveChange['data'] = {
      type: before ? 'UPDATE' : 'INSERT',
      schema: 'public',
      table: 'chat_messages',
      record: message,
      old_record: before && withoutContent(before),
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

  /** Waits until this process has applied the write, so the author can read it back. */
  async #waitUntilVisible({ message, position }: WriteResult): Promise<ChatMessage> {
    if (position) await this.#feed.waitUntilApplied(position);
    return message;
  }
}

const withoutContent = (message: ChatMessage): ChatMessage => ({ ...message, message: '', image_url: null });

/** A new message: id, author and times are set by the server. */
const createMessage = (author: User, roomId: string, input: NewMessage, at: string): ChatMessage => {
  const userId = getAuthorId(author);
  if (userId === null) throw new AppError('FORBIDDEN');
  return {
    id: randomUUID(),
    room_id: roomId,
    user_id: userId,
    user_name: author.fullName || DEFAULT_CHAT_AUTHOR,
    user_role: author.role,
    message: input.message || IMAGE_ALONE_TEXT,
    image_url: input.image_url,
    created_at: at,
    updated_at: at,
    is_edited: false,
    is_deleted: false,
  };
};
