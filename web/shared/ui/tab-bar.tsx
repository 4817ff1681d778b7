import { type ReactNode, useLayoutEffect } from 'react';
import { Link } from 'wouter';
import { Icon, type IconName } from './icon.tsx';

export type NavLink = { label: string; href: string; current: boolean };

export type Tab = NavLink & { icon: IconName };

export const tabLook =
  'relative grid content-center justify-items-center gap-0.5 rounded-s px-1 text-2xs font-medium text-muted -outline-offset-2 aria-[current=page]:text-accent';

/**
 * The main links at the bottom of a phone, within reach of the thumb. `data-tab-bar` on the document gives it its height
 * (`--tab-bar` in styles.css), which is part of `--dock`, so it covers nothing.
 */
export const TabBar = ({
  tabs,
  badge,
  children,
}: {
  tabs: readonly Tab[];
  badge: ReactNode;
  /** At the end: the menu. */
  children: ReactNode;
}) => {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.tabBar = '';
    return () => {
      delete dataset.tabBar;
    };
  }, []);
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 grid h-(--tab-bar) auto-cols-[minmax(max-content,1fr)] grid-flow-col overflow-x-auto border-t border-line bg-surface px-1 pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {tabs.map(({ label, icon, href, current }, index) => (
        <Link key={label} href={href} aria-current={current ? 'page' : undefined} className={tabLook}>
          <span className="relative">
            <Icon name={icon} size={22} />
            <span className="absolute -top-2 left-3.5">{index === 0 && badge}</span>
          </span>
          <span>{label}</span>
        </Link>
      ))}
      {children}
    </nav>
  );
};
