import { getCacheKeyForURL } from 'workbox-precaching';
import type { ToWorker } from './shared/worker-messages.ts';
import { openOnNotificationClick } from './worker/click.ts';
import { cacheViewedImages } from './worker/images.ts';
import { showNotificationOnPush } from './worker/push.ts';
import { renewChangedSubscriptions } from './worker/renewal.ts';
import { precacheShell } from './worker/shell.ts';

/** A new worker activates only on request: an open page would lose its scripts otherwise. */
const handlePageMessages = (worker: ServiceWorkerGlobalScope): void => {
  worker.addEventListener('message', (event) => {
    const message = event.data as ToWorker;
    if (message.type === 'take-over') event.waitUntil(worker.skipWaiting());
    if (message.type === 'claim') event.waitUntil(worker.clients.claim());
    if (message.type === 'is-yours')
      event.ports[0]?.postMessage(getCacheKeyForURL(message.script) !== undefined);
  });
};

/**
 * The service worker (docs/decisions/0061): offline page and scripts, and push. API calls are never intercepted.
 */
declare const self: ServiceWorkerGlobalScope;

precacheShell(self);
cacheViewedImages();
handlePageMessages(self);
showNotificationOnPush(self);
openOnNotificationClick(self);
renewChangedSubscriptions(self);
