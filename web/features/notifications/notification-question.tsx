import { useSignedInUser } from '../../lib/current-user.ts';
import { useStored } from '../../lib/local-store.ts';
import { stored } from '../../lib/stored-keys.ts';
import { Late, late } from '../../ui/late.tsx';

const OpenQuestion = late(() => import('./open-question.tsx'));

/**
 * Asks about notifications in the page while the browser's answer is open; the browser's own prompt opens from the button alone
 * (DESIGN §14): one it shows unasked is refused by habit, for good. Who declines is not asked again.
 */
export const NotificationQuestion = () => {
  const { id } = useSignedInUser();
  const [declined] = useStored(stored.notificationsDeclined(id));
  const undecided = 'Notification' in window && Notification.permission === 'default';
  return undecided && !declined ? (
    <Late>
      <OpenQuestion userId={id} />
    </Late>
  ) : null;
};
