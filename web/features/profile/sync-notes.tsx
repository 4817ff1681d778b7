import type { ProfileField } from '../../../contract/profiles.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { fieldLabel, formatValue } from './profile-model.ts';
import { dismissOverruled } from './profile-store.ts';
import type { OwnProfile } from './use-profile.ts';

/** Shown while changes are saved on this device only. */
export const SyncStatus = ({ own: { unsent, busy, error, sync } }: { own: OwnProfile }) => (
  <div role="status" className="text-sm empty:hidden">
    {unsent && (
      <div className="flex flex-wrap items-center gap-x-2">
        <Icon name="clock" size={18} className="text-accent" />
        Saved on this device
        <Button size="s" variant="quiet" className="ml-auto" busy={busy} onClick={() => void sync()}>
          Sync now
        </Button>
        {error && <p className="w-full text-negative">{error}</p>}
      </div>
    )}
  </div>
);

/** Values replaced by a later change on another device, shown until dismissed. */
export const ConflictNotice = ({ own: { overruled, profile } }: { own: OwnProfile }) =>
  overruled.length > 0 && (
    <Notice tone="accent" title="Conflicting edits" className="mb-4">
      <p className="mt-1">We kept the latest. It replaced:</p>
      <dl className="mt-2 grid gap-2">
        {overruled.map(({ field, value }) => (
          <div key={field}>
            <dt className="text-muted">{fieldLabel(field as ProfileField, profile.role)}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{formatValue(value)}</dd>
          </div>
        ))}
      </dl>
      <Button size="s" className="mt-3" onClick={() => dismissOverruled(profile.userId)}>
        Got it
      </Button>
    </Notice>
  );
