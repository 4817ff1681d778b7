import { Menu } from '@base-ui/react/menu';
import { type FocusEvent, type ReactNode, useRef, useState } from 'react';
import { Link } from 'wouter';
import { Icon, type IconName } from './icon.tsx';
import { useOverlayHistory } from './overlay-history.ts';

export type MenuItem = {
  label: string;
  icon?: IconName;
  /** A separator line above this item. */
  parted?: boolean;
  disabled?: boolean;
} & ({ href: string; onSelect?: never } | { href?: never; onSelect: () => void });

export type MenuProps = {
  /** Accessible name of the button. */
  label: string;
  /** Content of the button. */
  children: ReactNode;
  items: readonly MenuItem[];
  /** Above the items, for example the signed-in person. */
  heading?: ReactNode;
  className?: string;
};

const itemLook =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-[10px] px-3 text-base font-medium outline-none select-none data-disabled:cursor-not-allowed data-disabled:opacity-55 data-highlighted:bg-sunken';

const Content = ({ item }: { item: MenuItem }) => (
  <>
    {item.icon && <Icon name={item.icon} className="text-muted" />}
    {item.label}
  </>
);

/** The lazy part of `Menu`: the first click mounts it, so it starts open. */
const MenuPopup = ({
  label,
  children,
  items,
  heading,
  className,
  openedByKeyboard,
}: MenuProps & { openedByKeyboard: boolean }) => {
  // Rendered beside its button: at the end of the page it would be outside of every landmark.
  const [place, setPlace] = useState<HTMLSpanElement | null>(null);
  // The library did not see the key press that opened it, so it focuses the list instead of the first item.
  const isFirst = useRef(openedByKeyboard);
  const onFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (!isFirst.current || target !== currentTarget) return;
    isFirst.current = false;
    currentTarget.querySelector<HTMLElement>('[role=menuitem]')?.focus();
  };
  const [open, setOpen] = useState(true);
  useOverlayHistory(open, () => setOpen(false));
  return (
    <Menu.Root open={open} onOpenChange={setOpen}>
      <Menu.Trigger aria-label={label} className={className} autoFocus>
        {children}
      </Menu.Trigger>
      <span ref={setPlace} className="absolute left-0" />
      <Menu.Portal container={place}>
        <Menu.Positioner align="end" sideOffset={8} collisionPadding={12} className="z-30 outline-none">
          <Menu.Popup
            onFocus={onFocus}
            className="max-h-[calc(100dvh-var(--dock)-5rem)] max-w-(--available-width) min-w-60 overflow-y-auto rounded-m bg-raised p-1.5 shadow-float outline-none transition-[opacity,translate] duration-150 data-ending-style:opacity-0 data-starting-style:-translate-y-1 data-starting-style:opacity-0"
          >
            {heading && <div className="mb-1.5 border-b border-line-soft px-3 pt-2 pb-3">{heading}</div>}
            {items.map((item) => (
              <div key={item.label} className={item.parted ? 'mt-1.5 border-t border-line-soft pt-1.5' : ''}>
                {item.href === undefined ? (
                  <Menu.Item className={itemLook} disabled={item.disabled ?? false} onClick={item.onSelect}>
                    <Content item={item} />
                  </Menu.Item>
                ) : (
                  <Menu.LinkItem className={itemLook} closeOnClick render={<Link href={item.href} />}>
                    <Content item={item} />
                  </Menu.LinkItem>
                )}
              </div>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
};

export default MenuPopup;
