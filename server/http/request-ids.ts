import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
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
  const own = () => `${prefix}-${(++count).toString(36)}`;
  if (!trusts) return own;
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    const isTaken =
      typeof given === 'string' && WELL_FORMED.test(given) && trusts(socket.remoteAddress ?? '', 0);
    return isTaken ? given : own();
  };
};
