import type { User } from '../../contract/auth.ts';
import { loginFor } from '../features/auth/return-path.ts';
import { homeOf } from '../features/auth/session.ts';
import { WillIGetIt, WillIGetItSignedOut } from '../features/notifications/will-i-get-it.tsx';
import { paths } from '../lib/paths.ts';
import { PageHead } from '../ui/page-head.tsx';

/** SPEC §2's push test page, open to all (DESIGN §14): "Will I get it?" */
export const TestNotificationsScreen = ({ user }: { user: User | null }) => (
  <>
    <PageHead
      title="Will I get it?"
      documentTitle="Test notifications"
      subtitle="What stands between a new idea and this device, and a way to try it"
      back={{ href: user ? homeOf(user) : paths.home, label: 'Back' }}
    />
    {user ? <WillIGetIt user={user} /> : <WillIGetItSignedOut signIn={loginFor(paths.testNotifications)} />}
  </>
);
