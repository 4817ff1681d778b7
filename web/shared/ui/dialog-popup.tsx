import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog } from '@base-ui/react/dialog';
import { type KeyboardEventHandler, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { useInitialFocus } from './initial-focus.ts';
import { useOverlayHistory } from './overlay-history.ts';

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onKeyDown?: KeyboardEventHandler;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons below the content; they stay visible while it scrolls. */
  footer?: ReactNode;
  size?: keyof typeof widths;
  /**
   * What gets the focus after closing: an element, what had it before opening (true), or nothing (false). A function also
   * takes the focus from where it was moved while the dialog closed.
   */
  finalFocus?: boolean | (() => HTMLElement | boolean);
};

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  confirmLabel: string;
  tone?: 'danger' | 'primary';
  busy?: boolean;
  onConfirm: () => void;
};

/** Styles of all dialogs: a bottom sheet on phones, a centred box on wider screens. */
export const backdropLook =
  'fixed inset-0 z-40 bg-backdrop transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';

const popupLook =
  'fixed inset-x-0 bottom-0 z-40 flex max-h-[calc(100dvh-7rem)] flex-col rounded-t-l bg-surface shadow-float outline-none transition-[opacity,translate] duration-180 ease-out data-ending-style:translate-y-4 data-ending-style:opacity-0 data-starting-style:translate-y-4 data-starting-style:opacity-0 sm:inset-x-4 sm:top-1/2 sm:bottom-auto sm:mx-auto sm:max-h-[84dvh] sm:-translate-y-1/2 sm:rounded-l sm:data-ending-style:-translate-y-[calc(50%-8px)] sm:data-starting-style:-translate-y-[calc(50%-8px)]';

const widths = { s: 'sm:max-w-110', m: 'sm:max-w-150', l: 'sm:max-w-220', xl: 'sm:max-w-270' };

/** The lazy part of `Dialog`. */
export const DialogPopup = ({
  open,
  onOpenChange,
  onKeyDown,
  title,
  description,
  children,
  footer,
  size = 'm',
  finalFocus = true,
}: DialogProps) => {
  useOverlayHistory(open, () => onOpenChange(false));
  const initialFocus = useInitialFocus();
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        {/* Forced, because a dialog may be below. */}
        <Dialog.Backdrop forceRender className={backdropLook} />
        <Dialog.Popup
          {...initialFocus}
          finalFocus={finalFocus}
          onKeyDown={onKeyDown}
          className={classNames(popupLook, widths[size])}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-3 sm:px-7 sm:pt-6">
            <div>
              <Dialog.Title className="pt-2 text-xl max-[19rem]:text-base">
                <bdi>{title}</bdi>
              </Dialog.Title>
              {description && (
                <Dialog.Description className="mt-1.5 text-sm text-muted">{description}</Dialog.Description>
              )}
            </div>
            <Dialog.Close render={<IconButton icon="x" label="Close" className="-mr-2" />} />
          </header>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
          <section className="overflow-y-auto px-5 pb-6 sm:px-7" tabIndex={0} aria-label={title}>
            {children}
          </section>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-3 border-t border-line-soft px-5 py-4 sm:px-7">
              {footer}
            </footer>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

/**
 * Returns whether the element that opened the dialog still exists, to focus it again. If the confirmed action removed it,
 * app/focus-restoration.ts chooses the focus instead.
 */
const useOpener = (open: boolean) => {
  const opener = useRef<Element>(null);
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  return () => opener.current?.isConnected ?? true;
};

/** The lazy part of `ConfirmDialog`. */
export const ConfirmPopup = ({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  tone = 'danger',
  busy = false,
  onConfirm,
}: ConfirmDialogProps) => {
  const isOpenerThere = useOpener(open);
  const initialFocus = useInitialFocus();
  useOverlayHistory(open, () => onOpenChange(false));
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop forceRender className={backdropLook} />
        <AlertDialog.Popup
          {...initialFocus}
          finalFocus={isOpenerThere}
          className={classNames(popupLook, 'p-6 sm:max-w-110 sm:p-7')}
        >
          <AlertDialog.Title className="text-xl">{title}</AlertDialog.Title>
          {description && (
            <AlertDialog.Description render={<div />} className="mt-2 text-muted">
              {description}
            </AlertDialog.Description>
          )}
          <div className="mt-6 flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <AlertDialog.Close render={<Button>Cancel</Button>} />
            <Button variant={tone} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
};
