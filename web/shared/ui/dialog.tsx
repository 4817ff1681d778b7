import { useRef } from 'react';
import { lazyPart } from '../loading/lazy-part.tsx';
import type { ConfirmDialogProps, DialogProps } from './dialog-popup.tsx';

const DialogPopup = lazyPart(async () => ({ default: (await import('./dialog-popup.tsx')).DialogPopup }), {
  kind: 'popup',
});
const ConfirmPopup = lazyPart(async () => ({ default: (await import('./dialog-popup.tsx')).ConfirmPopup }), {
  kind: 'popup',
});

/** Loads its drawn part when it opens first, and stays mounted then so that it can close with grace. */
const useOpenedOnce = (open: boolean) => {
  const opened = useRef(false);
  if (open) opened.current = true;
  return opened.current;
};

/** A dialog; on phones a sheet from below. The focus is kept inside and returns to where it was. */
export const Dialog = (props: DialogProps) => useOpenedOnce(props.open) && <DialogPopup {...props} />;

/** Asks before something that cannot be undone. Escape and a click outside mean no. */
export const ConfirmDialog = (props: ConfirmDialogProps) =>
  useOpenedOnce(props.open) && <ConfirmPopup {...props} />;
