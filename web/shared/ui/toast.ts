import { onSessionReset } from '../storage/session-reset.ts';
import { createValueStore, useValueStore } from '../value-store.ts';

/** SPEC §9: one toast at a time, dismissed after 5 s. */
export const TOAST_MS = 5_000;

export type ToastTone = 'plain' | 'success' | 'error';
export type ToastMessage = {
  title: string;
  description?: string;
  tone?: ToastTone;
  /** A page of the app that the message is about. */
  link?: { label: string; href: string };
  /** A button that also closes the toast. */
  action?: { label: string; run: () => void };
};

const latest = createValueStore<ToastMessage | null>(null);
onSessionReset(() => latest.set(null));

/** Shows a toast; it replaces the current one. */
export const showToast = (message: ToastMessage): void => latest.set({ ...message });

export const useLatestToast = (): ToastMessage | null => useValueStore(latest);
