import { getCacheKeyForURL } from 'workbox-precaching';
import type { ToWorker } from '../shared/pwa/worker-messages.ts';

/** A worker takes over when a person says so, never by itself: under an open page its scripts would go missing. */
export const answerPages = (worker: ServiceWorkerGlobalScope): void => {
  worker.addEventListener('message', (event) => {
    const message = event.data as ToWorker;
    if (message.say === 'take-over') event.waitUntil(worker.skipWaiting());
    if (message.say === 'is-yours')
      event.ports[0]?.postMessage(getCacheKeyForURL(message.script) !== undefined);
  });
};
