import { Button } from '../../shared/ui/button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { updateSyncState } from './profile-sync.ts';
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

/** Shown until dismissed when an edit replaced one made on another device. */
export const ConflictNotice = ({ own: { hasConflict, profile } }: { own: OwnProfile }) =>
  hasConflict && (
    <Notice tone="accent" title="Edited on two devices" className="mb-4">
      <p className="mt-1">We kept the latest edit. If something is missing, add it again.</p>
      <Button
        size="s"
        className="mt-3"
        onClick={() => updateSyncState(profile.userId, { hasConflict: false })}
      >
        Got it
      </Button>
    </Notice>
  );
