import { type ButtonHTMLAttributes, lazy, type ReactNode, Suspense, useState } from 'react';
import type { IconName } from './icon.tsx';

const load = () => import('./menu-popup.tsx');
const MenuPopup = lazy(load);

export type MenuItem = {
  label: string;
  icon?: IconName;
  tone?: 'fall';
  /** A line above this item parts it from those before. */
  parted?: boolean;
} & ({ href: string; onSelect?: never } | { href?: never; onSelect: () => void });

export type MenuProps = {
  /** What the button opens, for screen readers. */
  label: string;
  /** What is drawn in the button. */
  children: ReactNode;
  items: readonly MenuItem[];
  /** Above the items: who is signed in, for example. */
  heading?: ReactNode;
  className?: string;
};

/** A button that opens a list of actions. The list's code is loaded when a hand approaches it. */
export const Menu = (props: MenuProps) => {
  const [used, setUsed] = useState(false);
  const button: ButtonHTMLAttributes<HTMLButtonElement> = {
    type: 'button',
    'aria-label': props.label,
    'aria-haspopup': 'menu',
    className: props.className,
    children: props.children,
  };
  if (!used)
    return (
      <button
        {...button}
        aria-expanded={false}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setUsed(true)}
      />
    );
  return (
    <Suspense fallback={<button {...button} aria-expanded={true} />}>
      <MenuPopup {...props} />
    </Suspense>
  );
};
