import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
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

/** How long a reader may take for one response of the API: two megabytes at 17 kB a second. */
const SENDING_TIMEOUT_MS = 120_000;

/** Closes the connection of a reader that takes its response in sips: it is in memory until then. */
export const limitSending = (response: ServerResponse, milliseconds = SENDING_TIMEOUT_MS): void => {
  const timer = setTimeout(() => response.destroy(), milliseconds);
  response.once('close', () => clearTimeout(timer));
};

/** An upload is checked and stored while nothing moves on its connection. */
export const allowLongWork: preParsingHookHandler = (request, _reply, payload, done) => {
  request.raw.socket.setTimeout(0);
  done(null, payload);
};

/** Requests of one connection whose responses are not sent yet. Browsers and proxies send one at a time. */
const MAX_PIPELINED = 4;

/** Closes connections that send further requests without reading the responses: each would be kept in memory. */
export const limitPipelining = (server: Server): void => {
  const open = new WeakMap<Socket, number>();
  server.prependListener('request', ({ socket }, response) => {
    const count = (open.get(socket) ?? 0) + 1;
    open.set(socket, count);
    response.once('close', () => open.set(socket, (open.get(socket) ?? 1) - 1));
    if (count > MAX_PIPELINED) socket.destroy();
  });
};
