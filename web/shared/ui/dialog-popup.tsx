import { Dialog } from '@base-ui/react/dialog';
import { classNames } from './class-names.ts';
import type { DialogProps } from './dialog-props.ts';
import { IconButton } from './icon-button.tsx';
import { backdropLook, popupLook } from './popup-look.ts';

const widths = { s: 'sm:max-w-110', m: 'sm:max-w-150', l: 'sm:max-w-220' };

/** The drawn part of `Dialog`. */
const DialogPopup = ({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  size = 'm',
}: DialogProps) => (
  <Dialog.Root open={open} onOpenChange={onOpenChange}>
    <Dialog.Portal>
      <Dialog.Backdrop className={backdropLook} />
      <Dialog.Popup className={classNames(popupLook, widths[size])}>
        <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-3 sm:px-7 sm:pt-6">
          <div>
            <Dialog.Title className="pt-2 text-xl">{title}</Dialog.Title>
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

export default DialogPopup;
