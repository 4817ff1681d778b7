import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Trust } from './trusted-proxies.ts';

/** Allowed request ids from a trusted proxy; other characters could forge log lines or headers. */
const REQUEST_ID = /^[\w.:-]{8,64}$/;

/**
 * Generates request ids for logs and responses: a trusted proxy's id, so that both logs share it, otherwise one that
 * is unique across processes.
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
