import { chatUserId, listMessages, listRooms, MESSAGES_PAGE, marketRooms } from '../../contract/chat/chat.ts';
import type { ChatMessage, ChatRoom } from '../../contract/chat/chat-schemas.ts';
import {
  deleteMessage,
  editMessage,
  IMAGE_ALONE_TEXT,
  type NewMessageInput,
  sendMessage,
} from '../../contract/chat/chat-writing.ts';
import { comesBefore } from '../../contract/ideas/idea-lists.ts';
import { type FakeApi, PageOf, Refusal } from './fake-api.ts';
import { newId } from './fake-ideas.ts';

/** The educator of open-app.tsx, who sends, edits and deletes. */
const OWN_ID = chatUserId('2');
const OWN_NAME = 'Daniel Brandt';

type Sent = { content: string; message: ChatMessage };

/** The chat of a fake server: two channels, whose changes are announced on the live stream, as those of other people are. */
export class FakeChat {
  readonly rooms: ChatRoom[] = marketRooms.map((name, index) => ({
    id: newId(),
    name,
    created_at: new Date(index).toISOString(),
  }));
  readonly rows = new Map<string, ChatMessage>();
  readonly #sent = new Map<string, Sent>();
  readonly #api: FakeApi;

  constructor(api: FakeApi) {
    this.#api = api;
    api.on(listRooms, () => this.rooms);
    api.on(listMessages, ({ params, query: { mine, cursor, limit } }) => {
      this.#assertRoom(params.id);
      const found = [...this.rows.values()]
        .filter((row) => row.room_id === params.id && !row.is_deleted && (!mine || row.user_id === OWN_ID))
        .sort((a, b) => (comesBefore(a, b) ? -1 : 1));
      const from = cursor ? found.findIndex(({ id }) => id === cursor) + 1 : 0;
      const size = Number(limit ?? MESSAGES_PAGE);
      const page = found.slice(from, from + size);
      const next = from + size < found.length ? page.at(-1)?.id : undefined;
      return new PageOf(page.reverse(), next);
    });
    api.on(sendMessage, ({ params, body, headers }) => {
      this.#assertRoom(params.id);
      const key = headers.get('idempotency-key');
      const content = JSON.stringify([params.id, body]);
      const earlier = key ? this.#sent.get(key) : undefined;
      if (earlier && earlier.content !== content) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
      if (earlier) return earlier.message;
      const message = this.send(body as NewMessageInput, params.id);
      if (key) this.#sent.set(key, { content, message });
      return message;
    });
    api.on(editMessage, ({ params, body: { message } }) => {
      const row = this.#findOwn(params.id);
      return row.message === message ? row : this.change(row.id, { message, is_edited: true });
    });
    api.on(deleteMessage, ({ params }) => {
      this.change(this.#findOwn(params.id).id, { is_deleted: true });
      return { success: true as const };
    });
  }

  /** Messages that were there before: of an hour ago, one second apart. */
  addEarlier(prefix: string, count: number, changes: Partial<ChatMessage> = {}): void {
    const start = Date.now() - 3_600_000;
    for (let number = 1; number <= count; number++) {
      const at = new Date(start + number * 1_000).toISOString();
      this.#put({ message: `${prefix} ${number}`, created_at: at, updated_at: at, ...changes });
    }
  }

  /** A new message of the educator of open-app.tsx, in the first channel. */
  send({ message, image_url }: NewMessageInput, room_id?: string): ChatMessage {
    const row = this.#put({
      message: message || IMAGE_ALONE_TEXT,
      image_url: image_url ?? null,
      ...(room_id !== undefined && { room_id }),
    });
    this.#announce(row, null);
    return row;
  }

  /** Changes a message, or deletes it with `is_deleted`. */
  change(id: string, changes: Partial<ChatMessage>): ChatMessage {
    const before = this.find(id);
    const updated_at = new Date(Math.max(Date.now(), Date.parse(before.updated_at) + 1)).toISOString();
    const row = { ...before, ...changes, updated_at };
    this.rows.set(id, row);
    this.#announce(row, before);
    return row;
  }

  /** Throws if there is no such message, or if it is deleted. */
  find(id: string): ChatMessage {
    const row = this.rows.get(id);
    if (!row || row.is_deleted) throw new Refusal('NOT_FOUND');
    return row;
  }

  /** The messages with this text, also deleted ones. */
  withText(text: string): ChatMessage[] {
    return [...this.rows.values()].filter(({ message }) => message === text);
  }

  #findOwn(id: string): ChatMessage {
    const row = this.find(id);
    if (row.user_id !== OWN_ID) throw new Refusal('FORBIDDEN');
    return row;
  }

  #assertRoom(id: string): void {
    if (!this.rooms.some((room) => room.id === id)) throw new Refusal('NOT_FOUND');
  }

  #put(changes: Partial<ChatMessage>): ChatMessage {
    const now = new Date().toISOString();
    const row: ChatMessage = {
      id: newId(),
      room_id: this.rooms[0]?.id ?? '',
      user_id: OWN_ID,
      user_name: OWN_NAME,
      user_role: 'educator',
      message: '',
      image_url: null,
      created_at: now,
      updated_at: now,
      is_edited: false,
      is_deleted: false,
      ...changes,
    };
    this.rows.set(row.id, row);
    return row;
  }

  #announce(row: ChatMessage, before: ChatMessage | null): void {
    const hidden = { message: '', image_url: null };
    this.#api.send('chat_messages_changes', {
      type: before ? 'UPDATE' : 'INSERT',
      schema: 'public',
      table: 'chat_messages',
      record: row.is_deleted ? { ...row, ...hidden } : row,
      old_record: before && { ...before, ...hidden },
      commit_timestamp: new Date().toISOString(),
    });
  }
}
