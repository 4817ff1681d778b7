import { type ButtonHTMLAttributes, useState } from 'react';
import { LazyBoundary, lazyWithRetry } from '../loading/lazy-boundary.tsx';
import type { MenuProps } from './menu-popup.tsx';

const load = () => import('./menu-popup.tsx');
const MenuPopup = lazyWithRetry(load);

/** A button that opens a menu. The menu's code is prefetched on hover and focus. */
export const Menu = (props: MenuProps) => {
  const [used, setUsed] = useState<'by hand' | 'by keyboard' | null>(null);
  const button: ButtonHTMLAttributes<HTMLButtonElement> = {
    type: 'button',
    'aria-label': props.label,
    'aria-haspopup': 'menu',
    className: props.className,
    // After the first click another button replaces this one and must get the focus.
    autoFocus: used !== null,
    children: props.children,
  };
  if (!used)
    return (
      <button
        {...button}
        aria-expanded={false}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        // Enter and Space cause a click event with detail 0.
        onClick={({ detail }) => setUsed(detail === 0 ? 'by keyboard' : 'by hand')}
      />
    );
  return (
    <LazyBoundary
      isRequested
      fallback={<button {...button} aria-expanded={true} />}
      fallbackOnError={<button {...button} aria-expanded={false} />}
    >
      <MenuPopup {...props} openedByKeyboard={used === 'by keyboard'} />
    </LazyBoundary>
  );
};
