import { ChatFrame } from '../chat/chat-frame.tsx';
import { CustomerRoom } from '../chat/customer-room.tsx';
import { PermissionPrompt } from '../notifications/permission-prompt.tsx';
import { paths } from '../shared/paths.ts';

/** SPEC §2, "Customer chat". */
export const CustomerChatPage = () => (
  <ChatFrame
    title="Messages"
    back={{ href: paths.customerDashboard, label: 'Back to Dashboard' }}
    notice={<PermissionPrompt />}
    note="Read-only channel - Educators share trading insights and analysis here"
  >
    {(room, authors) => <CustomerRoom key={room.id} room={room} authors={authors} />}
  </ChatFrame>
);
