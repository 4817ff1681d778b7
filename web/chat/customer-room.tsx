import { useEffect, useRef } from 'react';
import type { ChatMessage, ChatRoom } from '../../contract/chat/chat-schemas.ts';
import { comesBefore } from '../../contract/ideas/idea-lists.ts';
import { useSignedInUser } from '../account/session/current-user.ts';
import { EmptyState } from '../shared/ui/empty-state.tsx';
import type { Authors } from './chat-message.ts';
import { MessageItem } from './message-item.tsx';
import { MessageList } from './message-list.tsx';
import { messageTime } from './message-time.ts';
import { ReactionButtons } from './reaction-buttons.tsx';
import { RoomPanel } from './room-panel.tsx';
import { type RoomMessages, useMessages } from './use-messages.ts';
import { useReadPosition } from './use-read-position.ts';
import { useRoomScroll } from './use-room-scroll.ts';

/** The announcement for screen readers when a message arrives after the room was opened. */
const useAnnouncement = ({ state, rows }: RoomMessages): string => {
  // The newest message then; null if there was none.
  const opened = useRef<ChatMessage | null | undefined>(undefined);
  const newest = rows.at(-1);
  if (state === 'ready' && opened.current === undefined) opened.current = newest ?? null;
  const last = opened.current;
  const isNew = newest && last !== undefined && (last === null || comesBefore(newest, last));
  return isNew ? `${newest.user_name}: ${newest.message}` : '';
};

/** A chat room for customers (SPEC §2, "Customer chat"). Needs the id of the room as its `key`. */
export const CustomerRoom = ({ room, authors }: { room: ChatRoom; authors: Authors }) => {
  const { id: userId } = useSignedInUser();
  const list = useMessages(room.id);
  const reading = useReadPosition({ userId, roomId: room.id }, list.rows, list.older === 'none');
  const scroll = useRoomScroll(list);

  const isReading =
    list.state === 'ready' &&
    reading.isVisible &&
    reading.isPlaceKnown &&
    (scroll.atEnd || reading.isFirstVisit);
  useEffect(() => {
    if (isReading) reading.readToEnd();
  });

  return (
    <RoomPanel
      room={room}
      list={list}
      scroll={scroll}
      empty={<EmptyState title="No messages yet">Educators' posts appear here.</EmptyState>}
      unread={reading.unread}
      announcement={useAnnouncement(list)}
    >
      <MessageList rows={list.rows} authors={authors} line={reading.line}>
        {(message, now) => (
          <MessageItem message={message} time={messageTime(message.createdAt, now)}>
            <ReactionButtons messageId={message.id} />
          </MessageItem>
        )}
      </MessageList>
    </RoomPanel>
  );
};
