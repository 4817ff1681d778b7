import { useSignedInUser } from '../account/session/current-user.ts';
import { useStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';
import { Button } from '../shared/ui/button.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { useThisDevice } from './device-push-state.ts';

/** The prompt, or the reason why turning on failed. */
const PromptPanel = ({ userId }: { userId: string }) => {
  const [, setDeclined] = useStored(storageKeys.notificationsDeclined(userId));
  const { state, busy, turnOn } = useThisDevice();
  if (state.type !== 'off' && state.type !== 'failed') return null;
  return (
    <section
      aria-label="Notifications"
      className="mb-3 flex shrink-0 flex-wrap items-center gap-x-4 gap-y-3 rounded-control bg-accent-wash px-4 py-3 text-sm"
    >
      <Icon name="bell" className="text-accent max-sm:hidden" />
      <p className="flex-1 basis-52 text-pretty" role={state.type === 'failed' ? 'alert' : undefined}>
        {state.type === 'failed'
          ? state.message
          : 'Would you like to be notified of new trade ideas on this device?'}
      </p>
      <div className="flex gap-2">
        <Button size="s" variant="quiet" onClick={() => setDeclined(true)}>
          Not now
        </Button>
        <Button size="s" variant="primary" busy={busy} onClick={turnOn}>
          {state.type === 'failed' ? 'Retry' : 'Allow'}
        </Button>
      </div>
    </section>
  );
};

/**
 * Asks in the page while the permission is undecided. The browser's own prompt only opens from the button (DESIGN §14),
 * because people deny an unexpected prompt for good. Users who decline are not asked again.
 */
export const PermissionPrompt = () => {
  const { id } = useSignedInUser();
  const [declined] = useStored(storageKeys.notificationsDeclined(id));
  const undecided = 'Notification' in window && Notification.permission === 'default';
  return undecided && !declined && <PromptPanel userId={id} />;
};
