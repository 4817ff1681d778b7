import type { User } from '../../contract/account/auth.ts';
import type { Market } from '../../contract/ideas/markets.ts';
import { paths } from '../shared/paths.ts';
import type { NavSheetItem } from '../shared/ui/nav-sheet.tsx';
import type { NavLink, Tab } from '../shared/ui/tab-bar.tsx';

/** The market in a customer path, or null. */
export const parseMarket = (location: string): Market | null => {
  const name = /^\/customer\/(forex|crypto)(\/|$)/i.exec(location)?.[1]?.toLowerCase();
  return name === 'forex' ? 'Forex' : name === 'crypto' ? 'Crypto' : null;
};

/** Whether the customer's menus are shown: also to an educator on a customer page. */
export const isCustomerArea = (user: User, location: string) =>
  user.role === 'customer' || location.startsWith(paths.customer) || location === paths.category;

type Destination = { label: string; href: string; covers: (at: string) => boolean };
/** `icon`: also a tab of phones. */
type ReaderDestination = Destination & Partial<Pick<Tab, 'icon'>>;

/** SPEC §2's links for wide screens (Markets, Leverage, Exchange, Updates), and what was added to them. */
const customerLinks = (market: Market): ReaderDestination[] => [
  {
    label: 'Markets',
    icon: 'chart',
    href: paths.customerDashboard,
    covers: (at) =>
      [paths.customerDashboard, paths.customer, paths.category].some((path) => path === at) ||
      /^\/customer\/(forex|crypto)$/i.test(at),
  },
  {
    label: 'Leverage',
    href: paths.history(market, 'Leverage'),
    covers: (at) => at.endsWith('/leverage'),
  },
  {
    label: 'Exchange',
    href: paths.history(market, 'Exchange'),
    covers: (at) => at.endsWith('/exchange'),
  },
  { label: 'Results', icon: 'check', href: paths.results, covers: (at) => at === paths.results },
  {
    label: 'Updates',
    icon: 'chat',
    href: paths.customerChat,
    covers: (at) => at === paths.customerChat,
  },
  { label: 'Learn', icon: 'book', href: paths.learn, covers: (at) => at.startsWith(paths.learn) },
];

const educatorLinks: Destination[] = [
  {
    label: 'Dashboard',
    href: paths.educatorDashboard,
    covers: (at) =>
      at === paths.educator ||
      (/^\/educator\/[^/]+$/.test(at) &&
        ![paths.educatorIdeas, paths.educatorChat, paths.educatorProfile].some((path) => path === at)),
  },
  {
    label: 'My Trade Ideas',
    href: paths.educatorIdeas,
    covers: (at) => at.startsWith(paths.educatorIdeas),
  },
  { label: 'Chat', href: paths.educatorChat, covers: (at) => at === paths.educatorChat },
];

export const navLinks = (user: User, location: string, market: Market): NavLink[] => {
  const links = isCustomerArea(user, location) ? customerLinks(market) : educatorLinks;
  return links.map(({ label, href, covers }) => ({ label, href, current: covers(location) }));
};

/** The tab bar of phones. Its menu has SPEC's other links. */
export const customerTabs = (location: string, market: Market): Tab[] =>
  customerLinks(market).flatMap(({ covers, icon, ...tab }) =>
    icon ? { ...tab, icon, current: covers(location) } : [],
  );

/** SPEC §2's menus, entry for entry. */
export const menuItems = (
  user: User,
  location: string,
  market: Market,
  onSignOut: () => void,
): NavSheetItem[] => {
  const logout: NavSheetItem = { label: 'Logout', icon: 'sign-out', onSelect: onSignOut };
  if (!isCustomerArea(user, location))
    return [{ label: 'Chat', icon: 'chat', href: paths.educatorChat }, logout];
  return [
    { label: 'Markets', icon: 'chart', href: paths.customerDashboard },
    { label: 'Leverage Ideas', icon: 'clock', href: paths.history(market, 'Leverage') },
    { label: 'Exchange Ideas', icon: 'clock', href: paths.history(market, 'Exchange') },
    { label: 'Educator Updates', icon: 'chat', href: paths.customerChat },
    logout,
  ];
};
