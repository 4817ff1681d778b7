import { useSignedInUser } from '../../entities/session/current-user.ts';
import { Late, late } from '../../shared/loading/lazy-boundary.tsx';
import { useStored } from '../../shared/storage/local-store.ts';
import { stored } from '../../shared/storage/storage-keys.ts';

const OpenQuestion = late(() => import('./permission-prompt.tsx'));

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
