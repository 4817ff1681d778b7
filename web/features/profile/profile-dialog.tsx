import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import type { User } from '../../../contract/auth.ts';
import { MAX_BIO, MAX_PROFILE_NAME } from '../../../contract/profiles.ts';
import { useSignedInUser } from '../../entities/session/current-user.ts';
import { paths } from '../../shared/paths.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import { TextArea, TextInput } from '../../shared/ui/text-input.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { BIO_ROWS, nameOf, usedOf } from './profile-model.ts';
import { useProfile } from './use-profile.ts';
import { useProfileDraft } from './use-profile-draft.ts';

/** SPEC §2: fixed. */
const TITLE = 'Educator';

/** Name and bio as they are typed, over the profile the page edits too. */
const useNameAndBio = (user: User, onSaved: () => void) => {
  const toast = useToast();
  const own = useProfile(user);
  const { profile } = own;
  const draft = useProfileDraft(user.id, 'name-and-bio', { name: nameOf(profile), bio: profile.bio });
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const name = draft.values.name.trim();
    // A name made of first and last name stays so until another is typed.
    const displayName = name === nameOf(profile) ? profile.displayName : name;
    const end = await own.save({ ...profile, displayName, bio: draft.values.bio.trim() });
    draft.drop();
    setBusy(false);
    if (end === 'refused') return;
    toast.show({
      title: 'Profile updated',
      ...(end === 'kept' && { description: "Saved on this device. Syncs when you're online." }),
      tone: 'success',
    });
    onSaved();
  };
  return { ...draft, profile, fault: own.fault, busy, save };
};

const ProfileDialogForm = ({ onClose, onSignOut }: { onClose: () => void; onSignOut: () => void }) => {
  const user = useSignedInUser();
  const { values, set, dirty, drop, profile, fault, busy, save } = useNameAndBio(user, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void save();
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {fault && (
        <Notice tone="error" alert title="Not synced">
          {fault} Saved on this device.
        </Notice>
      )}
      <div className="flex items-center gap-4">
        <Avatar name={values.name || profile.email} image={profile.profileImage} size="m" />
        <dl className="min-w-0">
          <dt className="text-sm text-muted">Title</dt>
          <dd className="font-semibold text-accent">{TITLE}</dd>
        </dl>
      </div>
      <Field label="Name" hint={usedOf(values.name, MAX_PROFILE_NAME)}>
        <TextInput
          value={values.name}
          maxLength={MAX_PROFILE_NAME}
          autoComplete="name"
          onChange={(event) => set('name', event.target.value)}
        />
      </Field>
      <Field label="Bio" hint={usedOf(values.bio, MAX_BIO)}>
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
          <Button size="s" variant="quiet" onClick={drop}>
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

/** SPEC §2, the profile dialog of the educator's bar. What is typed in it outlives a closed dialog and a reload. */
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
