import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { NumberedToast, ToastMessage } from './toast-message.ts';

let latest: NumberedToast | null = null;
const listeners = new Set<() => void>();

/** Shows a message; one that is still there gives way. */
export const showToast = (message: ToastMessage): void => {
  latest = { ...message, number: (latest?.number ?? 0) + 1 };
  for (const listener of listeners) listener();
};

const toast = { show: showToast };
export const useToast = () => toast;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const drawnPart = () => import('./toast-host.tsx');
const ToastHost = lazy(drawnPart);

/** Loads the drawn part ahead, for screens that also work offline: their messages must not need the network. */
export const preloadToasts = (): void => {
  // Without it the first message tries again.
  drawnPart().catch(() => undefined);
};

/** Stands once at the root. Its drawn part is loaded with the first message. */
export const Toasts = () => {
  const message = useSyncExternalStore(subscribe, () => latest);
  return message ? (
    <Suspense>
      <ToastHost message={message} />
    </Suspense>
  ) : null;
};
