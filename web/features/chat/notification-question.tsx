import { useState } from 'react';
import { useSignedInUser } from '../../lib/current-user.ts';
import { stored, useStored } from '../../lib/local-store.ts';
import { logFailure } from '../../lib/log-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';

const permissionNow = (): NotificationPermission =>
  'Notification' in window ? Notification.permission : 'denied';

/**
 * Asks about notifications in the page while the browser's answer is open; the browser's own prompt opens from the button alone
 * (DESIGN §14): one it shows unasked is refused by habit, for good. Who declines is not asked again.
 */
export const NotificationQuestion = () => {
  const { id } = useSignedInUser();
  const [declined, setDeclined] = useStored(stored.notificationsDeclined(id));
  const [permission, setPermission] = useState(permissionNow);
  if (declined || permission !== 'default') return null;

  const ask = () =>
    Notification.requestPermission().then(setPermission, (failure) =>
      logFailure('notification permission', failure),
    );
  return (
    <section
      aria-label="Notifications"
      className="mb-3 flex shrink-0 flex-wrap items-center gap-x-4 gap-y-3 rounded-control bg-dawn-wash px-4 py-3 text-sm"
    >
      <Icon name="bell" className="text-dawn max-sm:hidden" />
      <p className="min-w-52 flex-1 text-pretty">
        Would you like to be notified of new trade ideas on this device?
      </p>
      <div className="flex gap-2">
        <Button size="s" variant="quiet" onClick={() => setDeclined(true)}>
          Not now
        </Button>
        <Button size="s" variant="primary" onClick={() => void ask()}>
          Allow
        </Button>
      </div>
    </section>
  );
};
