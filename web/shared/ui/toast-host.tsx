import { Toast } from '@base-ui/react/toast';
import { useEffect, useMemo, useRef } from 'react';
import { Link } from 'wouter';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { TOAST_MS, type ToastMessage, type ToastTone } from './toast.ts';

const tones: Record<ToastTone, { icon: 'check' | 'warning' | 'bell'; look: string }> = {
  plain: { icon: 'bell', look: 'bg-accent-wash text-accent' },
  success: { icon: 'check', look: 'bg-positive-wash text-positive' },
  error: { icon: 'warning', look: 'bg-negative-wash text-negative' },
};

const control =
  'inline-flex h-9 shrink-0 items-center rounded-[10px] border border-line px-3.5 text-sm font-medium hover:bg-surface pointer-coarse:h-11';

const Shown = ({ message }: { message: ToastMessage }) => {
  const { toasts, add, close } = Toast.useToastManager<
    Pick<ToastMessage, 'link' | 'action'> & { tone: ToastTone }
  >();
  const shown = useRef<string>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: one toast per message; the manager's functions change with every toast.
  useEffect(() => {
    if (shown.current) close(shown.current);
    const tone = message.tone ?? 'plain';
    shown.current = add({
      title: message.title,
      description: message.description,
      // Errors are announced at once.
      priority: tone === 'error' ? 'high' : 'low',
      data: {
        tone,
        ...(message.link && { link: message.link }),
        ...(message.action && { action: message.action }),
      },
    });
  }, [message]);

  return toasts.map((toast) => {
    const tone = tones[toast.data?.tone ?? 'plain'];
    const { link, action } = toast.data ?? {};
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        className="rounded-m bg-raised shadow-float transition-[opacity,translate] duration-180 [grid-area:1/1] data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-2 data-starting-style:opacity-0"
      >
        <Toast.Content className="flex flex-wrap items-start gap-3 p-4">
          <span
            className={classNames(
              'grid size-9 shrink-0 place-items-center rounded-full max-sm:hidden',
              tone.look,
            )}
          >
            <Icon name={tone.icon} size={18} />
          </span>
          <div className="min-w-32 flex-1 pt-px">
            <Toast.Title className="text-base font-semibold" />
            <Toast.Description className="text-sm text-muted" />
          </div>
          {link && (
            <Link href={link.href} onClick={() => close(toast.id)} className={control}>
              {link.label}
            </Link>
          )}
          {action && (
            <button
              type="button"
              onClick={() => {
                close(toast.id);
                action.run();
              }}
              className={control}
            >
              {action.label}
            </button>
          )}
          {/* The library hides the button in a stack of toasts; here there is only one. */}
          <Toast.Close
            aria-hidden={false}
            aria-label="Dismiss"
            className="-m-1.5 grid size-11 shrink-0 place-items-center rounded-full text-muted hover:text-text"
          >
            <Icon name="x" size={18} />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
};

const TOP = 'top-2';
/** From 1,300 px on it is beside the carousel's pager. */
const BOTTOM = 'bottom-[calc(var(--dock)+1rem)] max-[81.25rem]:bottom-[calc(var(--dock)+5.5rem)]';

/** Away from the control that was used last. Without one it covers the header, on a wide screen the corner below. */
const findPlace = (): string => {
  const used = document.activeElement;
  if (!used?.matches('a, button, input, select, textarea'))
    return 'max-[81.25rem]:top-2 min-[81.25rem]:bottom-[calc(var(--dock)+1rem)]';
  const { top, bottom } = used.getBoundingClientRect();
  return top + bottom > innerHeight ? TOP : BOTTOM;
};

/** A toast covers neither the control that was used nor, while a dialog is open, its buttons. */
const ToastHost = ({ message }: { message: ToastMessage }) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is chosen anew for each message.
  const place = useMemo(findPlace, [message]);
  return (
    <Toast.Provider limit={1} timeout={TOAST_MS}>
      <Toast.Portal>
        <Toast.Viewport
          // Its own name would be that of the question about notifications.
          aria-label="Messages"
          className={classNames(
            'fixed inset-x-4 z-50 grid sm:left-auto sm:w-100 covered:top-2 covered:bottom-auto sm:covered:inset-x-0 sm:covered:mx-auto',
            place,
          )}
        >
          <Shown message={message} />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
};

export default ToastHost;
