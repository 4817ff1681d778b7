import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useInstall } from '../features/install-app/use-install.ts';
import { lazyPart } from '../shared/loading/lazy-part.tsx';
import { startServiceWorker } from '../shared/pwa/service-worker.ts';
import type { ToPage } from '../shared/pwa/worker-messages.ts';
import { Dock } from '../shared/ui/dock.tsx';
import { UpdateNotice } from './update-notice.tsx';

/** Opens the page of a clicked notification in this tab. */
const useNotificationClicks = (): void => {
  const [, navigate] = useLocation();
  useEffect(() => {
    const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const onMessage = ({ data, ports }: MessageEvent<ToPage>) => {
      if (data?.say !== 'go-to') return;
      ports[0]?.postMessage('going');
      // Navigating to the current path would add a history entry and change nothing.
      if (data.path === location.pathname + location.search) navigate(location.pathname, { replace: true });
      setTimeout(() => navigate(data.path), 0);
    };
    container?.addEventListener('message', onMessage);
    return () => container?.removeEventListener('message', onMessage);
  }, [navigate]);
};

/** Loaded only when there is something to install. */
const InstallBanner = lazyPart(() => import('../features/install-app/install-banner.tsx'), {
  kind: 'deferred',
});

/** Parts of every page that load after its content: the service worker, the install banner and the update notice. */
const DeferredUi = () => {
  const install = useInstall();
  useNotificationClicks();
  useEffect(() => {
    void startServiceWorker();
  }, []);
  return (
    <Dock>
      {install.kind && <InstallBanner {...install} />}
      <UpdateNotice />
    </Dock>
  );
};

export default DeferredUi;
