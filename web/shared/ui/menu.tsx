import { type ButtonHTMLAttributes, useState } from 'react';
import { lazyPart } from '../loading/lazy-part.tsx';
import type { MenuProps } from './menu-popup.tsx';

const ClosedMenu = ({ menu, ...rest }: { menu: MenuProps } & ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button
    type="button"
    aria-label={menu.label}
    aria-haspopup="menu"
    aria-expanded={false}
    className={menu.className}
    {...rest}
  >
    {menu.children}
  </button>
);

const MenuPopup = lazyPart(() => import('./menu-popup.tsx'), {
  kind: 'popup',
  // After the first click this button replaces the pressed one and must get the focus.
  fallback: (props) => <ClosedMenu menu={props} autoFocus />,
});

/** A button that opens a menu. The menu's code is prefetched on hover and focus. */
export const Menu = (props: MenuProps) => {
  const [used, setUsed] = useState<'by hand' | 'by keyboard' | null>(null);
  if (used) return <MenuPopup {...props} openedByKeyboard={used === 'by keyboard'} />;
  return (
    <ClosedMenu
      menu={props}
      onPointerEnter={MenuPopup.preload}
      onFocus={MenuPopup.preload}
      // Enter and Space cause a click event with detail 0.
      onClick={({ detail }) => setUsed(detail === 0 ? 'by keyboard' : 'by hand')}
    />
  );
};
