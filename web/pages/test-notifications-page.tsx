import type { User } from '../../contract/auth.ts';
import { homeOf } from '../entities/session/session.ts';
import { WillIGetIt, WillIGetItSignedOut } from '../features/notifications/push-diagnostics.tsx';
import { loginFor } from '../features/sign-in/return-path.ts';
import { paths } from '../shared/paths.ts';
import { PageHead } from '../shared/ui/page-head.tsx';

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
