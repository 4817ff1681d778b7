import { useState } from 'react';
import { lazyPart } from '../shared/loading/lazy-part.tsx';
import { Badge } from '../shared/ui/badge.tsx';
import { Dialog } from '../shared/ui/dialog.tsx';
import { IconButton } from '../shared/ui/icon-button.tsx';
import { Skeleton } from '../shared/ui/skeleton.tsx';
import { panelId, Tabs, tabId } from '../shared/ui/tabs.tsx';
import type { MarketSettings } from './use-saved-settings.ts';

const lazily = { fallback: () => <Skeleton className="h-28 rounded-m" /> };
const NewsList = lazyPart(() => import('./news-list.tsx'), lazily);
const NotificationSettingsForm = lazyPart(() => import('./notification-settings-form.tsx'), lazily);

const tabs = [
  { id: 'news', label: "What's new" },
  { id: 'settings', label: 'Settings' },
];

/** The bell of SPEC §2: the total of unseen ideas, what is new, and, for readers, the notification settings. */
export const NotificationBell = ({ unseen = 0, markets }: { unseen?: number; markets?: MarketSettings }) => {
  const [open, setOpen] = useState(false);
  const [tab, setTab] = useState('news');
  const leave = () => setOpen(false);
  return (
    <span className="relative">
      <IconButton
        icon="bell"
        label={unseen > 0 ? `Notifications, ${unseen} new` : 'Notifications'}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      <span aria-hidden="true" className="pointer-events-none absolute -top-0.5 -right-0.5">
        <Badge count={unseen} />
      </span>
      <Dialog open={open} onOpenChange={setOpen} size="s" title="Notifications">
        {markets && <Tabs label="Notifications" tabs={tabs} selected={tab} onSelect={setTab} />}
        {/* Of one height, so that the tabs stay in place while the list loads. */}
        <div
          {...(markets && { role: 'tabpanel', id: panelId(tab), 'aria-labelledby': tabId(tab) })}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
          tabIndex={0}
          className="-mx-5 mt-4 h-[60dvh] overflow-y-auto px-5 sm:-mx-7 sm:px-7"
        >
          {tab === 'news' || !markets ? (
            <NewsList onLeave={leave} />
          ) : (
            <>
              <p className="mb-4 text-sm text-muted">
                Choose which markets show badges and send notifications.
              </p>
              <NotificationSettingsForm {...markets} onLeave={leave} />
            </>
          )}
        </div>
      </Dialog>
    </span>
  );
};
