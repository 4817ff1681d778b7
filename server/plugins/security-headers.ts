import type { FastifyInstance } from 'fastify';
import type { Trust } from './trusted-proxies.ts';

/** DESIGN §7. Nothing comes from another origin; no script or style stands in a page. */
const contentSecurityPolicy = Object.entries({
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'media-src': "'self' blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self'",
  'manifest-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
})
  .map(([directive, sources]) => `${directive} ${sources}`)
  .join('; ');

const headers = {
  'content-security-policy': contentSecurityPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** A year, this host only: what else lives under the domain is not ours to decide about. */
const STRICT_TRANSPORT = 'max-age=31536000';

/**
 * The same headers on every answer, made once (a library that makes them anew for each request cost a tenth of a hot
 * read: docs/decisions/0005). HSTS only where a proxy we trust says that TLS ends there.
 */
export const registerSecurityHeaders = (app: FastifyInstance, { trusts }: { trusts: false | Trust }) => {
  const behindTls = { ...headers, 'strict-transport-security': STRICT_TRANSPORT };
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(trusts && request.protocol === 'https' ? behindTls : headers);
    done();
  });
};
