import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { IMAGE_CACHES } from '../shared/worker-messages.ts';

/** Photos are at most 800 px wide (SPEC §5), some 100 kB each. */
const MAX_IMAGES = 60;
/** Cached images expire after 30 days. */
const IMAGE_MAX_AGE_SECONDS = 30 * 24 * 60 * 60;

const expirationPlugins = () => [
  new ExpirationPlugin({
    maxEntries: MAX_IMAGES,
    maxAgeSeconds: IMAGE_MAX_AGE_SECONDS,
    purgeOnQuotaError: true,
  }),
];

/** Caches viewed images for offline reading, until sign-out. */
export const cacheViewedImages = (): void => {
  const isPicture = (request: Request) => request.destination === 'image';
  // The content behind an upload's URL never changes.
  registerRoute(
    ({ url, request, sameOrigin }) => sameOrigin && isPicture(request) && url.pathname.startsWith('/media/'),
    new CacheFirst({ cacheName: IMAGE_CACHES.media, plugins: expirationPlugins() }),
  );
  registerRoute(
    ({ url, request, sameOrigin }) =>
      sameOrigin && isPicture(request) && url.pathname.startsWith('/profile-images/'),
    new NetworkFirst({ cacheName: IMAGE_CACHES.people, plugins: expirationPlugins() }),
  );
};
