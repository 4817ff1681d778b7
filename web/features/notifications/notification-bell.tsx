import { useState } from 'react';
import { LazyBoundary, lazyWithRetry } from '../../shared/loading/lazy-boundary.tsx';
import { Badge } from '../../shared/ui/badge.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { IconButton } from '../../shared/ui/icon-button.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { useNotificationSettings } from './use-notification-settings.ts';

const NotificationSettingsForm = lazyWithRetry(() => import('./notification-settings-form.tsx'));

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
        <LazyBoundary isRequested fallback={<Skeleton className="h-28 rounded-m" />}>
          <NotificationSettingsForm {...notifications} onLeave={() => setOpen(false)} />
        </LazyBoundary>
      </Dialog>
    </span>
  );
};
