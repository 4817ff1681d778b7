import { type ButtonHTMLAttributes, useState } from 'react';
import { LazyBoundary, lazyWithRetry } from '../loading/lazy-boundary.tsx';
import type { MenuProps } from './menu-popup.tsx';

const load = () => import('./menu-popup.tsx');
const MenuPopup = lazyWithRetry(load);

/** A button that opens a list of actions. The list's code is loaded when a hand approaches it. */
export const Menu = (props: MenuProps) => {
  const [used, setUsed] = useState<'by hand' | 'by keyboard' | null>(null);
  const button: ButtonHTMLAttributes<HTMLButtonElement> = {
    type: 'button',
    'aria-label': props.label,
    'aria-haspopup': 'menu',
    className: props.className,
    // Once it is pressed another button takes its place, and must take its focus, too.
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
        // A press of Enter or Space is a click without a pointer.
        onClick={({ detail }) => setUsed(detail === 0 ? 'by keyboard' : 'by hand')}
      />
    );
  return (
    <LazyBoundary
      isRequested
      fallback={<button {...button} aria-expanded={true} />}
      failed={<button {...button} aria-expanded={false} />}
    >
      <MenuPopup {...props} openedByKeyboard={used === 'by keyboard'} />
    </LazyBoundary>
  );
};
