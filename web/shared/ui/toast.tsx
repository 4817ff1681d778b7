import { lazy, Suspense, useSyncExternalStore } from 'react';
import type { NumberedToast, ToastMessage } from './toast-message.ts';

let latest: NumberedToast | null = null;
const listeners = new Set<() => void>();

/** Shows a toast; it replaces the current one. */
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

const loadToastHost = () => import('./toast-host.tsx');
const ToastHost = lazy(loadToastHost);

/** Preloads the lazy part, so that toasts work offline. */
export const preloadToasts = (): void => {
  // The first toast tries again.
  loadToastHost().catch(() => undefined);
};

/** Mounted once at the root. Its lazy part loads with the first toast. */
export const Toasts = () => {
  const message = useSyncExternalStore(subscribe, () => latest);
  return message ? (
    <Suspense>
      <ToastHost message={message} />
    </Suspense>
  ) : null;
};
