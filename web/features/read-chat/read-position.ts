import type { ChatMessage } from '../../../contract/chat-rows.ts';
import { comesBefore } from '../../../contract/list-order.ts';
import type { ReadingPlace } from '../../shared/storage/storage-keys.ts';

export const placeOf = ({ created_at, id }: ChatMessage): ReadingPlace => ({ created_at, id });

/** How many messages came after the place somebody read to; none for who was never here. */
export const unreadCount = (rows: readonly ChatMessage[], place: ReadingPlace | null): number =>
  place ? rows.filter((row) => comesBefore(row, place)).length : 0;

/**
 * The first message after the place, before which the line "New since you left" stands. None where everything is read, and none
 * while the place itself is further back than what is loaded.
 */
export const firstUnread = (
  rows: readonly ChatMessage[],
  place: ReadingPlace | null,
  isWhole: boolean,
): string | null => {
  if (!place) return null;
  const index = rows.findIndex((row) => comesBefore(row, place));
  return index === 0 && !isWhole ? null : (rows[index]?.id ?? null);
};
