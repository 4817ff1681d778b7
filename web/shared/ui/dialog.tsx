import { useRef } from 'react';
import { Late, late } from '../loading/lazy-boundary.tsx';
import type { ConfirmDialogProps, DialogProps } from './dialog-popup.tsx';

const popups = () => import('./dialog-popup.tsx');
const DialogPopup = late(async () => ({ default: (await popups()).DialogPopup }));
const ConfirmPopup = late(async () => ({ default: (await popups()).ConfirmPopup }));

/** Loads its drawn part when it opens first, and stays mounted then so that it can close with grace. */
const useOpenedOnce = (open: boolean) => {
  const opened = useRef(false);
  if (open) opened.current = true;
  return opened.current;
};

/** A dialog; on phones a sheet from below. The focus is kept inside and returns to where it was. */
export const Dialog = (props: DialogProps) =>
  useOpenedOnce(props.open) ? (
    <Late asked>
      <DialogPopup {...props} />
    </Late>
  ) : null;

/** Asks before something that cannot be undone. Escape and a click outside mean no. */
export const ConfirmDialog = (props: ConfirmDialogProps) =>
  useOpenedOnce(props.open) ? (
    <Late asked>
      <ConfirmPopup {...props} />
    </Late>
  ) : null;
