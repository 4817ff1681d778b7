import { useCallback, useEffect, useState } from 'react';
import { canPush } from '../../shared/pwa/device-push.ts';
import { isIos, isStandalone } from '../../shared/pwa/installation.ts';
import { ownRegistration, startServiceWorker } from '../../shared/pwa/service-worker.ts';
import type { BrowserFacts } from './push-checks.ts';

const factsNow = (worker: BrowserFacts['worker']): BrowserFacts => ({
  secure: isSecureContext,
  supported: canPush(),
  permission: 'Notification' in window ? Notification.permission : 'default',
  worker,
  ios: isIos(),
  standalone: isStandalone(),
});

const workerNow = async (): Promise<BrowserFacts['worker']> => {
  await startServiceWorker();
  const registration = await ownRegistration();
  return registration ? (registration.active ? 'active' : 'starting') : 'missing';
};

const AGAIN_MS = 1_000;

/**
 * What the browser says of itself, looked at again whenever one comes back from its settings, and when `device`, which turns
 * on and off, is another: its question has been answered then.
 */
export const useBrowserFacts = (device?: string): BrowserFacts => {
  const [facts, setFacts] = useState(() => factsNow('starting'));
  const look = useCallback(() => {
    workerNow().then(
      (worker) => setFacts(factsNow(worker)),
      () => setFacts(factsNow('missing')),
    );
  }, []);
  const isStarting = facts.worker === 'starting';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the device is the reason to look, not an ingredient.
  useEffect(() => {
    look();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [look, device]);
  useEffect(() => {
    if (!isStarting) return;
    const timer = setInterval(look, AGAIN_MS);
    return () => clearInterval(timer);
  }, [isStarting, look]);
  return facts;
};
