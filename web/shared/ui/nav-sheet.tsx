import { useState } from 'react';
import { Link } from 'wouter';
import { Dialog } from './dialog.tsx';
import { Icon, type IconName } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { tabLook } from './tab-bar.tsx';

export type NavSheetItem = { label: string; icon: IconName } & (
  | { href: string; onSelect?: never }
  | { href?: never; onSelect: () => void }
);

const itemLook =
  'flex min-h-13 w-full items-center gap-4 px-1 text-left text-lg font-medium hover:text-accent';

/** The menu button of phones, in the header or as a tab, and its bottom sheet. */
export const NavSheet = ({ items, asTab = false }: { items: readonly NavSheetItem[]; asTab?: boolean }) => {
  const [open, setOpen] = useState(false);
  const trigger = {
    'aria-haspopup': 'dialog',
    'aria-expanded': open,
    onClick: () => setOpen(true),
  } as const;
  const choose = (item: NavSheetItem) => {
    setOpen(false);
    item.onSelect?.();
  };
  return (
    <>
      {asTab ? (
        <button type="button" {...trigger} className={tabLook}>
          <Icon name="menu" size={22} />
          Menu
        </button>
      ) : (
        <IconButton icon="menu" label="Menu" {...trigger} className="-mr-3 md:hidden" />
      )}
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
