import { useEffect } from 'react';
import { useLocation } from 'wouter';
import type { ToPage } from '../shared/pwa/worker-messages.ts';

/** Opens the page of a clicked notification in this tab. */
export const useNotificationClicks = (): void => {
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
