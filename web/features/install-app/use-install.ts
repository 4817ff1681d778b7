import { useEffect, useState } from 'react';
import { useCurrentUser } from '../../entities/session/current-user.ts';
import { logFailure } from '../../shared/log-failure.ts';
import { installPrompt } from '../../shared/pwa/install-prompt.ts';
import { isIos, isStandalone } from '../../shared/pwa/installation.ts';
import { useStored } from '../../shared/storage/local-store.ts';
import { storageKeys } from '../../shared/storage/storage-keys.ts';
import { useValueStore } from '../../shared/value-store.ts';

/** SPEC §9: how long a dismissed banner stays away. */
export const INSTALL_SILENCE_MS = 7 * 24 * 60 * 60 * 1000;

/** Whether the banner may show, given when it was dismissed last. A time in the future is a clock that was set back. */
export const mayShow = (dismissedAt: number | null, now: number): boolean =>
  dismissedAt === null || dismissedAt > now || now - dismissedAt >= INSTALL_SILENCE_MS;

export type Install = {
  /** `offer`: the browser installs at a press. `steps`: a person does, on Apple's phones. Null: nothing to show. */
  kind: 'offer' | 'steps' | null;
  install: () => void;
  dismiss: () => void;
};

/** SPEC §4's install prompt: while the browser offers it, not when installed, and not for 7 days after a no. */
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
  // A browser that offers it again knows that it is no longer there.
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
  const shows = mayShow(dismissed, now) && !isStandalone();
  const steps = isIos() && signedIn && !installed;
  return {
    kind: !shows ? null : offer ? 'offer' : steps ? 'steps' : null,
    install: () => void install().catch((failure: unknown) => logFailure('install', failure)),
    dismiss,
  };
};
