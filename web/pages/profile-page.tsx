import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { ProfileCard, ProfileView, UnsentNotice } from '../account/profile/profile-card.tsx';
import { ProfileForm } from '../account/profile/profile-form.tsx';
import { useProfile } from '../account/profile/use-profile.ts';
import { SecurityDialog } from '../account/security/security-dialog.tsx';
import { useSignedInUser } from '../account/session/current-user.ts';
import { getHomePath, signOut } from '../account/session/session.ts';
import { lazyPart } from '../shared/loading/lazy-part.tsx';
import { Button } from '../shared/ui/button.tsx';
import { Icon } from '../shared/ui/icon.tsx';
import { PageHead } from '../shared/ui/page-head.tsx';
import { showToast } from '../shared/ui/toast.ts';

/** So that saving offline can say so. */
const { preload: preloadToasts } = lazyPart(() => import('../shared/ui/toast-host.tsx'));

/** SPEC §2, profile page of both roles. */
export const ProfilePage = () => {
  const user = useSignedInUser();
  const [, navigate] = useLocation();
  const own = useProfile(user);
  /** Null until the mode is changed: then the focus goes along. */
  const [editing, setEditing] = useState<boolean | null>(null);
  const [security, setSecurity] = useState(false);
  const leave = () => setEditing(false);
  useEffect(preloadToasts, []);
  return (
    <>
      <PageHead
        title="Profile"
        back={{ href: getHomePath(user), label: 'Back to Dashboard' }}
        actions={
          <>
            {!editing && (
              <Button variant="primary" autoFocus={editing === false} onClick={() => setEditing(true)}>
                <Icon name="edit" size={18} />
                Edit Profile
              </Button>
            )}
            <Button onClick={() => void signOut(navigate)}>
              <Icon name="sign-out" size={18} />
              Logout
            </Button>
          </>
        }
      />
      <div className="column">
        <div className="grid items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-5">
          {/* Where there is no room beside the form, the form comes first. */}
          <div className={editing ? 'max-lg:hidden' : undefined}>
            <ProfileCard profile={own.profile}>
              <UnsentNotice own={own} />
              <Button onClick={() => setSecurity(true)}>Account and security</Button>
            </ProfileCard>
          </div>
          {editing ? (
            <ProfileForm
              profile={own.profile}
              onCancel={leave}
              onSave={(profile) => {
                void own.save(profile);
                leave();
                showToast({
                  title: 'Profile saved',
                  description: 'Your profile has been saved successfully.',
                  tone: 'success',
                });
              }}
            />
          ) : (
            <ProfileView profile={own.profile} />
          )}
        </div>
      </div>
      <SecurityDialog open={security} onOpenChange={setSecurity} />
    </>
  );
};
