import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Trust } from './trusted-proxies.ts';

/** What a trusted proxy may call a request: anything else could forge a log line or a header. */
const WELL_FORMED = /^[\w.:-]{8,64}$/;

/**
 * Names each request, for its log lines and its answer: as a trusted proxy named it, so that one name runs through both
 * logs, else by a number no other process gives.
 */
export const requestIds = (trusts: false | Trust): ((request: IncomingMessage) => string) => {
  const prefix = randomBytes(5).toString('hex');
  let count = 0;
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    if (
      trusts &&
      typeof given === 'string' &&
      WELL_FORMED.test(given) &&
      trusts(socket.remoteAddress ?? '', 0)
    )
      return given;
    return `${prefix}-${(++count).toString(36)}`;
  };
};

/** Every answer carries its request's name: what a person reports is found in the log. */
export const registerRequestIds = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
};
