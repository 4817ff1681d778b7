import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { markets } from '../../../contract/markets.ts';
import { defaultPushSettings } from '../../../contract/push.ts';
import { paths } from '../../shared/paths.ts';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { Switch } from '../../shared/ui/switch.tsx';
import { useThisDevice } from './device-push-state.ts';
import { DeviceSection } from './device-section.tsx';
import { playNewIdeaSound } from './new-idea-sound.ts';
import { QuietHoursFields } from './quiet-hours-fields.tsx';
import type { NotificationSettings } from './use-notification-settings.ts';
import { usePushSettings } from './use-push-settings.ts';

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="border-t border-line-soft pt-4">
    <h3 className="pb-1 text-sm font-semibold text-muted">{title}</h3>
    {children}
  </section>
);

/** SPEC §2. A change applies to this device at once, and shows a notice until the server has it. */
const Markets = ({ settings, setMarket, waiting, sending, retry }: Omit<NotificationSettings, 'sync'>) => (
  <>
    <div className="divide-y divide-line-soft">
      {markets.map((market) => (
        <Switch
          key={market}
          label={market}
          checked={settings[market]}
          onChange={(on) => setMarket(market, on)}
        />
      ))}
    </div>
    {waiting && (
      <Notice tone="accent" alert title="Saved on this device">
        <p className="mt-1">We'll sync it when you're back online.</p>
        <Button size="s" className="mt-3" busy={sending} onClick={retry}>
          Retry
        </Button>
      </Notice>
    )}
  </>
);

const Sound = () => {
  const [on, setOn] = useStored(storageKeys.arrivalSound);
  return (
    <Switch
      label="Sound for new ideas"
      checked={on}
      onChange={(next) => {
        setOn(next);
        // A preview. The click also unlocks audio in the browser.
        if (next) playNewIdeaSound();
      }}
    />
  );
};

/** Status changes and quiet hours, stored on the server for all devices of the user. */
const PushSettingsFields = () => {
  const { settings, failed, retry, retrying, save } = usePushSettings();
  if (failed)
    return (
      <div role="alert" className="flex items-center justify-between gap-3 py-2 text-muted">
        Couldn't load.
        <Button size="s" busy={retrying} onClick={retry}>
          Retry
        </Button>
      </div>
    );
  if (!settings) return <Skeleton className="h-28 rounded-m" />;
  const { followedOnly = defaultPushSettings.followedOnly } = settings;
  return (
    <div className="divide-y divide-line-soft">
      <Switch
        label="Also notify me when ideas close"
        checked={settings.statusChanges}
        onChange={(statusChanges) => save({ statusChanges })}
      />
      {markets.map((market) => (
        <Switch
          key={market}
          label={`${market}: only educators I follow`}
          checked={followedOnly[market]}
          onChange={(on) => save({ followedOnly: { ...followedOnly, [market]: on } })}
        />
      ))}
      <div>
        <QuietHoursFields quietHours={settings.quietHours} save={(quietHours) => save({ quietHours })} />
      </div>
    </div>
  );
};

const NotificationSettingsForm = ({
  onLeave,
  sync,
  ...markets
}: NotificationSettings & { onLeave: () => void }) => {
  const device = useThisDevice();
  useEffect(sync, [sync]);
  return (
    <div className="grid gap-4">
      <Markets {...markets} />
      <Section title="This device">
        <div className="pt-2 pb-1">
          <DeviceSection device={device} />
        </div>
        <Sound />
      </Section>
      <Section title="All devices">
        <PushSettingsFields />
      </Section>
      <p className="border-t border-line-soft pt-4 text-sm text-muted">
        Not sure?{' '}
        <Link href={paths.testNotifications} onClick={onLeave} className="quiet-link">
          Test your notifications
        </Link>
      </p>
    </div>
  );
};

export default NotificationSettingsForm;
