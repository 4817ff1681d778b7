import { useEffect, useState } from 'react';
import type { ChatMessage } from '../../../contract/chat-rows.ts';
import { comesBefore } from '../../../contract/list-order.ts';
import { readStored, useStored } from '../../shared/storage/local-store.ts';
import { stored } from '../../shared/storage/storage-keys.ts';
import { firstUnread, placeOf, unreadCount } from './read-position.ts';

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
  const key = stored.chatReadTo(userId, roomId);
  const [place, setPlace] = useStored(key);
  const [leftAt, setLeftAt] = useState(place);
  const [onReturn] = useState(() => () => setLeftAt(readStored(stored.chatReadTo(userId, roomId))));
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
