import { onSessionReset } from '../storage/session-reset.ts';
import { createValueStore, useValueStore } from '../value-store.ts';
import type { NumberedToast, ToastMessage } from './toast-message.ts';

const latest = createValueStore<NumberedToast | null>(null);
onSessionReset(() => latest.set(null));

/** Shows a toast; it replaces the current one. */
export const showToast = (message: ToastMessage): void =>
  latest.set({ ...message, number: (latest.get()?.number ?? 0) + 1, at: Date.now() });

export const useLatestToast = (): NumberedToast | null => useValueStore(latest);
