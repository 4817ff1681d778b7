import { getCacheKeyForURL } from 'workbox-precaching';
import type { ToWorker } from './shared/pwa/worker-messages.ts';
import { openFromNotices } from './worker/click.ts';
import { keepReadImages } from './worker/images.ts';
import { showPushes } from './worker/push.ts';
import { renewSubscriptions } from './worker/renewal.ts';
import { keepShell } from './worker/shell.ts';

/** A worker takes over when a person says so, never by itself: under an open page its scripts would go missing. */
const answerPages = (worker: ServiceWorkerGlobalScope): void => {
  worker.addEventListener('message', (event) => {
    const message = event.data as ToWorker;
    if (message.say === 'take-over') event.waitUntil(worker.skipWaiting());
    if (message.say === 'is-yours')
      event.ports[0]?.postMessage(getCacheKeyForURL(message.script) !== undefined);
  });
};

/**
 * The service worker (docs/decisions/0061): the app's page and scripts without a network, and pushes. Calls of the API
 * pass it by untouched.
 */
declare const self: ServiceWorkerGlobalScope;

keepShell(self);
keepReadImages();
answerPages(self);
showPushes(self);
openFromNotices(self);
renewSubscriptions(self);
