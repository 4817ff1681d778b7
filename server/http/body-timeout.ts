import type { preParsingHookHandler } from 'fastify';

/** How long a body that is no upload may take to arrive. */
const BODY_TIMEOUT_MS = 30_000;

/** Drops a sender that trickles its body: a connection held open for nothing is the cheapest attack there is. */
export const createBodyTimeout =
  (milliseconds: number): preParsingHookHandler =>
  (request, _reply, payload, done) => {
    const timeoutError = Object.assign(new Error('The body took too long'), { statusCode: 408 });
    const timer = setTimeout(() => request.raw.destroy(timeoutError), milliseconds);
    request.raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
    done(null, payload);
  };

export const bodyTimeout = createBodyTimeout(BODY_TIMEOUT_MS);
