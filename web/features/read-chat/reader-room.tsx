import { useEffect, useRef } from 'react';
import type { ChatRoom } from '../../../contract/chat-rows.ts';
import type { Authors } from '../../entities/message/chat-message.ts';
import { JumpToLatest } from '../../entities/message/jump-to-latest.tsx';
import { MessageItem } from '../../entities/message/message-item.tsx';
import { MessageList } from '../../entities/message/message-list.tsx';
import { messageTime } from '../../entities/message/message-time.ts';
import { RoomPanel } from '../../entities/message/room-panel.tsx';
import { type RoomMessages, useMessages } from '../../entities/message/use-messages.ts';
import { useRoomScroll } from '../../entities/message/use-room-scroll.ts';
import { useSignedInUser } from '../../entities/session/current-user.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ReactionButtons } from './reaction-buttons.tsx';
import { useReadingPlace } from './use-read-position.ts';

/** What a screen reader says of a message that has come since the room was opened. */
const useSpoken = ({ state, rows }: RoomMessages): string => {
  const opened = useRef<string | undefined>(undefined);
  const newest = rows.at(-1);
  if (state === 'ready') opened.current ??= newest?.created_at ?? '';
  return newest && opened.current !== undefined && newest.created_at > opened.current
    ? `${newest.user_name}: ${newest.message}`
    : '';
};

/** A room as its readers see it (SPEC §2, customer chat). Another room is another component: give it the room's id as key. */
export const ReaderRoom = ({ room, authors }: { room: ChatRoom; authors: Authors }) => {
  const { id: userId } = useSignedInUser();
  const list = useMessages(room.id);
  const reading = useReadingPlace({ userId, roomId: room.id }, list.rows, list.older === 'none');
  const scroll = useRoomScroll(list);
  const spoken = useSpoken(list);

  const reads = list.state === 'ready' && reading.mayRead && (scroll.atEnd || reading.isFirstVisit);
  useEffect(() => {
    if (reads) reading.readToEnd();
  });

  return (
    <RoomPanel
      room={room}
      list={list}
      scroll={scroll}
      empty={<EmptyState title="No messages yet">What educators write here appears at once.</EmptyState>}
      over={
        <>
          {scroll.atEnd === false && <JumpToLatest unread={reading.unread} onPress={scroll.goToEnd} />}
          <p aria-live="polite" className="sr-only">
            {spoken}
          </p>
        </>
      }
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
