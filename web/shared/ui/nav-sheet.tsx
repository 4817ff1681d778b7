import { useState } from 'react';
import { Link } from 'wouter';
import { Dialog } from './dialog.tsx';
import { Icon, type IconName } from './icon.tsx';
import type { MenuItem } from './menu-popup.tsx';
import { tabLook } from './tab-bar.tsx';

export type NavSheetItem = MenuItem & { icon: IconName };

const itemLook =
  'flex min-h-13 w-full items-center gap-4 px-1 text-left text-lg font-medium hover:text-accent';

/** The menu of phones: a tab that opens a bottom sheet. */
export const NavSheet = ({ items }: { items: readonly NavSheetItem[] }) => {
  const [open, setOpen] = useState(false);
  const choose = (item: NavSheetItem) => {
    setOpen(false);
    item.onSelect?.();
  };
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className={tabLook}
      >
        <Icon name="menu" size={22} />
        Menu
      </button>
      <Dialog open={open} onOpenChange={setOpen} title="Menu" size="s">
        <ul className="divide-y divide-line-soft">
          {items.map((item) => (
            <li key={item.label}>
              {item.href === undefined ? (
                <button type="button" className={itemLook} onClick={() => choose(item)}>
                  <Icon name={item.icon} className="text-muted" />
                  {item.label}
                </button>
              ) : (
                <Link href={item.href} className={itemLook} onClick={() => choose(item)}>
                  <Icon name={item.icon} className="text-muted" />
                  {item.label}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
};
