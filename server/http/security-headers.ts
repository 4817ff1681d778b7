import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { contentSecurityPolicy, serializePolicy } from '../../contract/shared/content-security-policy.ts';
import { type Trust, usesTls } from './trusted-proxies.ts';

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
 * Responses of the API and feeds, whose addresses are secret, are not pages: opened as one, they may load nothing and not be framed. Few headers, because every
 * poll sends them and every open stream keeps them. (/api/docs has its own policy.)
 */
const dataHeaders = {
  ...commonHeaders,
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  // Lists that may be revalidated say so themselves.
  'cache-control': 'no-store',
};

/** By kind of response. A 304 confirms a stored response, which keeps the headers it came with. */
type HeaderSets = Record<'pages' | 'data' | 'unchanged', Readonly<Record<string, string>>>;

const createSets = (common: Record<string, string>): HeaderSets => ({
  pages: { ...pageHeaders, ...common },
  data: { ...dataHeaders, ...common },
  unchanged: common,
});

const overHttp = createSets({});

/** One year. Only the operator knows whether all subdomains speak TLS. */
const createHttpsSets = (hstsSubdomains: boolean) =>
  createSets({
    'strict-transport-security': `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`,
  });

/**
 * Adds precomputed headers (a library that builds them per request cost a tenth of a hot read: docs/decisions/0005).
 * HSTS only if a trusted proxy says that TLS ends there. The request id is added in the same hook, because each hook
 * costs time. Returns the headers for a request that Fastify does not answer.
 */
export const registerSecurityHeaders = (
  app: FastifyInstance,
  { trusts: trust, hstsSubdomains }: { trusts: false | Trust; hstsSubdomains: boolean },
) => {
  const overHttps = createHttpsSets(hstsSubdomains);
  const getSets = (request: IncomingMessage) => (usesTls(trust, request) ? overHttps : overHttp);
  app.addHook('onRequest', (request, reply, done) => {
    const { pages, data } = getSets(request.raw);
    reply.headers(/^\/(api|feeds)\//.test(request.url) ? data : pages).header('x-request-id', request.id);
    done();
  });
  return getSets;
};
