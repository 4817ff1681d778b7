import { Suspense, useEffect } from 'react';
import { useInstall } from '../features/install-app/use-install.ts';
import { lazyAfterPageLoad } from '../shared/loading/deferred-import.ts';
import { startServiceWorker } from '../shared/pwa/service-worker.ts';
import { Dock } from '../shared/ui/dock.tsx';
import { useNotificationClicks } from './notification-clicks.ts';
import { UpdateNotice } from './update-notice.tsx';

/** Loaded only when there is something to install. */
const InstallBanner = lazyAfterPageLoad(() => import('../features/install-app/install-banner.tsx'));

/** Parts of every page that load after its content: the service worker, the install banner and the update notice. */
const DeferredUi = () => {
  const install = useInstall();
  useNotificationClicks();
  useEffect(() => {
    void startServiceWorker();
  }, []);
  return (
    <Dock>
      <Suspense>{install.kind && <InstallBanner {...install} />}</Suspense>
      <UpdateNotice />
    </Dock>
  );
};

export default DeferredUi;
