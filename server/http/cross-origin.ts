import type { FastifyInstance } from 'fastify';
import { routes } from '../../contract/routes.ts';

/** Headers a browser may send from another origin, besides the CORS-safelisted ones. */
const ALLOWED_HEADERS = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'last-event-id',
].join(', ');
/** Response headers a page of another origin may read. */
const EXPOSED_HEADERS = 'ETag, Link, Retry-After, X-Request-Id';
const ALLOWED_METHODS = [...new Set(routes.map(({ method }) => method))].join(', ');
/** How long browsers cache a preflight; Chromium's limit. */
const PREFLIGHT_MAX_AGE_SECONDS = 7_200;

/**
 * CORS for separately hosted web apps (SPEC §7): only the exact origins of WEB_ORIGINS may call the API and show its
 * media. Credentials mode stays off: there are no cookies, and callers authenticate with the Bearer header alone.
 * Without WEB_ORIGINS nothing is registered.
 */
export const registerCrossOrigin = (app: FastifyInstance, origins: readonly string[]): void => {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  app.addHook('onRequest', async (request, reply) => {
    // Caches must not serve one origin's response to another.
    reply.headers({ vary: 'Origin', 'cross-origin-resource-policy': 'cross-origin' });
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin)) return;
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': EXPOSED_HEADERS,
    });
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined)
      return;
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': ALLOWED_METHODS,
        'access-control-allow-headers': ALLOWED_HEADERS,
        'access-control-max-age': String(PREFLIGHT_MAX_AGE_SECONDS),
      })
      .send();
    return reply;
  });
};
