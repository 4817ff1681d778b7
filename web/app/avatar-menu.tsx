import { useState } from 'react';
import type { User } from '../../contract/account/auth.ts';
import { SecurityDialog } from '../account/security/security-dialog.tsx';
import { lazyPart } from '../shared/loading/lazy-part.tsx';
import { paths } from '../shared/paths.ts';
import { useTheme } from '../shared/theme.ts';
import { Avatar } from '../shared/ui/avatar.tsx';
import { Menu } from '../shared/ui/menu.tsx';
import type { MenuItem } from '../shared/ui/menu-popup.tsx';

const ProfileDialog = lazyPart(() => import('../account/profile/profile-dialog.tsx'), { kind: 'popup' });

/** The signed-in person's menu for both roles: profile, security, theme (SPEC §10). */
export const AvatarMenu = ({
  user,
  onSearch,
  onSignOut,
}: {
  user: User;
  onSearch: () => void;
  onSignOut: () => void;
}) => {
  const [theme, setTheme] = useTheme();
  const [security, setSecurity] = useState(false);
  /** Null until it is first opened, which loads its code. */
  const [profile, setProfile] = useState<boolean | null>(null);
  const other = theme === 'dark' ? 'light' : 'dark';
  const isEducator = user.role === 'educator';
  const items: (MenuItem | false)[] = [
    // SPEC §2: the profile dialog of the educator's bar.
    isEducator
      ? { label: 'Profile', icon: 'user', onSelect: () => setProfile(true) }
      : { label: 'Profile', icon: 'user', href: paths.customerProfile },
    // Customers reach track records from ideas.
    user.educatorId !== null && {
      label: 'Track record',
      icon: 'chart',
      href: paths.educatorRecord(user.educatorId),
    },
    { label: 'Account and security', icon: 'shield', onSelect: () => setSecurity(true) },
    { label: 'Search', icon: 'search', onSelect: onSearch },
    { label: 'Bookmarks', icon: 'bookmark', href: paths.bookmarks },
    { label: 'Results', icon: 'check', href: paths.results },
    { label: 'Educators', icon: 'chart', href: paths.educators },
    { label: 'Learn', icon: 'book', href: paths.learn },
    { label: 'Videos', icon: 'play', href: paths.customerVideos },
    { label: 'Test notifications', icon: 'bell', href: paths.testNotifications },
    {
      label: other === 'light' ? 'Light theme' : 'Dark theme',
      icon: other === 'light' ? 'sun' : 'moon',
      parted: true,
      onSelect: () => setTheme(other),
    },
    { label: 'Log out', icon: 'sign-out', onSelect: onSignOut },
  ];
  return (
    <>
      <Menu
        label="Your account"
        className="-mr-1 grid size-11 shrink-0 place-items-center rounded-full"
        items={items.filter((item) => item !== false)}
        heading={
          <>
            <p className="font-semibold">
              <bdi>{user.fullName}</bdi>
            </p>
            <p className="text-xs break-all text-muted">{user.email}</p>
          </>
        }
      >
        <Avatar name={user.fullName} image={user.profileImage} size="s" />
      </Menu>
      <SecurityDialog open={security} onOpenChange={setSecurity} />
      {profile !== null && <ProfileDialog open={profile} onOpenChange={setProfile} onSignOut={onSignOut} />}
    </>
  );
};
