import { useRef } from 'react';
import { LazyBoundary, lazyWithRetry } from '../loading/lazy-boundary.tsx';
import type { ConfirmDialogProps, DialogProps } from './dialog-popup.tsx';

const popups = () => import('./dialog-popup.tsx');
const DialogPopup = lazyWithRetry(async () => ({ default: (await popups()).DialogPopup }));
const ConfirmPopup = lazyWithRetry(async () => ({ default: (await popups()).ConfirmPopup }));

/** Loads its drawn part when it opens first, and stays mounted then so that it can close with grace. */
const useOpenedOnce = (open: boolean) => {
  const opened = useRef(false);
  if (open) opened.current = true;
  return opened.current;
};

/** A dialog; on phones a sheet from below. The focus is kept inside and returns to where it was. */
export const Dialog = (props: DialogProps) =>
  useOpenedOnce(props.open) ? (
    <LazyBoundary isRequested>
      <DialogPopup {...props} />
    </LazyBoundary>
  ) : null;

/** Asks before something that cannot be undone. Escape and a click outside mean no. */
export const ConfirmDialog = (props: ConfirmDialogProps) =>
  useOpenedOnce(props.open) ? (
    <LazyBoundary isRequested>
      <ConfirmPopup {...props} />
    </LazyBoundary>
  ) : null;
