import { useCallback, useEffect, useState } from 'react';
import { canPush } from '../shared/pwa/device-push.ts';
import { isIos, isStandalone } from '../shared/pwa/installation.ts';
import { ownRegistration, startServiceWorker } from '../shared/pwa/service-worker.ts';
import type { BrowserFacts } from './push-checks.ts';

const readBrowserFacts = (worker: BrowserFacts['worker']): BrowserFacts => ({
  secure: isSecureContext,
  supported: canPush(),
  permission: 'Notification' in window ? Notification.permission : 'default',
  worker,
  ios: isIos(),
  standalone: isStandalone(),
});

const readWorkerState = async (): Promise<BrowserFacts['worker']> => {
  await startServiceWorker();
  const registration = await ownRegistration();
  return registration ? (registration.active ? 'active' : 'starting') : 'missing';
};

const POLL_MS = 1_000;

/**
 * Facts about the browser. Refreshed on focus, because permissions change in its settings, and when `device` (the state
 * of notifications) changes, because its permission prompt was answered.
 */
export const useBrowserFacts = (device?: string): BrowserFacts => {
  const [facts, setFacts] = useState(() => readBrowserFacts('starting'));
  const refresh = useCallback(() => {
    readWorkerState().then(
      (worker) => setFacts(readBrowserFacts(worker)),
      () => setFacts(readBrowserFacts('missing')),
    );
  }, []);
  const isStarting = facts.worker === 'starting';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the device is a reason to refresh.
  useEffect(() => {
    refresh();
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, [refresh, device]);
  useEffect(() => {
    if (!isStarting) return;
    const timer = setInterval(refresh, POLL_MS);
    return () => clearInterval(timer);
  }, [isStarting, refresh]);
  return facts;
};
