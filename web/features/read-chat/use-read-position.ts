import { useEffect, useState } from 'react';
import type { ChatMessage } from '../../../contract/chat-rows.ts';
import { comesBefore } from '../../../contract/list-order.ts';
import { readStored, useStored } from '../../shared/storage/local-store.ts';
import { type ReadPosition, storageKeys } from '../../shared/storage/storage-keys.ts';

export const placeOf = ({ created_at, id }: ChatMessage): ReadPosition => ({ created_at, id });

/** How many messages came after the place somebody read to; none for who was never here. */
export const unreadCount = (rows: readonly ChatMessage[], place: ReadPosition | null): number =>
  place ? rows.filter((row) => comesBefore(row, place)).length : 0;

/**
 * The first message after the place, before which the line "New since you left" stands. None where everything is read, and none
 * while the place itself is further back than what is loaded.
 */
export const firstUnread = (
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
  useEffect(() => {
    const note = () => {
      if (!document.hidden) onReturn();
      setVisible(!document.hidden);
    };
    document.addEventListener('visibilitychange', note);
    return () => document.removeEventListener('visibilitychange', note);
  }, [onReturn]);
  return visible;
};

/**
 * How far somebody has read a room, kept per person and room: what is new to them now, and where the line "New since you left"
 * stands. The line stays for the visit; it moves when they come back to the page.
 */
export const useReadingPlace = (
  { userId, roomId }: { userId: string; roomId: string },
  rows: readonly ChatMessage[],
  isWhole: boolean,
) => {
  const key = storageKeys.chatReadTo(userId, roomId);
  const [place, setPlace] = useStored(key);
  const [leftAt, setLeftAt] = useState(place);
  const [onReturn] = useState(() => () => setLeftAt(readStored(storageKeys.chatReadTo(userId, roomId))));
  const visible = useVisible(onReturn);
  const newest = rows.at(-1);

  /** Everything up to the newest message is read. */
  const readToEnd = () => {
    if (newest && (!place || comesBefore(newest, place))) setPlace(placeOf(newest));
  };
  return {
    unread: unreadCount(rows, place),
    line: firstUnread(rows, leftAt, isWhole),
    /** Nobody reads a page they do not see, but a first visit starts with everything read. */
    mayRead: visible,
    isFirstVisit: place === null,
    readToEnd,
  };
};
