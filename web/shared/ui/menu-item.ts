import type { ReactNode } from 'react';
import type { IconName } from './icon.tsx';

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
