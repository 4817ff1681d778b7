import type { preParsingHookHandler } from 'fastify';

/** Timeout of bodies that are not uploads. */
const BODY_TIMEOUT_MS = 30_000;

/** Closes connections that send their body too slowly (slowloris). */
export const createBodyTimeout =
  (milliseconds: number): preParsingHookHandler =>
  (request, _reply, payload, done) => {
    const timeoutError = Object.assign(new Error('The body took too long'), { statusCode: 408 });
    const timer = setTimeout(() => request.raw.destroy(timeoutError), milliseconds);
    request.raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
    done(null, payload);
  };

export const bodyTimeout = createBodyTimeout(BODY_TIMEOUT_MS);
