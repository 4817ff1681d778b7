import type { FastifyInstance } from 'fastify';
import { routes } from '../../contract/routes.ts';

/** What a browser may send us from another origin; its own plain headers need no leave. */
const ALLOWED_HEADERS = [
  'authorization',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'last-event-id',
].join(', ');
/** What a page of another origin may read of an answer, beyond its content. */
const EXPOSED_HEADERS = 'ETag, Link, Retry-After, X-Request-Id';
const ALLOWED_METHODS = [...new Set(routes.map(({ method }) => method))].join(', ');
/** How long a browser remembers a leave. Chromium's own limit. */
const PREFLIGHT_MAX_AGE_SECONDS = 7_200;

/**
 * For a web app that is hosted apart (SPEC §7): the origins of WEB_ORIGINS, each by its exact name, may call the API
 * and show its media. No cookie exists that a browser could send along, so none is allowed: who calls is said by the
 * Bearer header alone. Without WEB_ORIGINS nothing is registered, and browsers keep other origins out.
 */
export const registerCrossOrigin = (app: FastifyInstance, origins: readonly string[]): void => {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  app.addHook('onRequest', async (request, reply) => {
    // Caches between us and browsers must not give one origin another's leave.
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
