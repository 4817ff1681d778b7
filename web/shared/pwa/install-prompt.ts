import { createValueStore } from '../value-store.ts';

type InstallPrompt = Event & {
  prompt: () => Promise<void>;
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

/** The browser's install prompt, kept until it is used; null without one. */
export const installPrompt = createValueStore<InstallPrompt | null>(null);

/** Called before the first render: the event comes once, at any time. */
export const captureInstallPrompt = (): void => {
  window.addEventListener('beforeinstallprompt', (event) => {
    // The browser would show its own banner too.
    event.preventDefault();
    installPrompt.set(event as InstallPrompt);
  });
};
