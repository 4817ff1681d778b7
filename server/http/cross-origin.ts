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
const EXPOSED_HEADERS = 'Date, ETag, Link, Retry-After, X-Request-Id';
const ALLOWED_METHODS = [...new Set(routes.map(({ method }) => method))].join(', ');
/** How long browsers cache a preflight; Chromium's limit. */
const PREFLIGHT_MAX_AGE_SECONDS = 7_200;

/** Caches must not serve one origin's response to another. */
const ANY_ORIGIN = { vary: 'Origin', 'cross-origin-resource-policy': 'cross-origin' };

type CrossOriginHeaders = (origin: string | undefined) => Record<string, string> | undefined;

/**
 * CORS for separately hosted web apps (SPEC §7): only the exact origins of WEB_ORIGINS may call the API and show its
 * media. Credentials mode stays off: there are no cookies, and callers authenticate with the Bearer header alone.
 * Without WEB_ORIGINS nothing is registered. Returns the headers for a request that Fastify does not answer.
 */
export const registerCrossOrigin = (app: FastifyInstance, origins: readonly string[]): CrossOriginHeaders => {
  if (origins.length === 0) return () => undefined;
  const allowed = new Set(origins);
  const isAllowed = (origin: string | undefined): origin is string =>
    origin !== undefined && allowed.has(origin);
  const getHeaders = (origin: string | undefined) => ({
    ...ANY_ORIGIN,
    ...(isAllowed(origin) && {
      'access-control-allow-origin': origin,
      'access-control-expose-headers': EXPOSED_HEADERS,
    }),
  });
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    reply.headers(getHeaders(origin));
    if (!isAllowed(origin)) return;
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
  return getHeaders;
};
