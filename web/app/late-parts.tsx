import { useEffect } from 'react';
import { InstallBanner } from '../features/install/install-banner.tsx';
import { startServiceWorker } from '../lib/service-worker.ts';
import { Dock } from '../ui/dock.tsx';
import { useNoticeClicks } from './notice-clicks.ts';
import { UpdateNotice } from './update-notice.tsx';

/** What every page has and none needs to begin: the service worker, and what stands at the foot of the window. */
const LateParts = () => {
  useNoticeClicks();
  useEffect(() => {
    void startServiceWorker();
  }, []);
  return (
    <Dock>
      <InstallBanner />
      <UpdateNotice />
    </Dock>
  );
};

export default LateParts;
