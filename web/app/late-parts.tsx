import { useEffect } from 'react';
import { InstallBanner } from '../features/install/install-banner.tsx';
import { startServiceWorker } from '../lib/service-worker.ts';
import { useNoticeClicks } from './notice-clicks.ts';
import { UpdateNotice } from './update-notice.tsx';

/** What every page has and none needs to begin: the service worker, and what stands at the foot of the window. */
const LateParts = () => {
  useNoticeClicks();
  useEffect(() => {
    void startServiceWorker();
  }, []);
  return (
    <div className="pointer-events-none fixed inset-x-4 bottom-[max(1rem,env(safe-area-inset-bottom))] z-40 grid gap-3 sm:right-auto sm:w-100 *:pointer-events-auto">
      <InstallBanner />
      <UpdateNotice />
    </div>
  );
};

export default LateParts;
