import { randomUUID } from 'node:crypto';
import type { ChatRoom } from '../../contract/chat/chat-schemas.ts';
import type { LiveChange } from '../../contract/live-events.ts';
import { requiredText } from '../../contract/shared/text.ts';
import type { Connection, Db, Transaction } from '../database/connection.ts';
import { appendToFeed } from '../live/feed-service.ts';
import type { Clock } from '../shared/clock.ts';
import { OperatorError } from '../shared/operator-error.ts';
import { type RoomRow, selectRooms, toRoomDto } from './chat-db.ts';
import { insertRoom, selectRoomForUpdate, updateRoomName } from './rooms-db.ts';

const roomName = requiredText('Room name', 100);

/** Room administration for operators. Each change goes through the feed, so open chats show it immediately. */
export class RoomsService {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Oldest first. */
  list(): Promise<RoomRow[]> {
    return selectRooms(this.#db);
  }

  /** Adds a room. Throws OperatorError if the name is taken. */
  add(name: string): Promise<ChatRoom> {
    return this.#db.transaction(async (tx) => {
      const row = { id: randomUUID(), name: await validateName(tx, name), createdAt: this.#clock() };
      await insertRoom(tx, row);
      return this.#append(tx, null, row);
    });
  }

  /** Renames a room, found by name or id. Throws OperatorError if it is unknown or the name is taken. */
  rename(nameOrId: string, name: string): Promise<ChatRoom> {
    return this.#db.transaction(async (tx) => {
      const before = await selectRoomForUpdate(tx, nameOrId);
      if (!before) throw new OperatorError(`There is no room "${nameOrId}". "rooms list" shows all rooms.`);
      const after = { ...before, name: await validateName(tx, name) };
      await updateRoomName(tx, after);
      return this.#append(tx, before, after);
    });
  }

  async #append(tx: Transaction, before: RoomRow | null, after: RoomRow): Promise<ChatRoom> {
    const room = toRoomDto(after);
    const data: LiveChange['data'] = {
      type: before ? 'UPDATE' : 'INSERT',
      schema: 'public',
      table: 'chat_rooms',
      record: room,
      old_record: before && toRoomDto(before),
      commit_timestamp: this.#clock().toISOString(),
    };
    await appendToFeed(tx, {
      kind: 'chat_rooms_changes',
      entityId: room.id,
      audience: 'everyone',
      data,
      revision: null,
    });
    return room;
  }
}

const validateName = async (db: Connection, given: string): Promise<string> => {
  const { success, data: name, error } = roomName.safeParse(given);
  if (!success) throw new OperatorError(`${error.issues[0]?.message}.`);
  const taken = (await selectRooms(db)).some((room) => room.name === name);
  if (taken) throw new OperatorError(`There is already a room "${name}".`);
  return name;
};
