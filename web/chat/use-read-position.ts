import { useEffect, useState } from 'react';
import type { ChatMessage } from '../../contract/chat/chat-schemas.ts';
import { comesBefore } from '../../contract/ideas/idea-lists.ts';
import type { RoomRead } from '../../contract/ideas/reading.ts';
import { markRoomRead, readReading, useReading } from '../ideas/reading/reading-store.ts';
import { useIsReadingKnown } from '../ideas/reading/use-reading-sync.ts';
import { useDocumentEvent } from '../shared/hooks/use-document-event.ts';

/** The position of the last read message of a channel; it remains valid when the message is deleted. */
type ReadPosition = Pick<RoomRead, 'created_at' | 'id'>;

export const toReadPosition = ({ created_at, id }: ChatMessage): ReadPosition => ({ created_at, id });

/** The number of messages after the read position; 0 on a first visit. */
export const countUnread = (rows: readonly ChatMessage[], place: ReadPosition | null): number =>
  place ? rows.filter((row) => comesBefore(row, place)).length : 0;

/**
 * The first message after the read position, where the line "New messages" goes. Null when everything is read, or when the
 * position is older than the loaded messages.
 */
export const findFirstUnread = (
  rows: readonly ChatMessage[],
  place: ReadPosition | null,
  isWhole: boolean,
): string | null => {
  if (!place) return null;
  const index = rows.findIndex((row) => comesBefore(row, place));
  return index === 0 && !isWhole ? null : (rows[index]?.id ?? null);
};

const useVisible = (onReturn: () => void): boolean => {
  const [visible, setVisible] = useState(() => !document.hidden);
  useDocumentEvent('visibilitychange', () => {
    if (!document.hidden) onReturn();
    setVisible(!document.hidden);
  });
  return visible;
};

/**
 * The read position, stored per user and room, with the unread count and the place of the line "New messages". The line
 * stays where it is during a visit, and moves when the user returns to the page.
 */
export const useReadPosition = (
  { userId, roomId }: { userId: string; roomId: string },
  rows: readonly ChatMessage[],
  isWhole: boolean,
) => {
  const place = useReading(userId).rooms.get(roomId) ?? null;
  const [leftAt, setLeftAt] = useState(place);
  const [onReturn] = useState(() => () => setLeftAt(readReading(userId).rooms.get(roomId) ?? null));
  const visible = useVisible(onReturn);
  // This browser has no place, but the account may have one.
  const [startsWithout] = useState(place === null);
  const isKnown = useIsReadingKnown(userId) || !startsWithout;
  useEffect(() => {
    if (isKnown && startsWithout) onReturn();
  }, [isKnown, startsWithout, onReturn]);
  const newest = rows.at(-1);

  /** Everything up to the newest message is read. */
  const readToEnd = () => {
    if (!newest || (place && !comesBefore(newest, place))) return;
    markRoomRead(userId, { room_id: roomId, ...toReadPosition(newest) });
  };
  return {
    unread: countUnread(rows, place),
    line: findFirstUnread(rows, leftAt, isWhole),
    /** A hidden page marks nothing as read. */
    isVisible: visible,
    isFirstVisit: place === null,
    isPlaceKnown: isKnown,
    readToEnd,
  };
};
