import { createValueStore } from '../value-store.ts';

export type InstallPrompt = Event & {
  prompt: () => Promise<void>;
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

/** The browser's prompt: it comes once, early, and is kept until somebody wants it. Null after it was used. */
export const installPrompt = createValueStore<InstallPrompt | null>(null);

/** Called before anything is drawn: the offer may be made at any time, and cannot be asked for. */
export const captureInstallPrompt = (): void => {
  window.addEventListener('beforeinstallprompt', (event) => {
    // The browser's own bar would stand beside ours.
    event.preventDefault();
    installPrompt.set(event as InstallPrompt);
  });
};
