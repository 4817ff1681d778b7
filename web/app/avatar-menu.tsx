import { useState } from 'react';
import type { User } from '../../contract/auth.ts';
import { DevicesDialog } from '../features/auth/devices-dialog.tsx';
import { paths } from '../lib/paths.ts';
import { useTheme } from '../lib/theme.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Menu } from '../ui/menu.tsx';
import type { MenuItem } from '../ui/menu-item.ts';

const profileOf = (user: User): MenuItem =>
  user.role === 'educator'
    ? { label: 'Profile', icon: 'user', href: paths.educatorProfile }
    : { label: 'Profile', icon: 'user', href: paths.customerProfile };

/** An educator's own track record; customers come to records from the ideas. */
const recordOf = (user: User): MenuItem[] =>
  user.educatorId
    ? [{ label: 'Track record', icon: 'chart', href: paths.educatorRecord(user.educatorId) }]
    : [];

/** What is one's own: profile, and how the app looks. For both roles (DESIGN §15). */
export const AvatarMenu = ({ user }: { user: User }) => {
  const [theme, setTheme] = useTheme();
  const [devices, setDevices] = useState(false);
  const other = theme === 'dark' ? 'light' : 'dark';
  const items: MenuItem[] = [
    profileOf(user),
    ...recordOf(user),
    { label: 'Devices and password', icon: 'shield', onSelect: () => setDevices(true) },
    { label: 'Videos', icon: 'play', href: paths.customerVideos },
    {
      label: other === 'light' ? 'Light theme' : 'Dark theme',
      icon: other === 'light' ? 'sun' : 'moon',
      parted: true,
      onSelect: () => setTheme(other),
    },
  ];
  return (
    <>
      <Menu
        label="Your account"
        className="-mr-1 grid size-11 shrink-0 place-items-center rounded-full"
        items={items}
        heading={
          <>
            <p className="font-semibold">{user.fullName}</p>
            <p className="text-xs break-all text-muted">{user.email}</p>
          </>
        }
      >
        <Avatar name={user.fullName} image={user.profileImage} size="s" />
      </Menu>
      <DevicesDialog open={devices} onOpenChange={setDevices} />
    </>
  );
};
