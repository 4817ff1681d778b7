import type { User } from '../../contract/account/auth.ts';
import { getHomePath } from '../account/session/session.ts';
import { createLoginPath } from '../account/sign-in/return-path.ts';
import { PushDiagnostics, SignedOutDiagnostics } from '../notifications/push-diagnostics.tsx';
import { paths } from '../shared/paths.ts';
import { PageHead } from '../shared/ui/page-head.tsx';

/** SPEC §2, "Push test page", open to everyone (DESIGN §14). */
export const TestNotificationsPage = ({ user }: { user: User | null }) => (
  <>
    <PageHead
      title="Notification check"
      documentTitle="Test notifications"
      subtitle="See what's blocking notifications on this device, then send a test"
      back={{ href: user ? getHomePath(user) : paths.home, label: 'Back' }}
    />
    {user ? (
      <PushDiagnostics user={user} />
    ) : (
      <SignedOutDiagnostics signIn={createLoginPath(paths.testNotifications)} />
    )}
  </>
);
