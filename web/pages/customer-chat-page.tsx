import { useMemo } from 'react';
import { DISCLAIMER } from '../../contract/brand.ts';
import { useEducators } from '../entities/educator/use-educators.ts';
import { ChatFrame } from '../entities/message/chat-frame.tsx';
import { indexAuthors } from '../entities/message/chat-message.ts';
import { useRooms } from '../entities/message/use-rooms.ts';
import { PermissionPrompt } from '../features/notifications/permission-prompt.tsx';
import { CustomerRoom } from '../features/read-chat/customer-room.tsx';
import { paths } from '../shared/paths.ts';

/** SPEC §2, "Customer chat". */
export const CustomerChatPage = () => {
  const rooms = useRooms();
  const educators = useEducators();
  const authors = useMemo(() => indexAuthors(educators.values()), [educators]);
  return (
    <ChatFrame
      title="Messages"
      rooms={rooms}
      back={{ href: paths.customerDashboard, label: 'Back to Dashboard' }}
      notice={<PermissionPrompt />}
      footer={
        <footer className="grid gap-1 text-center text-xs text-balance text-faint">
          <p className="text-muted sm:text-sm">
            Read-only channel - Educators share trading insights and analysis here
          </p>
          <p className="max-sm:text-2xs">{DISCLAIMER}</p>
        </footer>
      }
    >
      {rooms.room && <CustomerRoom key={rooms.room.id} room={rooms.room} authors={authors} />}
    </ChatFrame>
  );
};
