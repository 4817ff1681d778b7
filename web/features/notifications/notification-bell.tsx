import { useState } from 'react';
import { lazyPart } from '../../shared/loading/lazy-part.tsx';
import { Badge } from '../../shared/ui/badge.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useNotificationSettings } from './use-notification-settings.ts';

const NotificationSettingsForm = lazyPart(() => import('./notification-settings-form.tsx'), {
  fallback: () => <Skeleton className="h-28 rounded-m" />,
});

/** The bell of SPEC §2: the total of unseen ideas, and the notification settings. */
export const NotificationBell = ({ unseen }: { unseen: number }) => {
  const [open, setOpen] = useState(false);
  const notifications = useNotificationSettings();
  return (
    <span className="relative">
      <IconButton
        icon="bell"
        label={unseen > 0 ? `Notification settings, ${unseen} new` : 'Notification settings'}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      <span aria-hidden="true" className="pointer-events-none absolute -top-0.5 -right-0.5">
        <Badge count={unseen} />
      </span>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        size="s"
        title="Notification settings"
        description="Choose which markets show badges and send notifications."
      >
        <NotificationSettingsForm {...notifications} onLeave={() => setOpen(false)} />
      </Dialog>
    </span>
  );
};
