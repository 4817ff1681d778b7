import { useMemo } from 'react';
import { DISCLAIMER } from '../../contract/brand.ts';
import { ChatFrame } from '../features/chat/chat-frame.tsx';
import { authorsOf } from '../features/chat/chat-message.ts';
import { OwnRoom } from '../features/chat/own/own-room.tsx';
import { useRooms } from '../features/chat/use-rooms.ts';
import { useEducators } from '../features/ideas/use-educators.ts';
import { ImageField } from '../features/media/image-field.tsx';
import { paths } from '../lib/paths.ts';

/** SPEC §2, educator chat: the same rooms, to write in. */
export const EducatorChatScreen = () => {
  const rooms = useRooms();
  const educators = useEducators();
  const authors = useMemo(() => authorsOf(educators.values()), [educators]);
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
