import { AlertDialog } from '@base-ui/react/alert-dialog';
import { useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import type { ConfirmDialogProps } from './dialog-props.ts';
import { backdropLook, popupLook } from './popup-look.ts';

/**
 * Whether what opened the dialog is still there to have the focus again. Where it went with what was confirmed, the place it
 * stood at has it (app/kept-focus), not whatever else opened a dialog before.
 */
const useOpener = (open: boolean) => {
  const opener = useRef<Element>(null);
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  return () => opener.current?.isConnected ?? true;
};

/** The drawn part of `ConfirmDialog`. */
const ConfirmPopup = ({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  tone = 'danger',
  busy = false,
  onConfirm,
}: ConfirmDialogProps) => {
  const isOpenerThere = useOpener(open);
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={backdropLook} />
        <AlertDialog.Popup
          finalFocus={isOpenerThere}
          className={classNames(popupLook, 'p-6 sm:max-w-110 sm:p-7')}
        >
          <AlertDialog.Title className="text-xl">{title}</AlertDialog.Title>
          {description && (
            <AlertDialog.Description className="mt-2 text-muted">{description}</AlertDialog.Description>
          )}
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <AlertDialog.Close render={<Button variant="secondary">{cancelLabel}</Button>} />
            <Button variant={tone} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
};

export default ConfirmPopup;
