import type { User } from '../../contract/auth.ts';
import { paths } from '../lib/paths.ts';
import { useTheme } from '../lib/theme.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Menu } from '../ui/menu.tsx';
import type { MenuItem } from '../ui/menu-item.ts';

const profileOf = (user: User): MenuItem =>
  user.role === 'educator'
    ? { label: 'Profile', icon: 'user', href: paths.educatorProfile }
    : { label: 'Profile', icon: 'user', href: paths.customerProfile };

/** What is one's own: profile, and how the app looks. For both roles (DESIGN §15). */
export const AvatarMenu = ({ user }: { user: User }) => {
  const [theme, setTheme] = useTheme();
  const other = theme === 'dark' ? 'light' : 'dark';
  const items: MenuItem[] = [
    profileOf(user),
    { label: 'Videos', icon: 'play', href: paths.customerVideos },
    {
      label: other === 'light' ? 'Light theme' : 'Dark theme',
      icon: other === 'light' ? 'sun' : 'moon',
      parted: true,
      onSelect: () => setTheme(other),
    },
  ];
  return (
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
  );
};
