import type { FastifyInstance } from 'fastify';
import { contentSecurityPolicy, policyText } from '../../contract/content-security-policy.ts';
import type { Trust } from './trusted-proxies.ts';

const headers = {
  'content-security-policy': policyText(contentSecurityPolicy()),
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
 * read: docs/decisions/0005). HSTS only where a proxy we trust says that TLS ends there. Beside them the request's name, in the
 * same hook because each costs: what a person reports is found by it in the log.
 */
export const registerSecurityHeaders = (app: FastifyInstance, { trusts }: { trusts: false | Trust }) => {
  const behindTls = { ...headers, 'strict-transport-security': STRICT_TRANSPORT };
  app.addHook('onRequest', (request, reply, done) => {
    reply
      .headers(trusts && request.protocol === 'https' ? behindTls : headers)
      .header('x-request-id', request.id);
    done();
  });
};
