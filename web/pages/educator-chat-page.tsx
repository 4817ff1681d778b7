import { ChatFrame } from '../chat/chat-frame.tsx';
import { OwnRoom } from '../chat/own-room.tsx';
import { paths } from '../shared/paths.ts';

/** SPEC §2, educator chat: the same rooms, to write in. */
export const EducatorChatPage = () => (
  <ChatFrame
    title="Chat"
    documentTitle="Educator chat"
    back={{ href: paths.educatorDashboard, label: 'Back to Dashboard' }}
  >
    {(room, authors) => <OwnRoom key={room.id} room={room} authors={authors} />}
  </ChatFrame>
);
