import { lazy, type ReactNode, Suspense, useRef } from 'react';

const DialogPopup = lazy(() => import('./dialog-popup.tsx'));
const ConfirmPopup = lazy(() => import('./confirm-popup.tsx'));

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the foot; they stay in sight while the content scrolls. */
  footer?: ReactNode;
  size?: 's' | 'm' | 'l';
};

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  tone?: 'danger' | 'primary';
  busy?: boolean;
  onConfirm: () => void;
};

/** Loads its drawn part when it opens first, and stays mounted then so that it can close with grace. */
const useOpenedOnce = (open: boolean) => {
  const opened = useRef(false);
  if (open) opened.current = true;
  return opened.current;
};

/** A dialog; on phones a sheet from below. The focus is kept inside and returns to where it was. */
export const Dialog = (props: DialogProps) =>
  useOpenedOnce(props.open) ? (
    <Suspense>
      <DialogPopup {...props} />
    </Suspense>
  ) : null;

/** Asks before something that cannot be undone. Escape and a click outside mean no. */
export const ConfirmDialog = (props: ConfirmDialogProps) =>
  useOpenedOnce(props.open) ? (
    <Suspense>
      <ConfirmPopup {...props} />
    </Suspense>
  ) : null;
