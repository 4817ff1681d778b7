import { DISCLAIMER } from '../../contract/brand.ts';
import { ChatFrame } from '../entities/message/chat-frame.tsx';
import { PermissionPrompt } from '../features/notifications/permission-prompt.tsx';
import { CustomerRoom } from '../features/read-chat/customer-room.tsx';
import { paths } from '../shared/paths.ts';

/** SPEC §2, "Customer chat". */
export const CustomerChatPage = () => (
  <ChatFrame
    title="Messages"
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
    {(room, authors) => <CustomerRoom key={room.id} room={room} authors={authors} />}
  </ChatFrame>
);
