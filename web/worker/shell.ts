import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';

/** Put in by the build (scripts/service-worker-plugin.ts). */
declare const KEPT_FILES: { url: string; revision: string | null }[];

/** How long a page waits for its server before the kept one is shown: a network that answers nothing is none. */
export const PATIENCE_MS = 4_000;
/** Scripts of screens that are not kept from the start stay once they were used. */
const MOST_USED_SCRIPTS = 80;

/** Addresses that are no screens of the app. */
const NO_SCREENS = [/^\/(api|media|profile-images|assets|healthz|readyz|metrics)(\/|$)/, /\.\w+$/];

const shell = () => matchPrecache('/index.html');

/**
 * The server's page while there is a server, so that a new release is seen by the next visit and the scripts it names
 * exist; the kept one where nothing or a broken proxy answers.
 */
const page = async (event: FetchEvent): Promise<Response> => {
  const answer = Promise.resolve(event.preloadResponse).then((early) => early ?? fetch(event.request));
  const inTime = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  const first = await Promise.race([answer.catch(() => undefined), inTime]);
  if (first && first.status < 500) return first;
  return (await shell()) ?? answer;
};

export const keepShell = (worker: ServiceWorkerGlobalScope): void => {
  cleanupOutdatedCaches();
  precache(KEPT_FILES);
  worker.addEventListener('activate', (event) => {
    // The visit that brought the worker works offline too, and its request is not held up by the worker's start.
    event.waitUntil(Promise.all([worker.clients.claim(), worker.registration.navigationPreload?.enable()]));
  });

  registerRoute(new NavigationRoute(({ event }) => page(event as FetchEvent), { denylist: NO_SCREENS }));

  const used = new CacheFirst({
    cacheName: 'used-scripts',
    plugins: [new ExpirationPlugin({ maxEntries: MOST_USED_SCRIPTS, purgeOnQuotaError: true })],
  });
  // Their names carry the hash of their content: what is kept is right.
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    async (options) => (await matchPrecache(options.request)) ?? used.handle(options),
  );

  const unhashed = new Set(KEPT_FILES.filter(({ revision }) => revision !== null).map(({ url }) => url));
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && unhashed.has(url.pathname),
    async ({ request }) => {
      try {
        return await fetch(request);
      } catch (failure) {
        const kept = await matchPrecache(request);
        if (kept) return kept;
        throw failure;
      }
    },
  );
};
