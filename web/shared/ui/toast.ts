import { onSessionReset } from '../storage/session-reset.ts';
import { createValueStore, useValueStore } from '../value-store.ts';
import type { ToastMessage } from './toast-message.ts';

const latest = createValueStore<ToastMessage | null>(null);
onSessionReset(() => latest.set(null));

/** Shows a toast; it replaces the current one. */
export const showToast = (message: ToastMessage): void => latest.set({ ...message });

export const useLatestToast = (): ToastMessage | null => useValueStore(latest);
