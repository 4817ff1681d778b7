import type { FastifyInstance } from 'fastify';
import { contentSecurityPolicy, serializePolicy } from '../../contract/content-security-policy.ts';
import type { Trust } from './trusted-proxies.ts';

const commonHeaders = {
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
};
const pageHeaders = {
  ...commonHeaders,
  'content-security-policy': serializePolicy(contentSecurityPolicy()),
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'DENY',
};
/**
 * What the API answers is no page: opened as one it may load nothing and be framed by nobody. Short, because every poll
 * carries it and every open stream keeps it. (/api/docs is one, and brings a policy of its own.)
 */
const apiHeaders = {
  ...commonHeaders,
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

/** A year, this host only: what else lives under the domain is not ours to decide about. */
const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=31536000' };
const overHttp = { pages: pageHeaders, data: apiHeaders };
const overHttps = {
  pages: { ...pageHeaders, ...STRICT_TRANSPORT },
  data: { ...apiHeaders, ...STRICT_TRANSPORT },
};

/**
 * The same headers on every answer of a kind, made once (a library that makes them anew for each request cost a tenth of a hot
 * read: docs/decisions/0005). HSTS only where a proxy we trust says that TLS ends there. Beside them the request's name, in the
 * same hook because each costs: what a person reports is found by it in the log.
 */
export const registerSecurityHeaders = (app: FastifyInstance, { trusts: trust }: { trusts: false | Trust }) => {
  app.addHook('onRequest', (request, reply, done) => {
    const { pages, data } = trust && request.protocol === 'https' ? overHttps : overHttp;
    reply.headers(request.url.startsWith('/api/') ? data : pages).header('x-request-id', request.id);
    done();
  });
};
