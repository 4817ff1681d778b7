import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, matchPrecache, precache } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';

/** Injected by the build (scripts/service-worker-plugin.ts). */
declare const KEPT_FILES: { url: string; revision: string | null }[];

/** How long to wait for the server before serving the cached page. */
export const NETWORK_TIMEOUT_MS = 4_000;
/** Scripts that are not precached are cached on first use. */
const MAX_CACHED_SCRIPTS = 80;

/** Paths that are not pages of the app. */
const NO_SCREENS = [/^\/(api|media|profile-images|assets|healthz|readyz|metrics)(\/|$)/, /\.\w+$/];

const shell = () => matchPrecache('/index.html');

/**
 * Network first, so that a visit after a release gets the new page and the scripts it names; the cached page when there is
 * no answer or a proxy error.
 */
const page = async (event: FetchEvent): Promise<Response> => {
  const answer = Promise.resolve(event.preloadResponse).then((early) => early ?? fetch(event.request));
  const inTime = new Promise<undefined>((resolve) => setTimeout(resolve, NETWORK_TIMEOUT_MS));
  const first = await Promise.race([answer.catch(() => undefined), inTime]);
  if (first && first.status < 500) return first;
  return (await shell()) ?? answer;
};

export const keepShell = (worker: ServiceWorkerGlobalScope): void => {
  cleanupOutdatedCaches();
  precache(KEPT_FILES);
  worker.addEventListener('activate', (event) => {
    // The first visit works offline too, and navigation preload avoids waiting for the worker's start.
    event.waitUntil(Promise.all([worker.clients.claim(), worker.registration.navigationPreload?.enable()]));
  });

  registerRoute(new NavigationRoute(({ event }) => page(event as FetchEvent), { denylist: NO_SCREENS }));

  const used = new CacheFirst({
    cacheName: 'used-scripts',
    plugins: [new ExpirationPlugin({ maxEntries: MAX_CACHED_SCRIPTS, purgeOnQuotaError: true })],
  });
  // File names contain a content hash, so a cached file is always current.
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
