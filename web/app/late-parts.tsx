import { Suspense, useEffect } from 'react';
import { useInstall } from '../features/install/use-install.ts';
import { later } from '../lib/after-load.ts';
import { startServiceWorker } from '../lib/service-worker.ts';
import { Dock } from '../ui/dock.tsx';
import { useNoticeClicks } from './notice-clicks.ts';
import { UpdateNotice } from './update-notice.tsx';

/** Loaded where there is something to install. */
const InstallBanner = later(() => import('../features/install/install-banner.tsx'));

/** What every page has and none needs to begin: the service worker, and what stands at the foot of the window. */
const LateParts = () => {
  const install = useInstall();
  useNoticeClicks();
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

export default LateParts;
