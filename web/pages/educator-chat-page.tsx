import { useMemo } from 'react';
import { DISCLAIMER } from '../../contract/brand.ts';
import { useEducators } from '../entities/educator/use-educators.ts';
import { ChatFrame } from '../entities/message/chat-frame.tsx';
import { indexAuthors } from '../entities/message/chat-message.ts';
import { useRooms } from '../entities/message/use-rooms.ts';
import { ImageField } from '../features/attach-media/image-field.tsx';
import { OwnRoom } from '../features/write-chat/own-room.tsx';
import { paths } from '../shared/paths.ts';

/** SPEC §2, educator chat: the same rooms, to write in. */
export const EducatorChatPage = () => {
  const rooms = useRooms();
  const educators = useEducators();
  const authors = useMemo(() => indexAuthors(educators.values()), [educators]);
  return (
    <ChatFrame
      title="Chat"
      documentTitle="Educator chat"
      rooms={rooms}
      back={{ href: paths.educatorDashboard, label: 'Back to Dashboard' }}
      footer={
        <footer className="text-center text-xs text-balance text-faint max-sm:text-2xs">{DISCLAIMER}</footer>
      }
    >
      {rooms.room && <OwnRoom key={rooms.room.id} room={rooms.room} authors={authors} image={ImageField} />}
    </ChatFrame>
  );
};
