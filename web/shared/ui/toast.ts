import { createValueStore, useValueStore } from '../value-store.ts';
import type { NumberedToast, ToastMessage } from './toast-message.ts';

const latest = createValueStore<NumberedToast | null>(null);

/** Shows a toast; it replaces the current one. */
export const showToast = (message: ToastMessage): void =>
  latest.set({ ...message, number: (latest.get()?.number ?? 0) + 1 });

const toast = { show: showToast };
export const useToast = () => toast;

export const useLatestToast = (): NumberedToast | null => useValueStore(latest);
