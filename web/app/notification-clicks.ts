import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { ToPage } from '../shared/pwa/worker-messages.ts';

/** Shows what a pressed notice is about, in the page that is open. */
export const useNoticeClicks = (): void => {
  const [, navigate] = useLocation();
  useEffect(() => {
    const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const onMessage = ({ data, ports }: MessageEvent<ToPage>) => {
      if (data?.say !== 'go-to') return;
      ports[0]?.postMessage('going');
      // The same address again: whoever has moved on since is led back to it.
      if (data.path === location.pathname + location.search) navigate(location.pathname, { replace: true });
      setTimeout(() => navigate(data.path), 0);
    };
    container?.addEventListener('message', onMessage);
    return () => container?.removeEventListener('message', onMessage);
  }, [navigate]);
};
