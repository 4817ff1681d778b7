import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import type { User } from '../../../contract/auth.ts';
import { MAX_BIO } from '../../../contract/profiles.ts';
import { MAX_NAME } from '../../../contract/text.ts';
import { useSignedInUser } from '../../entities/session/current-user.ts';
import { paths } from '../../shared/paths.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { TextArea, TextInput } from '../../shared/ui/text-input.tsx';
import { showToast } from '../../shared/ui/toast.ts';
import { BIO_ROWS, formatCharacterCount, formatName } from './profile-model.ts';
import { useProfile } from './use-profile.ts';
import { hasProfileDraft, useProfileDraft } from './use-profile-draft.ts';

/** SPEC §2: fixed. */
const TITLE = 'Educator';

/** Name of this form's draft. */
const DRAFT = 'name-and-bio';

/** State of the form: a draft over the same profile that the profile page edits. */
const useNameAndBio = (user: User, onSaved: () => void) => {
  const own = useProfile(user);
  const { profile } = own;
  const draft = useProfileDraft(user.id, DRAFT, { name: formatName(profile), bio: profile.bio });
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const name = draft.values.name.trim();
    // An unchanged name is not stored as a display name: it may be derived from first and last name.
    const displayName = name === formatName(profile) ? profile.displayName : name;
    const saving = own.save({ ...profile, displayName, bio: draft.values.bio.trim() });
    // Saved on this device. What is typed from now on is a new draft.
    draft.discard();
    const result = await saving;
    setBusy(false);
    if (result === 'refused') return;
    showToast({
      title: 'Profile updated',
      ...(result === 'offline' && { description: "Saved on this device. Syncs when you're online." }),
      tone: 'success',
    });
    if (!hasProfileDraft(user.id, DRAFT)) onSaved();
  };
  return { ...draft, profile, error: own.error, busy, save };
};

const ProfileDialogForm = ({ onClose, onSignOut }: { onClose: () => void; onSignOut: () => void }) => {
  const user = useSignedInUser();
  const { values, set, dirty, discard, profile, error, busy, save } = useNameAndBio(user, onClose);
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
        <Avatar name={values.name || profile.email} image={profile.profileImage} size="m" />
        <dl className="min-w-0">
          <dt className="text-sm text-muted">Title</dt>
          <dd className="font-semibold text-accent">{TITLE}</dd>
        </dl>
      </div>
      <Field label="Name" hint={formatCharacterCount(values.name, MAX_NAME)}>
        <TextInput
          value={values.name}
          maxLength={MAX_NAME}
          autoComplete="name"
          onChange={(event) => set('name', event.target.value)}
        />
      </Field>
      <Field label="Bio" hint={formatCharacterCount(values.bio, MAX_BIO)}>
        <TextArea
          rows={BIO_ROWS}
          maxLength={MAX_BIO}
          value={values.bio}
          onChange={(event) => set('bio', event.target.value)}
        />
      </Field>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
        <Link href={paths.educatorProfile} onClick={onClose} className="quiet-link text-muted">
          Full profile
        </Link>
        {dirty && !busy && (
          <Button size="s" variant="quiet" onClick={discard}>
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

/** The profile dialog of the educator's bar (SPEC §2). Its draft survives closing and reloading. */
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
