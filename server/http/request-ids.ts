import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Trust } from './trusted-proxies.ts';

/** What a trusted proxy may call a request: anything else could forge a log line or a header. */
const REQUEST_ID = /^[\w.:-]{8,64}$/;

/**
 * Names each request, for its log lines and its answer: as a trusted proxy named it, so that one name runs through both
 * logs, else by a number no other process gives.
 */
export const createRequestIdGenerator = (trust: false | Trust): ((request: IncomingMessage) => string) => {
  const prefix = randomBytes(5).toString('hex');
  let count = 0;
  const generate = () => `${prefix}-${(++count).toString(36)}`;
  if (!trust) return generate;
  return ({ headers, socket }) => {
    const given = headers['x-request-id'];
    const isAccepted =
      typeof given === 'string' && REQUEST_ID.test(given) && trust(socket.remoteAddress ?? '', 0);
    return isAccepted ? given : generate();
  };
};
