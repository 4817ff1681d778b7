import { eq, or, sql } from 'drizzle-orm';
import type { Transaction } from '../database/connection.ts';
import { first } from '../database/rows.ts';
import { chatRooms } from '../database/schema.ts';
import type { RoomRow } from './chat-db.ts';

export const insertRoom = async (tx: Transaction, room: RoomRow): Promise<void> => {
  await tx.insert(chatRooms).values(room);
};

/** A room by name or id, locked until the transaction ends. */
export const selectRoomForUpdate = (tx: Transaction, nameOrId: string): Promise<RoomRow | undefined> =>
  first(
    tx
      .select()
      .from(chatRooms)
      .where(or(eq(chatRooms.name, nameOrId), sql`${chatRooms.id}::text = ${nameOrId.toLowerCase()}`))
      .for('update'),
  );

export const updateRoomName = async (tx: Transaction, { id, name }: RoomRow): Promise<void> => {
  await tx.update(chatRooms).set({ name }).where(eq(chatRooms.id, id));
};
