import type { FormEvent } from 'react';
import { Link } from 'wouter';
import { MAX_BIO } from '../../../contract/account/profiles.ts';
import { MAX_NAME } from '../../../contract/shared/text.ts';
import { useUnsaved } from '../../shared/hooks/use-unsaved.ts';
import { paths } from '../../shared/paths.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { TextArea, TextInput } from '../../shared/ui/text-input.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { useSignedInUser } from '../session/current-user.ts';
import { BIO_ROWS, formatCharacterCount, formatName } from './profile-model.ts';
import { useProfile } from './use-profile.ts';

const ProfileDialogForm = ({ onClose, onSignOut }: { onClose: () => void; onSignOut: () => void }) => {
  const [changed, setChanged] = useUnsaved<{ name?: string; bio?: string }>('name and bio');
  const { profile, busy, error, save: saveProfile } = useProfile(useSignedInUser());
  const { name, bio } = { name: formatName(profile), bio: profile.bio, ...changed };
  const save = async () => {
    // An unchanged name is not stored as a display name: it may be derived from first and last name.
    const displayName = name.trim() === formatName(profile) ? profile.displayName : name.trim();
    const saving = saveProfile({ ...profile, displayName, bio: bio.trim() });
    setChanged(null);
    const result = await saving;
    if (result === 'refused') return;
    showToast({
      title: 'Profile updated',
      ...(result === 'offline' && { description: "Saved on this device. Syncs when you're online." }),
      tone: 'success',
    });
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void save();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {error && (
        <Notice tone="error" alert title="Not synced">
          {error} Saved on this device.
        </Notice>
      )}
      <div className="flex items-center gap-4">
        <Avatar name={name || profile.email} image={profile.profileImage} size="m" />
        <dl className="min-w-0">
          <dt className="text-sm text-muted">Title</dt>
          {/* SPEC §2: fixed. */}
          <dd className="font-semibold text-accent">Educator</dd>
        </dl>
      </div>
      <Field label="Name" hint={formatCharacterCount(name, MAX_NAME)}>
        <TextInput
          value={name}
          maxLength={MAX_NAME}
          autoComplete="name"
          readOnly={busy}
          onChange={(event) => setChanged({ ...changed, name: event.target.value })}
        />
      </Field>
      <Field label="Bio" hint={formatCharacterCount(bio, MAX_BIO)}>
        <TextArea
          rows={BIO_ROWS}
          maxLength={MAX_BIO}
          value={bio}
          readOnly={busy}
          onChange={(event) => setChanged({ ...changed, bio: event.target.value })}
        />
      </Field>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
        <Link href={paths.educatorProfile} onClick={onClose} className="quiet-link text-muted">
          Full profile
        </Link>
        {changed && !busy && (
          <Button size="s" variant="quiet" onClick={() => setChanged(null)}>
            Discard changes
          </Button>
        )}
      </div>
      <div className="flex flex-wrap justify-between gap-3 border-t border-line-soft pt-5">
        <Button onClick={onSignOut}>
          <Icon name="sign-out" size={18} />
          Log out
        </Button>
        <Button type="submit" variant="primary" busy={busy} className="max-xs:flex-1">
          Save Profile
        </Button>
      </div>
    </form>
  );
};

/** The profile dialog of the educator's bar (SPEC §2). What was typed survives that it is closed. */
const ProfileDialog = ({
  open,
  onOpenChange,
  onSignOut,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSignOut: () => void;
}) => (
  <Dialog open={open} onOpenChange={onOpenChange} title="Profile" size="s">
    <ProfileDialogForm onClose={() => onOpenChange(false)} onSignOut={onSignOut} />
  </Dialog>
);

export default ProfileDialog;
