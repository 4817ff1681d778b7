import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import type { ConfirmDialogProps } from './dialog-props.ts';
import { backdropLook, popupLook } from './popup-look.ts';

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
}: ConfirmDialogProps) => (
  <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
    <AlertDialog.Portal>
      <AlertDialog.Backdrop className={backdropLook} />
      <AlertDialog.Popup className={classNames(popupLook, 'p-6 sm:max-w-110 sm:p-7')}>
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

export default ConfirmPopup;
