import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';

/** Injected by the build (scripts/service-worker-plugin.ts). */
declare const PRECACHED_FILES: { url: string; revision: string | null }[];

/** How long to wait for the server before serving the cached page. */
const NETWORK_TIMEOUT_MS = 4_000;
/** Scripts that are not precached are cached on first use. */
const MAX_CACHED_SCRIPTS = 80;

/** Paths that are not pages of the app. */
const NOT_PAGES = [/^\/(api|media|profile-images|assets|healthz|readyz|metrics)(\/|$)/, /\.\w+$/];

const getCachedPage = () => matchPrecache('/index.html');

/**
 * Network first, so that a visit after a release gets the new page and the scripts it names; the cached page when there is
 * no answer or a proxy error.
 */
const respondToNavigation = async (event: FetchEvent): Promise<Response> => {
  const response = Promise.resolve(event.preloadResponse).then((early) => early ?? fetch(event.request));
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, NETWORK_TIMEOUT_MS));
  const first = await Promise.race([response.catch(() => undefined), timeout]);
  if (first && first.status < 500) return first;
  return (await getCachedPage()) ?? response;
};

export const precacheShell = (worker: ServiceWorkerGlobalScope): void => {
  cleanupOutdatedCaches();
  precache(PRECACHED_FILES);
  worker.addEventListener('activate', (event) => {
    // The first visit works offline too, and navigation preload avoids waiting for the worker's start.
    event.waitUntil(Promise.all([worker.clients.claim(), worker.registration.navigationPreload?.enable()]));
  });

  registerRoute(
    new NavigationRoute(({ event }) => respondToNavigation(event as FetchEvent), { denylist: NOT_PAGES }),
  );

  const cacheOnFirstUse = new CacheFirst({
    cacheName: 'used-scripts',
    plugins: [new ExpirationPlugin({ maxEntries: MAX_CACHED_SCRIPTS, purgeOnQuotaError: true })],
  });
  // File names contain a content hash, so a cached file is always current.
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
    async (options) => (await matchPrecache(options.request)) ?? cacheOnFirstUse.handle(options),
  );

  const unhashed = new Set(PRECACHED_FILES.filter(({ revision }) => revision !== null).map(({ url }) => url));
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && unhashed.has(url.pathname),
    async ({ request }) => {
      try {
        return await fetch(request);
      } catch (failure) {
        const cached = await matchPrecache(request);
        if (cached) return cached;
        throw failure;
      }
    },
  );
};
