/** The browser's offer to install the app: it comes once, early, and is kept until somebody wants it. */
export type InstallPrompt = Event & {
  prompt: () => Promise<void>;
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

let offer: InstallPrompt | null = null;
const listeners = new Set<() => void>();

const set = (next: InstallPrompt | null) => {
  offer = next;
  for (const listener of listeners) listener();
};

/** Called before anything is drawn: the offer may be made at any time, and cannot be asked for. */
export const captureInstallPrompt = (): void => {
  window.addEventListener('beforeinstallprompt', (event) => {
    // The browser's own bar would stand beside ours.
    event.preventDefault();
    set(event as InstallPrompt);
  });
};

export const getInstallPrompt = (): InstallPrompt | null => offer;
/** An offer is good for one question. */
export const clearInstallPrompt = (): void => set(null);

export const onInstallPromptChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
