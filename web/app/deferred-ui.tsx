import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useInstall } from '../notifications/install/use-install.ts';
import { useMedia } from '../shared/hooks/use-media.ts';
import { lazyPart } from '../shared/loading/lazy-part.tsx';
import { startServiceWorker, useUpdate } from '../shared/pwa/service-worker.ts';
import { Button } from '../shared/ui/button.tsx';
import { Dock, Docked } from '../shared/ui/dock.tsx';
import { IconButton } from '../shared/ui/icon-button.tsx';
import type { ToPage } from '../shared/worker-messages.ts';

/** Offers a new version. It is activated only on request, so an open page never changes by itself. */
const UpdateNotice = () => {
  const begin = useUpdate();
  const [dismissed, setDismissed] = useState<typeof begin>(null);
  const [busy, setBusy] = useState(false);
  const shown = begin !== null && begin !== dismissed;
  return (
    // The live region exists before its text, so that screen readers announce the text.
    <div role="status">
      {shown && (
        <Docked aria-label="Update">
          <div className="flex items-center gap-3">
            <p className="min-w-0 flex-1 font-medium">A new version is ready.</p>
            <Button
              size="s"
              variant="primary"
              busy={busy}
              onClick={() => {
                setBusy(true);
                begin();
              }}
            >
              Reload
            </Button>
            <IconButton icon="x" label="Later" onClick={() => setDismissed(() => begin)} />
          </div>
        </Docked>
      )}
    </div>
  );
};

/** Opens the page of a clicked notification in this tab. */
const useNotificationClicks = (): void => {
  const [, navigate] = useLocation();
  useEffect(() => {
    const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const onMessage = ({ data, ports }: MessageEvent<ToPage>) => {
      if (data?.type !== 'go-to') return;
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
const InstallBanner = lazyPart(() => import('../notifications/install/install-banner.tsx'), {
  kind: 'deferred',
});

/** Parts of every page that load after its content: the service worker, the install banner and the update notice. */
const DeferredUi = () => {
  const install = useInstall();
  const [path] = useLocation();
  // On a phone it would cover the levels of a card.
  const isOverCard = useMedia('(width < 30rem)') && /^\/customer\/(?:forex|crypto)/.test(path);
  useNotificationClicks();
  useEffect(() => {
    void startServiceWorker();
  }, []);
  return (
    <Dock>
      {install.kind && !isOverCard && <InstallBanner {...install} />}
      <UpdateNotice />
    </Dock>
  );
};

export default DeferredUi;
