/** The browser's offer to install the app: it comes once, early, and is kept until somebody wants it. */
export type InstallOffer = Event & {
  prompt: () => Promise<void>;
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>;
};

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

const set = (next: InstallOffer | null) => {
  offer = next;
  for (const listener of listeners) listener();
};

/** Called before anything is drawn: the offer may be made at any time, and cannot be asked for. */
export const catchInstallOffer = (): void => {
  window.addEventListener('beforeinstallprompt', (event) => {
    // The browser's own bar would stand beside ours.
    event.preventDefault();
    set(event as InstallOffer);
  });
};

export const installOffer = (): InstallOffer | null => offer;
/** An offer is good for one question. */
export const spendInstallOffer = (): void => set(null);

export const onInstallOffer = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
