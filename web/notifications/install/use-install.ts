import { useEffect, useState } from 'react';
import { useCurrentUser } from '../../account/session/current-user.ts';
import { logFailure } from '../../shared/log-failure.ts';
import { installPrompt } from '../../shared/pwa/install-prompt.ts';
import { isIos, isStandalone } from '../../shared/pwa/installation.ts';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { useValueStore } from '../../shared/value-store.ts';

/** SPEC §9: how long a dismissed banner stays hidden. */
export const DISMISSAL_MS = 7 * 24 * 60 * 60 * 1000;

/** Whether the banner can show again after a dismissal. A time in the future means that the clock was set back. */
export const canShow = (dismissedAt: number | null, now: number): boolean =>
  dismissedAt === null || dismissedAt > now || now - dismissedAt >= DISMISSAL_MS;

export type Install = {
  /** `offer`: the browser can install. `steps`: the user follows steps, on iOS. Null: no banner. */
  kind: 'offer' | 'steps' | null;
  install: () => void;
  dismiss: () => void;
};

/** The install prompt of SPEC §4: hidden when installed, and for 7 days after a dismissal. */
export const useInstall = (): Install => {
  const offer = useValueStore(installPrompt);
  const [dismissed, setDismissed] = useStored(storageKeys.installDismissed);
  const [installed, setInstalled] = useStored(storageKeys.installed);
  const signedIn = useCurrentUser() !== null;
  const [now, setNow] = useState(Date.now);

  useEffect(() => {
    const done = () => {
      setInstalled(true);
      installPrompt.set(null);
    };
    window.addEventListener('appinstalled', done);
    return () => window.removeEventListener('appinstalled', done);
  }, [setInstalled]);
  // The browser only offers the installation when the app is not installed.
  useEffect(() => {
    if (offer) setInstalled(false);
  }, [offer, setInstalled]);

  const dismiss = () => {
    const at = Date.now();
    setNow(at);
    setDismissed(at);
  };
  const install = async () => {
    if (!offer) return;
    await offer.prompt();
    const { outcome } = await offer.userChoice;
    installPrompt.set(null);
    if (outcome === 'accepted') setInstalled(true);
    else dismiss();
  };
  const shows = canShow(dismissed, now) && !isStandalone();
  const steps = isIos() && signedIn && !installed;
  return {
    kind: !shows ? null : offer ? 'offer' : steps ? 'steps' : null,
    install: () => void install().catch((failure: unknown) => logFailure('install', failure)),
    dismiss,
  };
};
