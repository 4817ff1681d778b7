import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { markets } from '../../contract/ideas/markets.ts';
import { paths } from '../shared/paths.ts';
import { useStored } from '../shared/storage/local-store.ts';
import { storageKeys } from '../shared/storage/storage-keys.ts';
import { Button } from '../shared/ui/button.tsx';
import { Skeleton } from '../shared/ui/skeleton.tsx';
import { Switch } from '../shared/ui/switch.tsx';
import { useThisDevice } from './device-push-state.ts';
import { DeviceSection } from './device-section.tsx';
import { playNewIdeaSound } from './new-idea-sound.ts';
import { QuietHoursFields } from './quiet-hours-fields.tsx';
import { type MarketSettings, usePushSettings } from './use-saved-settings.ts';

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="border-t border-line-soft pt-4">
    <h3 className="pb-1 text-sm font-semibold text-muted">{title}</h3>
    {children}
  </section>
);

/** SPEC §2. */
const Markets = ({ settings, save }: Omit<MarketSettings, 'load'>) => (
  <div className="divide-y divide-line-soft">
    {markets.map((market) => (
      <Switch
        key={market}
        label={market}
        checked={settings[market]}
        onChange={(on) => save({ [market]: on })}
      />
    ))}
  </div>
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
  const { settings, failed, load, loading, save } = usePushSettings();
  if (failed)
    return (
      <div role="alert" className="flex items-center justify-between gap-3 py-2 text-muted">
        Couldn't load.
        <Button size="s" busy={loading} onClick={() => void load()}>
          Retry
        </Button>
      </div>
    );
  if (!settings) return <Skeleton className="h-28 rounded-m" />;
  return (
    <div className="divide-y divide-line-soft">
      <Switch
        label="Also notify me of steps and closings"
        checked={settings.statusChanges}
        onChange={(statusChanges) => save({ statusChanges })}
      />
      {settings.bookmarkAlerts !== null && (
        <Switch
          label="Levels of bookmarked ideas are reached"
          checked={settings.bookmarkAlerts}
          onChange={(bookmarkAlerts) => save({ bookmarkAlerts })}
        />
      )}
      {markets.map((market) => (
        <Switch
          key={market}
          label={`${market}: only educators I follow`}
          checked={settings.followedOnly[market]}
          onChange={(on) => save({ followedOnly: { [market]: on } })}
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
  load,
  ...markets
}: MarketSettings & { onLeave: () => void }) => {
  const device = useThisDevice();
  // Another device may have changed them.
  useEffect(() => void load(), [load]);
  return (
    <div className="grid gap-4">
      <Markets {...markets} />
      <Section title="This device">
        <div className="pt-2 pb-1">
          <DeviceSection device={device} markets={markets.settings} />
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
